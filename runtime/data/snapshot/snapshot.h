// Snapshots: a complete dataset as one file that is mapped, not read. It gives the same results as
// the files it was made from: every path of items and reviews, texts, users, friends, judgements,
// the schema, and the report of loading.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/data/model/dataset.h"
#include "runtime/data/snapshot/snapshot_file.h"
#include "runtime/data/source.h"

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

/// The dataset stored in a snapshot. Loading fails if it cannot be used; damage that is found later
/// throws DamagedData. A copy is made at the first load, is charged to its call, and is kept.
std::shared_ptr<const Source> snapshot_at(std::string file,
                                          SnapshotAccess access = SnapshotAccess::Mapped);

}  // namespace seedc::data
