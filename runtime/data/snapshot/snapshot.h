// Snapshots: a complete dataset as one file that is mapped, not read. It gives the same results as
// the files it was made from: every path of items and reviews, texts, users, friends, judgements,
// the schema, and the report of loading.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/data/model/dataset.h"
#include "runtime/data/schema.h"
#include "runtime/data/snapshot/snapshot_file.h"
#include "runtime/data/source.h"
#include "runtime/language/schema.h"

namespace seedc::data {

struct SavedSnapshot {
  std::uint64_t items = 0;
  std::uint64_t reviews = 0;
  std::uint64_t bytes = 0;
  LoadReport report;  ///< what is missing from the dataset
};

/// Makes a snapshot of a source, through a temporary file that is renamed. Fails if loading the
/// dataset does, if the source is a snapshot, or if `file` exists and is not a snapshot.
base::Result<SavedSnapshot> save_snapshot(const Source& source, const std::string& file,
                                          const LoadOptions& options = {});

/// A dataset stored in a snapshot. Fails if it cannot be used; damage that is found later throws
/// DamagedData.
base::Result<Dataset> open_snapshot(const std::string& file, const DataNeeds& needs,
                                    const LoadOptions& options = {});

/// The schema of the dataset; without reviews unless requested.
base::Result<language::Schema> snapshot_schema(const std::string& file,
                                               const ReadSchemaOptions& options);

}  // namespace seedc::data
