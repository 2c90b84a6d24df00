// Looks up words and combines their lists.
#include "runtime/text/word_index.h"

#include <algorithm>
#include <functional>

#include "runtime/base/damaged_data.h"
#include "runtime/text/roaring_reader.h"

namespace seedc::text {
namespace {

constexpr char kLineEnd = '\n';

template <class Combine>
void combine(TextBits& into, const TextBits& with, Combine combine_words) {
  std::transform(into.begin(), into.end(), with.begin(), into.begin(), combine_words);
}

/// The words of a part.
class Vocabulary {
 public:
  explicit Vocabulary(const WordIndex::Part& part)
      : words_(part.vocabulary), ends_(part.word_ends) {}

  bool is_consistent() const {
    return !words_.empty() && !ends_.empty() && ends_[0] == 0 &&
           ends_.back() == words_.size() - 1 &&
           std::adjacent_find(ends_.begin(), ends_.end(), std::greater_equal<>()) == ends_.end();
  }
  std::vector<std::uint32_t> words_with(const WordPiece& piece) const {
    return piece.begins_word ? words_beginning_with(piece) : words_containing(piece);
  }

 private:
  std::string_view word(std::size_t number) const {
    const std::uint64_t begin = ends_[number] + 1;
    return words_.substr(begin, ends_[number + 1] - begin);
  }

  std::vector<std::uint32_t> words_beginning_with(const WordPiece& piece) const {
    std::vector<std::uint32_t> words;
    const auto word_count = static_cast<std::uint32_t>(ends_.size() - 1);
    std::uint32_t low = 0;
    for (std::uint32_t high = word_count; low < high;) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (word(middle) < piece.text) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low < word_count && word(low).starts_with(piece.text); ++low) {
      if (piece.ends_word && word(low).size() > piece.text.size()) break;
      words.push_back(low);
    }
    return words;
  }

  std::vector<std::uint32_t> words_containing(const WordPiece& piece) const {
    std::string wanted(piece.text);
    if (piece.ends_word) wanted += kLineEnd;
    std::vector<std::uint32_t> words;
    const std::boyer_moore_horspool_searcher searcher(wanted.begin(), wanted.end());
    for (auto at = words_.begin();;) {
      at = std::search(at, words_.end(), searcher);
      if (at == words_.end()) return words;
      const auto offset = static_cast<std::uint64_t>(at - words_.begin());
      const auto end = std::upper_bound(ends_.begin(), ends_.end(), offset);
      if (end == ends_.end())
        throw base::DamagedData();  // the last word has no terminating line end
      words.push_back(static_cast<std::uint32_t>(end - ends_.begin() - 1));
      at = words_.begin() + static_cast<std::ptrdiff_t>(*end);
    }
  }

  std::string_view words_;
  std::span<const std::uint64_t> ends_;
};

}  // namespace

WordIndex::WordIndex(std::vector<Part> parts) : parts_(std::move(parts)) {
  for (const Part& part : parts_) {
    const bool fits =
        part.numbers.empty() ? part.first == text_count_ : part.numbers.size() == part.text_count;
    if (!fits || !Vocabulary(part).is_consistent()) throw base::DamagedData();
    text_count_ += part.text_count;
  }
}

std::uint64_t WordIndex::vocabulary_bytes() const {
  std::uint64_t bytes = 0;
  for (const Part& part : parts_) bytes += part.vocabulary.size();
  return bytes;
}

std::optional<WordIndex::Query> WordIndex::query(const language::RequiredLiterals& required) const {
  Query query{.parts = {parts_.size(), Query::WordsOfLiterals()}, .is_exact = required.exact};
  for (const language::RequiredLiteral& literal : required.literals) {
    const std::vector<WordPiece> pieces = pieces_of(literal);
    if (pieces.empty()) return std::nullopt;
    // Of several words it is not known that they follow each other.
    query.is_exact = query.is_exact && pieces.front().text.size() == literal.text.size();
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      auto& words = query.parts[part].emplace_back();
      for (const WordPiece& piece : pieces) {
        words.push_back(Vocabulary(parts_[part]).words_with(piece));
        for (const std::uint32_t number : words.back())
          query.list_bytes += parts_[part].list_bytes(number);
      }
    }
  }
  return query;
}

void WordIndex::add_list(const Part& part, std::size_t number, TextBits& texts) const {
  const auto add = [&](const auto& number_among_all) {
    for_each_number(part.list(number), [&](std::uint64_t text) {
      if (text >= part.text_count) throw base::DamagedData();
      const std::size_t number = number_among_all(text);
      texts[number / 64] |= std::uint64_t{1} << (number % 64);
    });
  };
  if (part.numbers.empty()) return add([&](std::uint64_t text) { return part.first + text; });
  add([&](std::uint64_t text) {
    if (part.numbers[text] >= text_count_) throw base::DamagedData();
    return std::size_t{part.numbers[text]};
  });
}

/// The texts that have a word for each piece.
TextBits WordIndex::texts_with(const Part& part,
                               std::span<const std::vector<std::uint32_t>> pieces) const {
  std::optional<TextBits> all;
  for (const std::vector<std::uint32_t>& words : pieces) {
    TextBits texts = no_texts();
    for (const std::uint32_t number : words) add_list(part, number, texts);
    if (all) {
      combine(*all, texts, std::bit_and<>());
    } else {
      all = std::move(texts);
    }
  }
  return *std::move(all);
}

PossibleTexts WordIndex::answer(const Query& query) const {
  PossibleTexts answer;
  answer.texts = no_texts();
  answer.odd = no_texts();
  answer.is_exact = query.is_exact;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    add_list(parts_[part], parts_[part].word_ends.size() - 1, answer.odd);
    for (const auto& pieces : query.parts[part])
      combine(answer.texts, texts_with(parts_[part], pieces), std::bit_or<>());
  }
  combine(answer.texts, answer.odd, std::bit_or<>());
  return answer;
}

}  // namespace seedc::text
