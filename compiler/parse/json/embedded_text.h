// Text in a JSON string that is a program of its own: an expression.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"

namespace seedc {

/// The value of a JSON string, in which nothing is wrong, and the place of every byte of it in the
/// file. Offsets count bytes of the value.
class EmbeddedText {
 public:
  /// `string` outlives this.
  EmbeddedText(const ast::Json& string, std::string_view file_text);

  std::string_view value() const { return string_.text; }
  FileId file() const { return string_.span.file; }
  Span string_span() const { return string_.span; }
  /// Where bytes [begin, end) of the value are written.
  Span span(std::size_t begin, std::size_t end) const;
  /// The byte of the value that is written at a place of the file, inside the string.
  std::size_t offset(std::uint32_t place) const;
  /// Where a part of the value is written.
  Span span_of(std::string_view part) const;
  /// The replacement of a place in the string by a text, escaped as JSON wants it.
  static FixIt replacement(Span span, std::string_view text);

 private:
  const ast::Json& string_;
  std::vector<std::size_t> places_;  ///< in the spelling of the string, one more than bytes
};

}  // namespace seedc
