// An index of texts: which texts contain which words. A literal that a pattern requires is looked
// up in the vocabulary, which is small, and the lists of the texts with matching words are
// combined; no text is read.
//
// Words are better grams here. A text has five times as many trigrams as words, and containing a
// literal's trigrams does not imply containing the literal; containing a word with the literal
// does. A literal with blanks or punctuation is the end of a word, whole words, and the beginning
// of a word.
//
// The index only narrows: a text that it does not return contains none of the literals. Texts with
// characters that equal ASCII letters when case is ignored are always returned.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"
#include "runtime/text/possible_texts.h"
#include "runtime/text/words.h"

namespace seedc::text {

class WordIndex {
 public:
  /// The index of some texts in memory, which must outlive it.
  struct Part {
    std::string_view vocabulary;  ///< sorted; a line end before each word and after the last
    std::span<const std::uint64_t> word_ends;  ///< the offsets of the line ends in the vocabulary
    /// The list (Roaring, portable format) of the texts with a word, by the word's index; the index
    /// after the last word gives the odd texts. And its size in bytes, without reading it.
    std::function<std::string_view(std::size_t)> list;
    std::function<std::uint64_t(std::size_t)> list_bytes;
    std::uint32_t text_count = 0;
    /// Of each of these texts its number among those of all parts; if there are none, they follow
    /// each other from `first` on.
    std::span<const std::uint32_t> numbers = {};
    std::uint32_t first = 0;
  };
  /// Throws DamagedData if a part is inconsistent.
  explicit WordIndex(std::vector<Part> parts);

  /// What has to be read to answer a query.
  struct Query {
    /// For each literal, for each of its pieces, the matching words.
    using WordsOfLiterals = std::vector<std::vector<std::vector<std::uint32_t>>>;
    std::vector<WordsOfLiterals> parts;
    bool is_exact = false;
    std::uint64_t list_bytes = 0;
  };
  /// std::nullopt if the words of texts say nothing about the literals.
  std::optional<Query> query(const language::RequiredLiterals& required) const;
  /// The number of bytes that `query` reads.
  std::uint64_t vocabulary_bytes() const;

  PossibleTexts answer(const Query& query) const;

 private:
  void add_list(const Part& part, std::size_t number, TextBits& texts) const;
  TextBits texts_with(const Part& part, std::span<const std::vector<std::uint32_t>> pieces) const;
  TextBits no_texts() const { return TextBits((text_count_ + 63) / 64); }

  std::vector<Part> parts_;
  std::size_t text_count_ = 0;
};

}  // namespace seedc::text
