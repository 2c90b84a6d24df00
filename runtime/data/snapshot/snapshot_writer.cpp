// Writes sections, checksums of blocks, the table of contents, and finally the header.
#include "runtime/data/snapshot/snapshot_writer.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace seedc::data {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

SnapshotWriter::SnapshotWriter(base::FileReplacement file, const base::Call& call)
    : file_(std::move(file)), call_(call), block_(XXH3_createState()) {
  XXH3_64bits_reset(block_.get());
  write(std::string(sizeof(SnapshotHeader), '\0'));  // reserves its space
}

void SnapshotWriter::begin(Section section, std::uint32_t number) {
  align();
  entries_.push_back({section, number, offset_, 0});
}

void SnapshotWriter::append(std::string_view bytes) {
  entries_.back().bytes += bytes.size();
  hash(bytes);
  write(bytes);
}

void SnapshotWriter::align() {
  const std::uint64_t past = offset_ % kSectionAlignment;
  const std::string gap(past == 0 ? 0 : kSectionAlignment - past, '\0');
  hash(gap);
  write(gap);
}

void SnapshotWriter::add(Section section, std::string_view bytes, std::uint32_t number) {
  begin(section, number);
  append(bytes);
}

void SnapshotWriter::add(Section begins, Section bytes, const FlatTexts& texts,
                         std::uint32_t number) {
  add(begins, texts.begins().span(), number);
  add(bytes, texts.bytes().span(), number);
}

void SnapshotWriter::write(std::string_view bytes) {
  offset_ += bytes.size();
  while (result_ && !bytes.empty()) {
    const std::string_view now = bytes.substr(0, kBufferBytes - buffer_.size());
    buffer_ += now;
    if (buffer_.size() == kBufferBytes) flush();
    bytes.remove_prefix(now.size());
  }
}

void SnapshotWriter::flush() {
  call_.check();
  if (result_) result_ = file_.append(buffer_);
  buffer_.clear();
}

void SnapshotWriter::hash(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view now = bytes.substr(0, kChecksumBlockBytes - block_bytes_);
    XXH3_64bits_update(block_.get(), now.data(), now.size());
    block_bytes_ += now.size();
    if (block_bytes_ == kChecksumBlockBytes) end_block();
    bytes.remove_prefix(now.size());
  }
}

void SnapshotWriter::end_block() {
  constexpr std::size_t kBlocksPerCheck = 1024;
  if (checksums_.size() % kBlocksPerCheck == 0) call_.check();
  checksums_.push_back(XXH3_64bits_digest(block_.get()));
  XXH3_64bits_reset(block_.get());
  block_bytes_ = 0;
}

std::string SnapshotWriter::end_contents() {
  if (block_bytes_ > 0) end_block();
  std::sort(entries_.begin(), entries_.end(), [](const SectionEntry& a, const SectionEntry& b) {
    return std::pair(a.section, a.number) < std::pair(b.section, b.number);
  });
  std::string contents(bytes_of(std::span<const SectionEntry>(entries_)));
  const std::span<const std::uint64_t> checksums = checksums_;
  for (std::size_t first = 0; first < checksums.size(); first += kSumsPerGroup) {
    const auto sums = checksums.subspan(first, std::min(kSumsPerGroup, checksums.size() - first));
    const std::uint64_t sum = XXH3_64bits(sums.data(), sums.size_bytes());
    contents += bytes_of(std::span<const std::uint64_t>(&sum, 1));
  }
  return contents;
}

base::Result<std::uint64_t> SnapshotWriter::finish() {
  align();
  SnapshotHeader header;
  header.contents_offset = offset_;
  const std::string contents = end_contents();
  write(contents);
  write(bytes_of(std::span<const std::uint64_t>(checksums_)));
  header.section_count = static_cast<std::uint32_t>(entries_.size());
  header.file_bytes = offset_;
  header.contents_checksum = XXH3_64bits(contents.data(), contents.size());
  header.checksum = XXH3_64bits(&header, offsetof(SnapshotHeader, checksum));
  flush();
  return result_
      .and_then([&] {
        return file_.overwrite({reinterpret_cast<const char*>(&header), sizeof header}, 0);
      })
      .and_then([&] { return file_.commit(); })
      .map([&] { return offset_; });
}

}  // namespace seedc::data
