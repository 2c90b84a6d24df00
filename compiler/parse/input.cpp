// Checks input before parsing, and provides the stream of code points.
#include "compiler/parse/input.h"

#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

}  // namespace

std::optional<Stretch> program_stretch(const source::SourceFile& source, source::FileId file,
                                       diag::Diagnostics& diagnostics, const ParseLimits& limits) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::string_view text = source.text();
  if (text.size() > limits.max_bytes) {
    diagnostics.report(diag::DiagCode::TooLarge, source::Span{file, 0, 0}, limits.max_bytes);
    return std::nullopt;
  }
  if (const auto invalid = source::find_invalid_utf8(text)) {
    const auto offset = static_cast<std::uint32_t>(*invalid);
    diagnostics.report(diag::DiagCode::InvalidUtf8, source::Span{file, offset, offset + 1},
                       static_cast<unsigned char>(text[offset]));
    return std::nullopt;
  }
  return Stretch{text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0, text.size()};
}

ByteStream::ByteStream(std::string_view text, Stretch stretch)
    : text_(text.substr(0, stretch.end)), offset_(stretch.begin) {}

void ByteStream::consume() {
  offset_ += is_ascii(text_[offset_]) ? 1 : source::decode_utf8(text_, offset_)->byte_count;
}

std::size_t ByteStream::LA(ssize_t distance) {
  if (distance != 1) throw antlr4::UnsupportedOperationException("ByteStream looks one ahead");
  if (offset_ >= text_.size()) return EOF;
  const char byte = text_[offset_];
  return is_ascii(byte) ? static_cast<unsigned char>(byte)
                        : source::decode_utf8(text_, offset_)->value;
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
  return std::string(text_.substr(static_cast<std::size_t>(interval.a),
                                  static_cast<std::size_t>(interval.length())));
}

}  // namespace seedc::parse
