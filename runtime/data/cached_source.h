// Keeps a snapshot of a source that must be parsed, for later processes.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "runtime/data/source.h"

namespace seedc::data {

constexpr std::chrono::days kKeptUnused{30};

/// A source with the contents of another, of which a snapshot is kept in `folder`. The first load
/// opens the snapshot that is there if the source's files are what they were when it was made: by
/// inode, size, time of change and samples of their bytes. Otherwise it makes one, or brings it up
/// to date. A snapshot that cannot be made or opened costs nothing but time: the source is loaded,
/// and `kept_as` has the cause. Later changes of the files are not seen, as with `kept`. Whoever
/// makes a snapshot removes those in the folder that nobody has opened for `kKeptUnused`.
///
/// A source that opens in place or is in memory is returned as it is.
std::shared_ptr<const Source> cached(std::shared_ptr<const Source> source, std::string folder,
                                     SnapshotAccess access = SnapshotAccess::Mapped);

}  // namespace seedc::data
