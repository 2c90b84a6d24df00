// The tokens of an expression, with the queries that explaining its errors needs.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/parse/json/embedded_text.h"
#include "compiler/parse/shorthand/statements.h"
#include "compiler/parse/tokens.h"

namespace seedc::parse {

const Punctuation& expression_punctuation();

/// Whether a character (ASCII) may be part of a name.
bool is_word_char(char c);

/// Python's spelling of an operator or a truth value; empty for other types of tokens.
std::string_view python_spelling(std::size_t type);

/// Tokens are identified by index; an index beyond the list is the end of file. A range is [first,
/// end).
class ExpressionTokens {
 public:
  /// `tokens` end with the end of file; each has its location in `text` as its location in the
  /// file.
  ExpressionTokens(const EmbeddedText& text, TokenView tokens,
                   std::vector<std::string_view> spellings);

  const EmbeddedText& text() const { return text_; }
  std::size_t size() const { return spellings_.size(); }
  std::size_t type(std::size_t index) const;
  void set_type(std::size_t index, std::size_t type);
  std::string_view spelling(std::size_t index) const;
  /// The spelling in lower case (ASCII).
  std::string word(std::size_t index) const;
  source::Span place(std::size_t index) const { return place(index, index + 1); }
  source::Span place(std::size_t first, std::size_t end) const;

  bool opens(std::size_t index) const;
  bool closes(std::size_t index) const;
  /// Whether there is no blank before a token.
  bool touches_previous(std::size_t index) const;
  /// Whether a token follows a dot, as a key of a dotted name.
  bool is_key(std::size_t index) const;
  bool ends_value(std::size_t index) const;
  bool begins_value(std::size_t index) const;

  /// The bracket that closes the one at `open`.
  std::optional<std::size_t> closer(std::size_t open) const;
  /// The first token from `first` on, outside brackets opened since, that is one of `words` or
  /// ends the part: a comma, a closing bracket, the end.
  std::size_t find(std::size_t first, std::initializer_list<std::string_view> words) const;
  /// The first token of the part that contains a token: after the preceding bracket or comma.
  std::size_t part_begin(std::size_t index) const;
  /// The innermost bracket that is open before a token.
  std::optional<std::size_t> open_before(std::size_t index) const;
  /// Whether tokens [first, end) are the whole expression, a whole argument, or the whole contents
  /// of brackets.
  bool stands_alone(std::size_t first, std::size_t end) const;
  /// The first token of the dotted name that ends before `end`; std::nullopt if there is none.
  std::optional<std::size_t> name_before(std::size_t end) const;
  /// The text of a range in Python's spelling.
  std::string python(std::size_t first, std::size_t end) const;

 private:
  std::string python(std::size_t index) const;

  const EmbeddedText& text_;
  TokenView tokens_;
  std::vector<std::string_view> spellings_;  ///< slices of the text's value
};

}  // namespace seedc::parse
