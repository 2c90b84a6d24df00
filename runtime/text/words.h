// Words, the grams of the index: the runs of ASCII letters and digits in a text, in lower case. All
// other bytes separate words, in texts as well as in literals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"

namespace seedc::text {

/// The maximum length of words; longer runs have no word.
constexpr std::size_t kMaxWordBytes = 64;

struct TextWords {
  std::vector<std::string_view> words;  ///< slices of `lowered`, in order, with repetitions
  std::string lowered;
  /// The text may match although its words do not: it has a longer word, or a stranger
  /// (strangers.h).
  bool is_odd = false;
};

/// Replaces `words`.
void find_words(std::string_view text, TextWords& words);

/// A run of letters and digits in a literal, and how it is aligned with the words of texts that
/// contain the literal.
struct WordPiece {
  std::string_view text;
  bool begins_word = false;  ///< no letter or digit precedes it
  bool ends_word = false;    ///< nor follows it
};

/// `literal` must outlive the pieces.
std::vector<WordPiece> pieces_of(const language::RequiredLiteral& literal);

}  // namespace seedc::text
