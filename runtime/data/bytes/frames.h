// Where the frames of a compressed file begin, as far as its headers tell without decompressing:
// those of zstd, and the blocks of gzip that bgzip writes.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/data/bytes/decompressor.h"
#include "runtime/data/bytes/input_file.h"

namespace seedc::data {

/// Bytes of a file that can be decompressed on their own.
struct FileRange {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;  ///< UINT64_MAX: up to the end of the file
};

/// The range from `begin` on: as many whole frames as it takes to be worth a thread, or all that is
/// left of the file if the frames are large, cannot be told apart, or cannot be read. std::nullopt
/// at the end of the file. The file has places.
std::optional<FileRange> next_range(const InputFile& file, Compression compression,
                                    std::uint64_t begin);

}  // namespace seedc::data
