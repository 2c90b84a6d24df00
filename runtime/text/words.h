// Words, the grams of the index: the runs of ASCII letters and digits in a text, in lower case. All
// other bytes stand between words, in texts and in the literals that are looked for alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seedc {

/// Words are no longer; what is longer has no word.
constexpr std::size_t kMaxWordBytes = 64;

struct TextWords {
  std::vector<std::string_view> words;  ///< of `lowered`, in order, as often as they occur
  std::string lowered;
  /// The text may match what its words do not: it has a longer word, or a stranger (strangers.h).
  bool is_odd = false;
};

/// Refills `words`.
void find_words(std::string_view text, TextWords& words);

/// A run of letters and digits in a literal, and how it lies in the words of texts that have the
/// literal.
struct WordPiece {
  std::string_view text;
  bool begins_word = false;  ///< something that is no letter or digit stands before it
  bool ends_word = false;    ///< and behind it
};

/// Of a literal in lower case.
std::vector<WordPiece> pieces_of(std::string_view literal);

}  // namespace seedc
