// Looks up words and combines their lists. Roaring is used only here, in the builder, and in
// roaring_list.h.
#include "runtime/text/word_index.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <new>

#include "runtime/base/damaged_data.h"
#include "runtime/text/roaring_list.h"

namespace seedc::text {
namespace {

constexpr char kLineEnd = '\n';

struct FreeIterator {
  void operator()(roaring_uint32_iterator_t* iterator) const {
    roaring_free_uint32_iterator(iterator);
  }
};

/// Calls `visit` with the numbers in the list, many at a time, in ascending order.
template <class Visit>
void for_each_run(const roaring_bitmap_t& list, const Visit& visit) {
  std::array<std::uint32_t, 1024> numbers;
  const std::unique_ptr<roaring_uint32_iterator_t, FreeIterator> iterator(
      roaring_create_iterator(&list));
  if (!iterator) throw std::bad_alloc();
  while (const std::uint32_t count =
             roaring_read_uint32_iterator(iterator.get(), numbers.data(), numbers.size()))
    visit(std::span(numbers.data(), count));
}

template <class Combine>
void combine(TextBits& into, const TextBits& with, Combine combine_words) {
  std::transform(into.begin(), into.end(), with.begin(), into.begin(), combine_words);
}

}  // namespace

WordIndex::WordIndex(Parts parts) : parts_(std::move(parts)) {
  const auto& ends = parts_.word_ends;
  const bool fits =
      !parts_.vocabulary.empty() && !ends.empty() && ends[0] == 0 &&
      ends.back() == parts_.vocabulary.size() - 1 &&
      std::adjacent_find(ends.begin(), ends.end(), std::greater_equal<>()) == ends.end();
  if (!fits) throw base::DamagedData();
}

std::string_view WordIndex::word(std::size_t number) const {
  const std::uint64_t begin = parts_.word_ends[number] + 1;
  return parts_.vocabulary.substr(begin, parts_.word_ends[number + 1] - begin);
}

std::optional<WordIndex::Query> WordIndex::query(const language::RequiredLiterals& required) const {
  Query query{.literals = {}, .is_exact = required.exact};
  for (const std::string& literal : required.literals) {
    const std::vector<WordPiece> pieces = pieces_of(literal);
    if (pieces.empty()) return std::nullopt;
    query.is_exact = query.is_exact && pieces.front().text.size() == literal.size();
    auto& words = query.literals.emplace_back();
    for (const WordPiece& piece : pieces) {
      words.push_back(words_with(piece));
      for (const std::uint32_t number : words.back()) query.list_bytes += parts_.list_bytes(number);
    }
  }
  return query;
}

std::vector<std::uint32_t> WordIndex::words_with(const WordPiece& piece) const {
  return piece.begins_word ? words_beginning_with(piece) : words_containing(piece);
}

std::vector<std::uint32_t> WordIndex::words_beginning_with(const WordPiece& piece) const {
  std::vector<std::uint32_t> words;
  const auto word_count = static_cast<std::uint32_t>(parts_.word_ends.size() - 1);
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

std::vector<std::uint32_t> WordIndex::words_containing(const WordPiece& piece) const {
  std::string wanted(piece.text);
  if (piece.ends_word) wanted += kLineEnd;
  std::vector<std::uint32_t> words;
  const std::boyer_moore_horspool_searcher searcher(wanted.begin(), wanted.end());
  const std::string_view vocabulary = parts_.vocabulary;
  for (auto at = vocabulary.begin();;) {
    at = std::search(at, vocabulary.end(), searcher);
    if (at == vocabulary.end()) return words;
    const auto offset = static_cast<std::uint64_t>(at - vocabulary.begin());
    const auto end = std::upper_bound(parts_.word_ends.begin(), parts_.word_ends.end(), offset);
    if (end == parts_.word_ends.end())
      throw base::DamagedData();  // the last word has no terminating line end
    words.push_back(static_cast<std::uint32_t>(end - parts_.word_ends.begin() - 1));
    at = vocabulary.begin() + static_cast<std::ptrdiff_t>(*end);
  }
}

void WordIndex::add_list(std::size_t number, TextBits& texts) const {
  const std::string_view bytes = parts_.list(number);
  RoaringList list;
  with_memory(
      [&] { list.reset(roaring_bitmap_portable_deserialize_safe(bytes.data(), bytes.size())); });
  if (!list) throw base::DamagedData();
  for_each_run(*list, [&](std::span<const std::uint32_t> numbers) {
    for (const std::uint32_t number : numbers) {
      if (number >= parts_.text_count) throw base::DamagedData();
      texts[number / 64] |= std::uint64_t{1} << (number % 64);
    }
  });
}

/// The texts that have a word for each piece.
TextBits WordIndex::texts_with(std::span<const std::vector<std::uint32_t>> pieces) const {
  std::optional<TextBits> all;
  for (const std::vector<std::uint32_t>& words : pieces) {
    TextBits texts = no_texts();
    for (const std::uint32_t number : words) add_list(number, texts);
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
  add_list(parts_.word_ends.size() - 1, answer.odd);
  for (const auto& pieces : query.literals)
    combine(answer.texts, texts_with(pieces), std::bit_or<>());
  combine(answer.texts, answer.odd, std::bit_or<>());
  return answer;
}

}  // namespace seedc::text
