// The text of a JSON string that is a program of its own: an expression.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"

namespace seedc::parse {

/// The value of a valid JSON string, and the location of each of its bytes in the file. Offsets
/// count bytes of the value.
class EmbeddedText {
 public:
  /// `string` must outlive this.
  EmbeddedText(const ast::Json& string, std::string_view file_text);

  std::string_view value() const { return string_.text; }
  source::FileId file() const { return string_.span.file; }
  source::Span string_span() const { return string_.span; }
  /// The location of bytes [begin, end) of the value.
  source::Span span(std::size_t begin, std::size_t end) const;
  /// The byte of the value at a location of the file, inside the string.
  std::size_t offset(std::uint32_t place) const;
  /// The location of a slice of the value.
  source::Span span_of(std::string_view part) const;
  /// The replacement of a location in the string by a text, with JSON escapes.
  static diag::FixIt replacement(source::Span span, std::string_view text);

 private:
  const ast::Json& string_;
  std::vector<std::size_t> places_;  ///< offsets in the spelling of the string, one more than bytes
};

}  // namespace seedc::parse
