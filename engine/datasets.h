// Datasets without a program: their schema, and snapshots of them.
#pragma once

#include <cstdint>
#include <string>

#include "engine/evaluate.h"
#include "runtime/base/result.h"
#include "runtime/data/schema.h"
#include "runtime/data/snapshot/snapshot.h"

namespace seedc::engine {

/// The schema of a dataset. Records that are left out are reported to the host. Fails if the
/// dataset cannot be read.
base::Result<language::Schema> read_schema(const data::Source& data, Host& host);

/// What is left out of a dataset, as report::load_report_json. Reads all records for it, unless the
/// schema was read before. Fails as `read_schema`.
base::Result<std::string> left_out_json(const data::Source& data, Host& host);

/// Writes a snapshot of `options.data` to `file`, and returns its size in bytes. Fails like
/// data::save_snapshot.
base::Result<std::uint64_t> write_snapshot(const EvaluateOptions& options, const std::string& file,
                                           const data::SnapshotForm& form = {});

/// Brings a snapshot of `options.data` up to date, or makes it. Returns its size in bytes; the host
/// hears what was added, or why it was made anew. Fails like data::update_snapshot.
base::Result<std::uint64_t> update_snapshot(const EvaluateOptions& options,
                                            const std::string& file);

/// Verifies all checksums of a snapshot. Fails (Data) if the file is not a snapshot; throws
/// base::DamagedData if a checksum is wrong.
base::Result<void> verify_snapshot(const std::string& file, const base::Call& call = {});

/// The same, and then that the files it was made of have the bytes that they had. Fails like
/// data::verify_sources.
base::Result<void> verify_sources(const std::string& file, const base::Call& call = {});

}  // namespace seedc::engine
