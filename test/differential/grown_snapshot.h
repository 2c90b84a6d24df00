// Snapshots that were brought up to date while their files grew.
#pragma once

#include <filesystem>

#include "runtime/data/snapshot/snapshot.h"

namespace seedc::differential {

/// Makes a snapshot of the dataset in a folder (dataset_in): first of some of its lines, then of
/// more, and finally of all. Returns how often it was continued rather than made anew.
base::Result<unsigned> save_growing_snapshot(const std::filesystem::path& folder,
                                             const std::filesystem::path& snapshot,
                                             const data::SnapshotForm& form, unsigned seed);

/// Makes a snapshot of that dataset, in every other round so.
base::Result<void> save_snapshot_of(const std::filesystem::path& folder,
                                    const std::filesystem::path& snapshot,
                                    const data::SnapshotForm& form, unsigned round);

}  // namespace seedc::differential
