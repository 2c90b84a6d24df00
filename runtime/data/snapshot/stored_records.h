// The records of a snapshot as loading gave them, to which it can add what files have more.
#pragma once

#include <optional>

#include "runtime/data/jsonl/loader.h"
#include "runtime/data/model/texts.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

/// The ids of all records. Views of the file, of which it verifies the texts, too.
KnownRecords known_records(const SnapshotFile& file, const base::Call& call);

/// The records in a layout that has all of the snapshot's columns, without `files`. Views of the
/// file and of its texts; `known` is of it. std::nullopt if some reviewer's name is an object: its
/// members are stored elsewhere.
std::optional<RecordsBefore> records_before(const SnapshotFile& file, const Texts& texts,
                                            KnownRecords known, RecordLayout layout,
                                            const LoadOptions& options);

}  // namespace seedc::data
