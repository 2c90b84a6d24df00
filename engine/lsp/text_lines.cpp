// Counts bytes and code units.
#include "engine/lsp/text_lines.h"

#include <algorithm>

#include "compiler/source/utf8.h"

namespace seedc::lsp {
namespace {

std::vector<std::size_t> starts_of(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = text.find_first_of("\r\n"); i != std::string_view::npos;
       i = text.find_first_of("\r\n", i)) {
    i += text.substr(i, 2) == "\r\n" ? 2 : 1;
    starts.push_back(i);
  }
  return starts;
}

/// The code point at an offset: how many bytes and code units it has. A byte that is not UTF-8 is
/// one of each.
struct Width {
  std::size_t bytes = 1;
  std::uint32_t units = 1;
};
Width width_at(std::string_view text, std::size_t offset, Encoding encoding) {
  const auto code_point = source::decode_utf8(text, offset);
  if (!code_point) return {};
  switch (encoding) {
    case Encoding::Utf8:
      return {code_point->byte_count, static_cast<std::uint32_t>(code_point->byte_count)};
    case Encoding::Utf16:
      return {code_point->byte_count, code_point->value > 0xFFFF ? 2u : 1u};
    case Encoding::Utf32:
      return {code_point->byte_count, 1};
  }
  return {};
}

}  // namespace

TextLines::TextLines(std::string text) : text_(std::move(text)), starts_(starts_of(text_)) {}

std::string_view TextLines::line(std::uint32_t number) const {
  if (number >= line_count()) return {};
  const std::size_t end = number + 1 < line_count() ? starts_[number + 1] : text_.size();
  std::string_view line = std::string_view(text_).substr(starts_[number], end - starts_[number]);
  if (number + 1 < line_count()) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return line;
}

std::uint32_t TextLines::line_of(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(starts_, offset);
  return static_cast<std::uint32_t>(after - starts_.begin() - 1);
}

std::size_t TextLines::offset_of(Position position, Encoding encoding) const {
  if (position.line >= line_count()) return text_.size();
  const std::string_view in = line(position.line);
  std::size_t offset = 0;
  std::uint32_t units = 0;
  while (offset < in.size()) {
    const Width width = width_at(in, offset, encoding);
    if (units + width.units > position.character) break;
    units += width.units;
    offset += width.bytes;
  }
  return starts_[position.line] + offset;
}

Position TextLines::position_of(std::size_t offset, Encoding encoding) const {
  offset = std::min(offset, text_.size());
  const std::uint32_t number = line_of(offset);
  const std::string_view in =
      std::string_view(text_).substr(starts_[number], offset - starts_[number]);
  Position position{number, 0};
  for (std::size_t i = 0; i < in.size();) {
    const Width width = width_at(in, i, encoding);
    position.character += width.units;
    i += width.bytes;
  }
  return position;
}

}  // namespace seedc::lsp
