// Snapshots: a whole dataset as one file that is mapped, not read. It gives the same results as the
// files it was made of: every path of items and reviews, texts, users, friends, judgements, the
// schema, and what loading complained of.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/data/model/dataset.h"
#include "runtime/data/schema.h"
#include "runtime/data/snapshot/snapshot_file.h"
#include "runtime/language/schema.h"

namespace seedc {

struct SavedSnapshot {
  std::uint64_t items = 0;
  std::uint64_t reviews = 0;
  std::uint64_t bytes = 0;
  LoadReport report;  ///< what it leaves out of the dataset
};

/// Makes a snapshot of a folder or a bundle, beside and renamed. Fails if the dataset does, if
/// `path` is a snapshot, or if `file` is there and is none.
Result<SavedSnapshot> save_snapshot(const std::string& path, const std::string& file,
                                    const LoadOptions& options = {});

/// A dataset that lies in a snapshot. Fails if it cannot be used; damage that is met later throws
/// DamagedData.
Result<Dataset> open_snapshot(const std::string& file, const DataNeeds& needs,
                              const LoadOptions& options = {});

/// The schema of the dataset; without reviews if they are not asked for.
Result<Schema> snapshot_schema(const std::string& file, const ReadSchemaOptions& options);

}  // namespace seedc
