// A compressed file as its contents. Threads of its own decompress ahead of the reader: one per
// range of frames, as far as these can be told apart, else one for all.
//
//     file     | frames 1..9 | frames 10..17 | frames 18..30 | …
//     threads    1: chunks…    2: chunks…      (claimed next)
//     reader     takes the chunks of the first range, then those of the second, …
#pragma once

#include <memory>

#include "runtime/data/bytes/byte_source.h"
#include "runtime/data/bytes/decompressor.h"
#include "runtime/data/bytes/input_file.h"

namespace seedc::data {

/// Begins at once. What is decompressed ahead is bounded (64 MiB, or 4 MiB if the call has a budget
/// of memory) and charged to the call.
std::unique_ptr<ByteSource> unpacked_file(InputFile file, Compression compression,
                                          const UnpackLimits& limits, unsigned threads,
                                          const base::Call& call);

}  // namespace seedc::data
