// A pattern as split by Python's tokenizer: single characters, and pairs of a backslash and a
// character.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::pattern {

struct Token {
  char32_t code = 0;
  bool escaped = false;  ///< preceded by a backslash
};

/// As written.
std::string written(Token token);

/// A cursor over the tokens of a pattern, with the first failure of its users.
class PatternTokens {
 public:
  explicit PatternTokens(std::u32string_view pattern);

  /// The pattern ends in the middle of a token.
  bool ends_in_backslash() const { return ends_in_backslash_; }

  bool at_end() const { return next_ == tokens_.size(); }
  /// Whether the next token is this character, unescaped.
  bool next_is(char32_t code) const;
  /// Whether the next token is one of these characters, unescaped.
  bool next_is_any_of(std::u32string_view codes) const;

  std::optional<Token> peek() const;
  std::optional<Token> take();
  /// Takes the next token if it is this character, unescaped.
  bool take_if(char32_t code);
  /// Takes up to `limit` unescaped characters of `codes`.
  std::u32string take_while(std::u32string_view codes, std::size_t limit = std::u32string::npos);
  /// Takes everything before `terminator`, and the terminator; std::nullopt if there is none.
  std::optional<std::u32string> take_until(char32_t terminator);

  /// Takes a name up to `terminator`, and the terminator. Fails if it is empty or unterminated;
  /// `what` describes it in the message.
  std::u32string take_name(char32_t terminator, std::string_view what);

  std::size_t position() const { return next_; }
  void return_to(std::size_t position) { next_ = position; }
  void skip_to_end() { next_ = tokens_.size(); }

  /// Keeps the first failure, and skips the rest of the pattern, so that every loop over it ends.
  void fail(std::string text);
  /// Empty if there is none.
  const std::string& failure() const { return failure_; }

 private:
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  bool ends_in_backslash_ = false;
  std::string failure_;
};

}  // namespace seedc::pattern
