// Computes the lines and columns of locations in source files.
#include "compiler/source/source.h"

#include <algorithm>
#include <utility>

#include "runtime/base/byte_order_mark.h"

namespace seedc::source {
namespace {

/// Where each line begins. A byte order mark is not part of the first line, so that it does not
/// shift columns.
std::vector<std::uint32_t> find_line_starts(std::string_view text) {
  const bool has_mark = text.starts_with(base::kByteOrderMark);
  std::vector<std::uint32_t> starts{
      static_cast<std::uint32_t>(has_mark ? base::kByteOrderMark.size() : 0)};
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    starts.push_back(static_cast<std::uint32_t>(end + 1));
  }
  return starts;
}

/// Counting starts at most this far before a location, so that a very long line costs no more than
/// a short one.
constexpr std::uint32_t kBlockBytes = 1024;

std::uint32_t count_code_points(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

std::vector<std::uint32_t> count_before_blocks(std::string_view text) {
  std::vector<std::uint32_t> counts{0};
  for (std::size_t begin = 0; begin < text.size(); begin += kBlockBytes) {
    counts.push_back(counts.back() + count_code_points(text.substr(begin, kBlockBytes)));
  }
  return counts;
}

}  // namespace

Span join(Span first, Span last) {
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)),
      text_(std::move(text)),
      line_starts_(find_line_starts(text_)),
      block_code_points_(count_before_blocks(text_)) {}

std::uint32_t SourceFile::code_points_before(std::uint32_t offset) const {
  const std::uint32_t block = offset / kBlockBytes;
  const std::uint32_t begin = block * kBlockBytes;
  return block_code_points_[block] + count_code_points(text().substr(begin, offset - begin));
}

LineColumn SourceFile::position(std::uint32_t offset) const {
  const auto next_line = std::upper_bound(line_starts_.begin() + 1, line_starts_.end(), offset);
  const std::uint32_t line_start = *(next_line - 1);
  const auto end = static_cast<std::uint32_t>(text_.size());
  const std::uint32_t place = std::clamp(offset, line_start, end);
  return {static_cast<std::uint32_t>(next_line - line_starts_.begin()),
          code_points_before(place) - code_points_before(line_start) + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  const std::size_t begin = line_starts_[number - 1];
  const bool is_last = number == line_starts_.size();
  const std::size_t end = is_last ? text_.size() : line_starts_[number] - 1;
  std::string_view line = text().substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

FileId SourceManager::add(std::string name, std::string text) {
  files_.emplace_back(std::move(name), std::move(text));
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceManager::text(Span span) const {
  return files_[span.file].text().substr(span.begin, span.end - span.begin);
}

}  // namespace seedc::source
