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

TextLines::TextLines(std::string text) : text_(std::move(text)), starts_(starts_of(text_)) {
  for (std::size_t i = 0; i < starts_.size(); ++i)
    mark_line(starts_[i], i + 1 < starts_.size() ? starts_[i + 1] : text_.size());
}

void TextLines::mark_line(std::size_t begin, std::size_t end) {
  constexpr std::size_t kStride = 1024;
  Mark at{.offset = begin};
  for (std::size_t next = begin + kStride; next < end; next += kStride) {
    while (at.offset < next) {
      const std::size_t offset = at.offset;
      for (const Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32}) {
        const Width width = width_at(text_, offset, encoding);
        at.units[static_cast<std::size_t>(encoding)] += width.units;
        at.offset = offset + width.bytes;
      }
    }
    marks_.push_back(at);
  }
}

template <class IsBefore>
TextLines::Mark TextLines::last_mark(std::uint32_t line, const IsBefore& is_before) const {
  const auto first = std::ranges::lower_bound(marks_, starts_[line], {}, &Mark::offset);
  const auto end = line + 1 < line_count()
                       ? std::ranges::lower_bound(marks_, starts_[line + 1], {}, &Mark::offset)
                       : marks_.end();
  const auto after = std::partition_point(first, end, is_before);
  return after == first ? Mark{.offset = starts_[line]} : *(after - 1);
}

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
  const auto of_encoding = static_cast<std::size_t>(encoding);
  const std::size_t end = starts_[position.line] + line(position.line).size();
  Mark at = last_mark(position.line, [&](const Mark& mark) {
    return mark.units[of_encoding] <= position.character && mark.offset <= end;
  });
  std::uint32_t units = at.units[of_encoding];
  while (at.offset < end) {
    const Width width = width_at(text_, at.offset, encoding);
    if (units + width.units > position.character) break;
    units += width.units;
    at.offset += width.bytes;
  }
  return at.offset;
}

Position TextLines::position_of(std::size_t offset, Encoding encoding) const {
  offset = std::min(offset, text_.size());
  const std::uint32_t number = line_of(offset);
  Mark at = last_mark(number, [&](const Mark& mark) { return mark.offset <= offset; });
  Position position{number, at.units[static_cast<std::size_t>(encoding)]};
  const std::string_view before = std::string_view(text_).substr(0, offset);
  while (at.offset < offset) {
    const Width width = width_at(before, at.offset, encoding);
    position.character += width.units;
    at.offset += width.bytes;
  }
  return position;
}

}  // namespace seedc::lsp
