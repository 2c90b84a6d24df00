// The files that a dataset was read from, as they were then: whether a snapshot of them still says
// what they say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"

namespace seedc::data {

/// What is not known is 0 or empty.
struct SourceFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t inode = 0;
  std::int64_t changed_ns = 0;  ///< of the last change, since 1970, as the file system says
  std::string samples;          ///< a digest of blocks that are spread over the file
  std::string contents;         ///< a digest of all its bytes
};
using SourceFiles = std::vector<SourceFile>;

/// The files as they are now, without digests of all bytes; of the samples alone, which take
/// microseconds a file. Empty if one of them is no regular file: what it has is there once. Fails
/// if one cannot be read.
///
/// A file that has changed just now is looked at once the file system's clock has gone on, after 20
/// ms at most: a later change has a later time then, and cannot be missed.
base::Result<SourceFiles> look_at(const std::vector<std::string>& paths);

/// The same by inode, size and change alone: nothing is read, and no clock is waited for. Empty if
/// one of them is not there, or no regular file.
SourceFiles glance_at(const std::vector<std::string>& paths);

/// Reads all bytes for the digests. Fails if a file cannot be read.
base::Result<void> add_contents(SourceFiles& files, const base::Call& call = {});

/// All bytes of a file that may have grown.
struct GrownContents {
  std::string contents;       ///< a digest of all
  std::string beginning;      ///< and of the bytes that it had before
  std::uint64_t lines = 0;    ///< line ends among those
  bool goes_on_line = false;  ///< the last of those lines is longer now
};

/// Reads all bytes; `bytes`: how many there were before. Fails if the file cannot be read.
base::Result<GrownContents> grown_contents(const std::string& path, std::uint64_t bytes,
                                           const base::Call& call);

/// The path, as it is now, of the first file that is not what it was; std::nullopt if none has
/// changed. Files are the same by what `look_at` finds, not by their paths; with `by_contents` by
/// their bytes alone, which both must have.
std::optional<std::string> first_changed(const SourceFiles& before, const SourceFiles& now,
                                         bool by_contents = false);

}  // namespace seedc::data
