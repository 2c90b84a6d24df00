// Maps values of JSON strings to locations in the file.
#include "compiler/parse/json/embedded_text.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "compiler/parse/strings.h"
#include "runtime/language/json_string.h"
#include "runtime/language/value.h"

namespace seedc::parse {

EmbeddedText::EmbeddedText(const ast::Json& string, std::string_view file_text)
    : string_(string),
      places_(decoded_places(
          file_text.substr(string.span.begin, string.span.end - string.span.begin))) {}

source::Span EmbeddedText::span(std::size_t begin, std::size_t end) const {
  const source::Span& string = string_.span;
  return {string.file, static_cast<std::uint32_t>(string.begin + places_[begin]),
          static_cast<std::uint32_t>(string.begin + places_[end])};
}

source::Span EmbeddedText::span_of(std::string_view part) const {
  const auto begin = static_cast<std::size_t>(part.data() - value().data());
  return span(begin, begin + part.size());
}

std::size_t EmbeddedText::offset(std::uint32_t place) const {
  const auto found = std::ranges::lower_bound(places_, place - string_.span.begin);
  return static_cast<std::size_t>(found - places_.begin());
}

diag::FixIt EmbeddedText::replacement(source::Span span, std::string_view text) {
  const std::string quoted = language::json_string(text);
  return {span, quoted.substr(1, quoted.size() - 2)};
}

}  // namespace seedc::parse
