// A pattern as Python's tokenizer cuts it: single characters, and pairs of a backslash and a
// character.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::regex {

struct Token {
  char32_t code = 0;
  bool escaped = false;  ///< a backslash stands before it
};

/// As it is written.
std::string written(Token token);

/// A cursor over the tokens of a pattern, and the first failure of whoever reads them.
class PatternTokens {
 public:
  explicit PatternTokens(std::u32string_view pattern);

  /// The pattern ends in the middle of a token.
  bool ends_in_backslash() const { return ends_in_backslash_; }

  bool at_end() const { return next_ == tokens_.size(); }
  /// Whether the next token is this character, bare.
  bool next_is(char32_t code) const;
  /// Whether the next token is one of these characters, bare.
  bool next_is_any_of(std::u32string_view codes) const;

  std::optional<Token> peek() const;
  std::optional<Token> take();
  /// Takes the next token if it is this character, bare.
  bool take_if(char32_t code);
  /// Takes bare characters of `codes`, `limit` at most.
  std::u32string take_while(std::u32string_view codes, std::size_t limit = std::u32string::npos);
  /// Takes all before `terminator`, and the terminator; nothing if there is none.
  std::optional<std::u32string> take_until(char32_t terminator);

  /// Takes a name up to `terminator`, and the terminator. Fails if it is empty or unterminated;
  /// `what` says what it names.
  std::u32string take_name(char32_t terminator, std::string_view what);

  std::size_t position() const { return next_; }
  void return_to(std::size_t position) { next_ = position; }
  void skip_to_end() { next_ = tokens_.size(); }

  /// Keeps the first failure, and skips the rest of the pattern, so that every loop over it comes
  /// to its end.
  void fail(std::string text);
  /// Empty if there is none.
  const std::string& failure() const { return failure_; }

 private:
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  bool ends_in_backslash_ = false;
  std::string failure_;
};

}  // namespace seedc::regex
