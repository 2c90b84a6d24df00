// Splits a pattern into tokens, and iterates over them.
#include "compiler/pattern/pattern_tokens.h"

#include <fmt/format.h>

#include "compiler/pattern/code_points.h"

namespace seedc::pattern {

std::string written(Token token) { return (token.escaped ? "\\" : "") + to_utf8(token.code); }

PatternTokens::PatternTokens(std::u32string_view pattern) {
  tokens_.reserve(pattern.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\') {
      tokens_.push_back({pattern[i], false});
    } else if (++i < pattern.size()) {
      tokens_.push_back({pattern[i], true});
    } else {
      ends_in_backslash_ = true;
    }
  }
}

bool PatternTokens::next_is(char32_t code) const {
  return !at_end() && !tokens_[next_].escaped && tokens_[next_].code == code;
}

bool PatternTokens::next_is_any_of(std::u32string_view codes) const {
  return !at_end() && !tokens_[next_].escaped && codes.find(tokens_[next_].code) != codes.npos;
}

std::optional<Token> PatternTokens::peek() const {
  if (at_end()) return std::nullopt;
  return tokens_[next_];
}

std::optional<Token> PatternTokens::take() {
  if (at_end()) return std::nullopt;
  return tokens_[next_++];
}

bool PatternTokens::take_if(char32_t code) {
  if (!next_is(code)) return false;
  ++next_;
  return true;
}

std::u32string PatternTokens::take_while(std::u32string_view codes, std::size_t limit) {
  std::u32string taken;
  while (taken.size() < limit && next_is_any_of(codes)) taken += tokens_[next_++].code;
  return taken;
}

std::optional<std::u32string> PatternTokens::take_until(char32_t terminator) {
  std::u32string taken;
  while (std::optional<Token> token = take()) {
    if (!token->escaped && token->code == terminator) return taken;
    if (token->escaped) taken += U'\\';
    taken += token->code;
  }
  return std::nullopt;
}

std::u32string PatternTokens::take_name(char32_t terminator, std::string_view what) {
  bool is_missing = at_end() || next_is(terminator);
  std::optional<std::u32string> name = take_until(terminator);
  if (is_missing) {
    fail(fmt::format("missing {}", what));
  } else if (!name) {
    fail(fmt::format("missing {}, unterminated name", to_utf8(terminator)));
  }
  return name.value_or(U"");
}

void PatternTokens::fail(std::string text) {
  if (failure_.empty()) failure_ = std::move(text);
  skip_to_end();
}

}  // namespace seedc::pattern
