// Texts of a snapshot in compressed form: frames of zstd, each of as many whole texts as have
// kFrameBytes. A frame is unpacked when one of its texts is first read, to a location that the
// texts have from the beginning, so that views of them last.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/data/model/texts.h"
#include "runtime/data/snapshot/segments.h"

namespace seedc::data {

/// Of the texts of a frame; larger ones take less space, and longer to read one text.
constexpr std::size_t kFrameBytes = std::size_t{32} << 10;

struct CompressedFrame {
  std::uint64_t text_bytes = 0;
  std::string bytes;
};

/// The frames of texts one after another.
std::vector<CompressedFrame> compressed(const std::vector<std::string_view>& texts);

bool has_compressed_texts(const SnapshotFile& file);

/// The texts of reviews, compressed or not. The file must outlive them; what is unpacked is charged
/// to the call's account. Throws DamagedData.
Texts stored_texts(const SnapshotFile& file, const SegmentedRows& reviews, const base::Call& call);

}  // namespace seedc::data
