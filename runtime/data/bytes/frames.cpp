// Reads the headers of frames: RFC 8878 for zstd, and the extra field of gzip's header (RFC 1952)
// that bgzip writes the size of its blocks into.
#include "runtime/data/bytes/frames.h"

#include <algorithm>
#include <array>
#include <span>

namespace seedc::data {
namespace {

/// Frames are gathered to that many bytes.
constexpr std::uint64_t kRangeBytes = std::uint64_t{1} << 20;
/// A frame of which no end is found so far is decompressed by one thread.
constexpr std::uint64_t kMostBytesOfFrame = std::uint64_t{32} << 20;

using Bytes = std::span<const unsigned char>;

/// A little-endian number.
std::uint64_t number(Bytes bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

/// The bytes at `offset`: fewer at the end of the file, none if it cannot be read.
template <std::size_t kSize>
class BytesAt {
 public:
  BytesAt(const InputFile& file, std::uint64_t offset) {
    const auto read = file.read_at(offset, bytes_);
    size_ = read ? *read : 0;
  }
  bool is_whole() const { return size_ == kSize; }
  bool is_empty() const { return size_ == 0; }
  Bytes bytes() const { return {reinterpret_cast<const unsigned char*>(bytes_.data()), size_}; }

 private:
  std::array<char, kSize> bytes_ = {};
  std::size_t size_ = 0;
};

/// Where the blocks of a zstd frame end, the first of which begins there.
std::optional<std::uint64_t> end_of_blocks(const InputFile& file, std::uint64_t offset) {
  constexpr std::uint64_t kRepeated = 1;
  const std::uint64_t most = offset + kMostBytesOfFrame;
  while (offset < most) {
    const BytesAt<3> at(file, offset);
    if (!at.is_whole()) return std::nullopt;
    const std::uint64_t header = number(at.bytes());
    const bool is_last = (header & 1) != 0;
    const std::uint64_t type = header >> 1 & 3;
    offset += 3 + (type == kRepeated ? 1 : header >> 3);
    if (is_last) return offset;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> end_of_zstd_frame(const InputFile& file, std::uint64_t offset) {
  constexpr std::uint64_t kMagic = 0xFD2FB528;
  constexpr std::uint64_t kSkippable = 0x184D2A50;
  const BytesAt<8> at(file, offset);
  if (!at.is_whole()) return std::nullopt;
  const std::uint64_t magic = number(at.bytes().first(4));
  if ((magic & ~std::uint64_t{15}) == kSkippable) return offset + 8 + number(at.bytes().last(4));
  if (magic != kMagic) return std::nullopt;
  const unsigned descriptor = at.bytes()[4];
  const bool is_single_segment = (descriptor & 0x20) != 0;
  const bool has_checksum = (descriptor & 0x04) != 0;
  constexpr std::array<std::uint64_t, 4> kBytesOfDictionary = {0, 1, 2, 4};
  constexpr std::array<std::uint64_t, 4> kBytesOfSize = {0, 2, 4, 8};
  const unsigned size_flag = descriptor >> 6;
  const std::uint64_t bytes_of_size =
      size_flag == 0 && is_single_segment ? 1 : kBytesOfSize[size_flag];
  const std::uint64_t header =
      5 + (is_single_segment ? 0 : 1) + kBytesOfDictionary[descriptor & 3] + bytes_of_size;
  const auto end = end_of_blocks(file, offset + header);
  return end ? std::optional(*end + (has_checksum ? 4 : 0)) : std::nullopt;
}

/// The end of a block of bgzip; other members of gzip have no size.
std::optional<std::uint64_t> end_of_gzip_block(const InputFile& file, std::uint64_t offset) {
  const BytesAt<18> at(file, offset);
  if (!at.is_whole()) return std::nullopt;
  const Bytes header = at.bytes();
  constexpr unsigned char kHasExtra = 4;
  const bool has_size = header[0] == 0x1F && header[1] == 0x8B && header[3] == kHasExtra &&
                        number(header.subspan(10, 2)) == 6 && header[12] == 'B' &&
                        header[13] == 'C' && number(header.subspan(14, 2)) == 2;
  return has_size ? std::optional(offset + number(header.subspan(16, 2)) + 1) : std::nullopt;
}

}  // namespace

std::optional<FileRange> next_range(const InputFile& file, Compression compression,
                                    std::uint64_t begin) {
  if (BytesAt<1>(file, begin).is_empty()) return std::nullopt;
  std::uint64_t end = begin;
  while (end - begin < kRangeBytes) {
    const auto frame = compression == Compression::Zstd ? end_of_zstd_frame(file, end)
                                                        : end_of_gzip_block(file, end);
    if (!frame || *frame <= end) break;
    end = *frame;
  }
  if (end == begin) return FileRange{begin};
  const bool is_there = !BytesAt<1>(file, end - 1).is_empty();
  return is_there ? FileRange{begin, end} : FileRange{begin};
}

}  // namespace seedc::data
