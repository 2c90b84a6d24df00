// Checks input before parsing, and provides the stream of code points.
#include "compiler/parse/input.h"

#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

source::CodePoint code_point_at(std::string_view text, std::size_t offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x80) return {byte, 1};
  return source::decode_utf8(text, offset).value_or(source::CodePoint{0xFFFD, 1});
}

}  // namespace

std::optional<Stretch> program_stretch(const source::SourceFile& source, source::FileId file,
                                       diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::string_view text = source.text();
  if (text.size() > limits.max_bytes) {
    diagnostics.report(diag::DiagCode::TooLarge, source::Span{file, 0, 0}, limits.max_bytes);
    return std::nullopt;
  }
  return Stretch{text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0, text.size()};
}

bool report_invalid_utf8(std::string_view text, Stretch stretch, source::FileId file,
                         diag::Diagnostics& diagnostics) {
  const auto invalid =
      source::find_invalid_utf8(text.substr(stretch.begin, stretch.end - stretch.begin));
  if (!invalid) return false;
  const auto offset = static_cast<std::uint32_t>(stretch.begin + *invalid);
  diagnostics.report(diag::DiagCode::InvalidUtf8, source::Span{file, offset, offset + 1},
                     static_cast<unsigned char>(text[offset]));
  return true;
}

ByteStream::ByteStream(std::string_view text, Stretch stretch)
    : text_(text.substr(0, stretch.end)), offset_(stretch.begin) {}

void ByteStream::consume() { offset_ += code_point_at(text_, offset_).byte_count; }

std::size_t ByteStream::LA(ssize_t distance) {
  if (distance != 1) throw antlr4::UnsupportedOperationException("ByteStream looks one ahead");
  return offset_ < text_.size() ? code_point_at(text_, offset_).value : EOF;
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
  return std::string(text_.substr(static_cast<std::size_t>(interval.a),
                                  static_cast<std::size_t>(interval.length())));
}

}  // namespace seedc::parse
