// Words, the grams of the index: the runs of letters, digits and underscores in a text, those of
// ASCII in lower case, each with the characters next to it that belong to words (`\w`) but to no
// run. These are of the scripts that are written without blanks, whose runs would be sentences.
// All other characters separate words, in texts as well as in literals.
//
// So a text has the word `work` exactly where `\bwork\b` matches, unless it is odd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"

namespace seedc::text {

/// The maximum length of words; longer runs have no word.
constexpr std::size_t kMaxWordBytes = 64;

struct TextWords {
  std::vector<std::string_view> words;  ///< slices of `lowered`, in order, with repetitions
  std::string lowered;                  ///< what separates words is replaced by zeros
  std::vector<std::uint64_t> in_runs;   ///< a bit for each byte of `lowered`
  /// The text may match although its words do not: it has a longer word, a stranger (strangers.h),
  /// or a character that is too new for the engines to agree on.
  bool is_odd = false;
};

/// Replaces `words`. The text is valid UTF-8.
void find_words(std::string_view text, TextWords& words);

/// A run in a literal with what adjoins it, and how that is aligned with the words of texts that
/// contain the literal.
struct WordPiece {
  std::string_view text;
  bool begins_word = false;
  bool ends_word = false;
};

/// `literal` must outlive the pieces.
std::vector<WordPiece> pieces_of(const language::RequiredLiteral& literal);

}  // namespace seedc::text
