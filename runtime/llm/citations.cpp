// Scans the text once, with Unicode's character classes as in Python's re.
#include "runtime/llm/citations.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

namespace seedc::llm {
namespace {

/// Python's `\w`.
bool is_word_character(UChar32 c) {
  return c == '_' || (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

/// Python's `\s`.
bool is_space(UChar32 c) { return u_isUWhiteSpace(c) || (c >= 0x1c && c <= 0x1f); }

/// Python's `\d`.
bool is_digit(UChar32 c) { return u_charType(c) == U_DECIMAL_DIGIT_NUMBER; }

/// Whether re.IGNORECASE considers the characters equal: it equates `ı` with `i` and `ſ` with `s`.
UChar32 folded(UChar32 c) {
  constexpr UChar32 kDotlessI = 0x131;
  return c == kDotlessI ? 'i' : u_foldCase(u_tolower(c), U_FOLD_CASE_DEFAULT);
}

/// A position in UTF-8 text. Invalid UTF-8 counts as a character that is not part of a word.
class Cursor {
 public:
  explicit Cursor(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  bool at_end() const { return at_ == text_.size(); }
  std::size_t place() const { return at_; }
  UChar32 next() {
    UChar32 c = 0;
    auto at = static_cast<std::int64_t>(at_);
    U8_NEXT_OR_FFFD(text_.data(), at, static_cast<std::int64_t>(text_.size()), c);
    at_ = static_cast<std::size_t>(at);
    return c;
  }
  UChar32 peek() const { return Cursor(*this).next(); }
  bool is_at(bool (*is_of_class)(UChar32)) const { return !at_end() && is_of_class(peek()); }

 private:
  std::string_view text_;
  std::size_t at_;
};

bool skip_word(Cursor& cursor, std::string_view word) {
  for (Cursor wanted(word); !wanted.at_end();) {
    if (cursor.at_end() || folded(cursor.next()) != folded(wanted.next())) return false;
  }
  return true;
}

bool skip_spaces(Cursor& cursor) {
  if (!cursor.is_at(is_space)) return false;
  while (cursor.is_at(is_space)) cursor.next();
  return true;
}

/// The number that begins here and ends at a word boundary; empty if there is none.
std::string take_number(Cursor& cursor) {
  std::string digits;
  while (cursor.is_at(is_digit)) digits += static_cast<char>('0' + u_charDigitValue(cursor.next()));
  if (digits.empty() || cursor.is_at(is_word_character)) return {};
  const std::size_t leading = digits.find_first_not_of('0');
  return leading == std::string::npos ? "0" : digits.substr(leading);
}

}  // namespace

std::vector<std::string> cited_numbers(std::string_view text, std::string_view noun) {
  std::vector<std::string> numbers;
  bool is_inside_word = false;
  for (Cursor cursor(text); !cursor.at_end();) {
    Cursor ahead = cursor;
    if (!is_inside_word && skip_word(ahead, noun) && skip_spaces(ahead)) {
      if (std::string number = take_number(ahead); !number.empty()) {
        numbers.push_back(std::move(number));
        cursor = ahead;
        is_inside_word = true;
        continue;
      }
    }
    is_inside_word = is_word_character(cursor.next());
  }
  return numbers;
}

bool exceeds(std::string_view number, long long bound) {
  const std::string limit = std::to_string(bound);
  return number.size() == limit.size() ? number > limit : number.size() > limit.size();
}

bool is_word(std::string_view text) {
  for (Cursor cursor(text); !cursor.at_end();) {
    if (!is_word_character(cursor.next())) return false;
  }
  return !text.empty();
}

}  // namespace seedc::llm
