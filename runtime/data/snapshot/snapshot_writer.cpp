// Writes sections, checksums of blocks, the table of contents, and finally the header.
#include "runtime/data/snapshot/snapshot_writer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "runtime/base/checksum.h"

namespace seedc::data {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
static_assert(kBufferBytes % kChecksumBlockBytes == 0);

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

SnapshotWriter::SnapshotWriter(base::FileReplacement file, const base::Call& call)
    : file_(std::move(file)), call_(call), offset_(sizeof(SnapshotHeader)) {
  result_ = append_to_file(std::string(sizeof(SnapshotHeader), '\0'));  // reserves its space
}

/// Blocks that are not complete get another checksum, and so do the old contents, which are between
/// sections then: these bytes are written once more as they are.
SnapshotWriter::SnapshotWriter(base::FileExtension& file, const SnapshotFile& before,
                               std::uint32_t segments, const base::Call& call)
    : file_(&file), call_(call) {
  std::ranges::copy_if(
      before.entries(), std::back_inserter(entries_), [&](const SectionEntry& entry) {
        return is_of_segment(entry.section) && entry.number < number_in_segment(segments);
      });
  const auto checksums = before.complete_checksums();
  checksums_.assign(checksums.begin(), checksums.end());
  offset_ = sizeof(SnapshotHeader) + checksums.size() * kChecksumBlockBytes;
  file.write_from(offset_);
  write(before.after_complete_blocks());
}

void SnapshotWriter::begin(Section section, std::uint32_t number) {
  align();
  entries_.push_back({section, number, offset_, 0});
}

void SnapshotWriter::append(std::string_view bytes) {
  entries_.back().bytes += bytes.size();
  write(bytes);
}

void SnapshotWriter::align() {
  const std::uint64_t past = offset_ % kSectionAlignment;
  write(std::string(past == 0 ? 0 : kSectionAlignment - past, '\0'));
}

void SnapshotWriter::add(Section section, std::string_view bytes, std::uint32_t number) {
  begin(section, number);
  append(bytes);
}

void SnapshotWriter::add(Section begins, Section bytes, const FlatTexts& texts,
                         std::uint32_t number) {
  add(begins, texts.begins().bytes(), number);
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
  for (std::string_view rest = buffer_; !rest.empty();) {
    const std::string_view block = rest.substr(0, kChecksumBlockBytes);
    checksums_.push_back(base::checksum_of(block));
    rest.remove_prefix(block.size());
  }
  if (result_) result_ = append_to_file(buffer_);
  buffer_.clear();
}

base::Result<void> SnapshotWriter::append_to_file(std::string_view bytes) {
  auto* const extension = std::get_if<base::FileExtension*>(&file_);
  return extension != nullptr ? (*extension)->append(bytes)
                              : std::get<base::FileReplacement>(file_).append(bytes);
}

base::Result<void> SnapshotWriter::commit(std::string_view header) {
  auto* const extension = std::get_if<base::FileExtension*>(&file_);
  return extension != nullptr ? (*extension)->commit(header)
                              : std::get<base::FileReplacement>(file_).commit(header);
}

std::string SnapshotWriter::contents() {
  std::sort(entries_.begin(), entries_.end(), [](const SectionEntry& a, const SectionEntry& b) {
    return std::pair(a.section, a.number) < std::pair(b.section, b.number);
  });
  std::string contents(bytes_of(std::span<const SectionEntry>(entries_)));
  const std::span<const std::uint64_t> checksums = checksums_;
  for (std::size_t first = 0; first < checksums.size(); first += kSumsPerGroup) {
    const auto sums = checksums.subspan(first, std::min(kSumsPerGroup, checksums.size() - first));
    const std::uint64_t sum = base::checksum_of(bytes_of(sums));
    contents += bytes_of(std::span<const std::uint64_t>(&sum, 1));
  }
  return contents;
}

base::Result<std::uint64_t> SnapshotWriter::finish() {
  align();
  flush();
  const std::string contents = this->contents();
  const std::string_view checksums = bytes_of(std::span<const std::uint64_t>(checksums_));
  SnapshotHeader header;
  header.contents_offset = offset_;
  header.section_count = static_cast<std::uint32_t>(entries_.size());
  header.file_bytes = offset_ + contents.size() + checksums.size();
  header.contents_checksum = base::checksum_of(contents);
  const std::string_view fixed(reinterpret_cast<const char*>(&header), sizeof header);
  header.checksum = base::checksum_of(fixed.substr(0, offsetof(SnapshotHeader, checksum)));
  return result_.and_then([&] { return append_to_file(contents); })
      .and_then([&] { return append_to_file(checksums); })
      .and_then([&] { return commit(fixed); })
      .map([&] { return header.file_bytes; });
}

}  // namespace seedc::data
