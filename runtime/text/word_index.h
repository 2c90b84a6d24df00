// An index of texts: which of them have which words. A literal that a pattern requires is looked
// for in the vocabulary, whose words are few, and the lists of the texts that have these words are
// put together; no text is read.
//
// Words are the better grams here. The trigrams of a text are five times as many as its words, and
// to have a literal's trigrams is not yet to have the literal; a word that has it settles it. A
// literal with blanks or punctuation is the end of a word, whole words, and the beginning of one.
//
// The index only ever narrows: a text that it does not give has none of the literals. Texts with
// characters that are letters of ASCII where case does not count are always given.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"
#include "runtime/text/words.h"

namespace seedc {

/// A bit a text.
using TextBits = std::vector<std::uint64_t>;

class WordIndex {
 public:
  /// Where the index lies. Throws DamagedData if its parts do not fit together.
  struct Parts {
    std::string_view vocabulary;  ///< each word behind a line end, sorted, and one last
    std::span<const std::uint64_t> word_ends;  ///< where in the vocabulary the line ends are
    /// The list (Roaring, portable format) of the texts with a word; of the number that comes
    /// after the words, the odd ones. And how many bytes it has, without reading it.
    std::function<std::string_view(std::size_t)> list;
    std::function<std::uint64_t(std::size_t)> list_bytes;
    std::uint32_t text_count = 0;
  };
  explicit WordIndex(Parts parts);

  /// What is to be read for an answer.
  struct Query {
    /// Of each literal, of each of its pieces, the words.
    std::vector<std::vector<std::vector<std::uint32_t>>> literals;
    bool is_exact = false;
    std::uint64_t list_bytes = 0;
  };
  /// Nothing if the words of texts say nothing about the literals.
  std::optional<Query> query(const RequiredLiterals& required) const;
  /// How many bytes `query` reads.
  std::uint64_t vocabulary_bytes() const { return parts_.vocabulary.size(); }

  struct Answer {
    TextBits texts;         ///< all that may have one of the literals
    TextBits odd;           ///< those of them that were not looked into
    bool is_exact = false;  ///< the pattern matches wherever one of the literals is

    /// The texts of which only a look into them can tell.
    const TextBits& open() const { return is_exact ? odd : texts; }
    bool may_match(std::uint32_t text) const { return has(texts, text); }
    bool must_match(std::uint32_t text) const {
      return is_exact && has(texts, text) && !has(odd, text);
    }

   private:
    static bool has(const TextBits& bits, std::uint32_t text) {
      return (bits[text / 64] >> (text % 64) & 1) != 0;
    }
  };
  Answer answer(const Query& query) const;

 private:
  std::vector<std::uint32_t> words_with(const WordPiece& piece) const;
  std::vector<std::uint32_t> words_beginning_with(const WordPiece& piece) const;
  std::vector<std::uint32_t> words_containing(const WordPiece& piece) const;
  std::string_view word(std::size_t number) const;
  void add_list(std::size_t number, TextBits& texts) const;
  TextBits texts_with(std::span<const std::vector<std::uint32_t>> pieces) const;
  TextBits no_texts() const { return TextBits((std::size_t{parts_.text_count} + 63) / 64); }

  Parts parts_;
};

}  // namespace seedc
