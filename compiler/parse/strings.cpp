// Decodes escapes.
#include "compiler/parse/strings.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "compiler/source/utf8.h"

namespace seedc::parse {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }
bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

std::string_view without_quotes(std::string_view spelling) {
  return spelling.substr(1, spelling.size() - 2);
}

/// The meaning of `
/// ` and similar escapes.
std::optional<char> simple_escape(char letter) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  const auto index = kLetters.find(letter);
  return index == std::string_view::npos ? std::nullopt : std::optional(kValues[index]);
}

class Decoder {
 public:
  Decoder(std::string_view body, source::Span body_span, std::string_view escape_help,
          diag::Diagnostics& diagnostics)
      : body_(body), span_(body_span), escape_help_(escape_help), diagnostics_(diagnostics) {}

  std::string decode() {
    while (at_ < body_.size()) {
      const std::size_t begin = at_;
      if (body_[at_] == '\\') {
        take_escape();
      } else {
        if (is_control(body_[at_])) report_control();
        value_ += body_[at_++];
      }
      places_.resize(value_.size(), begin);
    }
    return std::move(value_);
  }

  /// The offset in the body of each byte of the value.
  std::vector<std::size_t>& places() { return places_; }

 private:
  void take_escape() {
    const char letter = body_[at_ + 1];
    if (const auto simple = simple_escape(letter)) {
      value_ += *simple;
      at_ += 2;
    } else if (letter == 'u') {
      take_unicode_escape();
    } else {
      const auto code_point = source::decode_utf8(body_, at_ + 1);
      report_escape(1 + code_point->byte_count);
    }
  }

  /// The four digits of `\uXXXX` at `offset`, if there is one.
  std::optional<char32_t> unit_at(std::size_t offset) const {
    if (!body_.substr(offset).starts_with("\\u") || offset + 6 > body_.size()) return std::nullopt;
    const char* first = body_.data() + offset + 2;
    std::uint32_t unit = 0;
    const auto [end, error] = std::from_chars(first, first + 4, unit, 16);
    return error == std::errc() && end == first + 4 ? std::optional<char32_t>(unit) : std::nullopt;
  }

  void take_unicode_escape() {
    const auto unit = unit_at(at_);
    if (!unit) return report_escape(2);
    const auto next = is_high_surrogate(*unit) ? unit_at(at_ + 6) : std::nullopt;
    if (next && is_low_surrogate(*next)) {
      source::append_utf8(value_, 0x10000 + ((*unit - 0xD800) << 10) + (*next - 0xDC00));
      at_ += 12;
    } else if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
      report_half_pair();
    } else {
      source::append_utf8(value_, *unit);
      at_ += 6;
    }
  }

  source::Span span_here(std::size_t byte_count) const {
    const auto begin = static_cast<std::uint32_t>(span_.begin + at_);
    return {span_.file, begin, static_cast<std::uint32_t>(begin + byte_count)};
  }

  /// An unknown escape is taken literally, so that parsing continues.
  void report_escape(std::size_t byte_count) {
    const std::string_view spelling = body_.substr(at_, byte_count);
    diagnostics_.report(diag::DiagCode::BadEscape, span_here(byte_count), spelling).help =
        spelling == "\\u" ? "four hexadecimal digits follow `\\u`" : escape_help_;
    value_ += spelling;
    at_ += byte_count;
  }

  void report_half_pair() {
    const auto text = fmt::format("`{}` is half of a surrogate pair", body_.substr(at_, 6));
    diagnostics_.report(diag::DiagCode::Syntax, span_here(6), text).help =
        "write the character itself, or both halves";
    at_ += 6;
  }

  void report_control() {
    const bool is_tab = body_[at_] == '\t';
    const auto text =
        fmt::format("control character U+{:04X} in a string", static_cast<int>(body_[at_]));
    diagnostics_.report(diag::DiagCode::Syntax, span_here(1), text).help =
        is_tab ? "write `\\t`" : fmt::format("write `\\u{:04x}`", static_cast<int>(body_[at_]));
  }

  std::string_view body_;
  source::Span span_;
  std::string_view escape_help_;
  diag::Diagnostics& diagnostics_;
  std::string value_;
  std::vector<std::size_t> places_;
  std::size_t at_ = 0;
};

}  // namespace

std::string decode_escaped(std::string_view spelling, source::Span span,
                           std::string_view escape_help, diag::Diagnostics& diagnostics) {
  const std::string_view body = without_quotes(spelling);
  const bool is_plain =
      std::none_of(body.begin(), body.end(), [](char c) { return c == '\\' || is_control(c); });
  if (is_plain) return std::string(body);
  const source::Span body_span{span.file, span.begin + 1, span.end - 1};
  return Decoder(body, body_span, escape_help, diagnostics).decode();
}

std::vector<std::size_t> decoded_places(std::string_view spelling) {
  diag::Diagnostics none;
  Decoder decoder(without_quotes(spelling), {}, {}, none);
  decoder.decode();
  std::vector<std::size_t> places = std::move(decoder.places());
  places.push_back(spelling.size() - 2);
  for (std::size_t& place : places) ++place;  // the opening quote
  return places;
}

std::string decode_raw(std::string_view spelling) {
  const std::string_view body = without_quotes(spelling);
  std::string value;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const bool is_escape = body[i] == '\\' && (body[i + 1] == '\'' || body[i + 1] == '\\');
    if (is_escape) ++i;
    value += body[i];
  }
  return value;
}

std::string upper_case(std::string_view word) {
  std::string upper(word);
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return upper;
}

}  // namespace seedc::parse
