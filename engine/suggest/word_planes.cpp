// Reads the texts once, word by word. Whatever a word of a text contains is looked up once per
// distinct word and range of items.
#include "engine/suggest/word_planes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "runtime/base/text_map.h"
#include "runtime/exec/parallel.h"
#include "runtime/text/strangers.h"

namespace seedc::suggest {
namespace {

/// Ranges begin at whole words of planes, so that threads share none.
constexpr std::uint32_t kItemsPerRange = 256;
constexpr std::size_t kMostRemembered = 1 << 18;

constexpr std::string_view kFunctionWords[] = {
#define SEEDC_FUNCTION_WORD(word) word,
#include "engine/suggest/function_words.def"
};

bool is_function_word(std::string_view word) {
  return std::ranges::binary_search(kFunctionWords, word);
}

/// The letter in lower case, or 0.
constexpr char letter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'z' ? lower : '\0';
}

constexpr std::array<char, 256> kLetters = [] {
  std::array<char, 256> letters{};
  for (int c = 0; c < 128; ++c) letters[static_cast<std::size_t>(c)] = letter(static_cast<char>(c));
  return letters;
}();

/// The text with ASCII letters in place of those that equal them when case is ignored.
std::string without_strangers(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEqual[] = {{"\xc5\xbf", 's'}, {"\xe2\x84\xaa", 'k'}};
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const auto* stranger = std::ranges::find_if(
        kEqual, [&](const auto& each) { return text.substr(at).starts_with(each.first); });
    plain += stranger == std::end(kEqual) ? text[at] : stranger->second;
    at += stranger == std::end(kEqual) ? 1 : stranger->first.size();
  }
  return plain;
}

/// Calls `visit` with each run of letters, in lower case; `buffer` is used again.
template <class Visit>
void for_each_word(std::string_view text, std::string& buffer, const Visit& visit) {
  std::string plain;
  if (text::has_stranger(text)) text = plain = without_strangers(text);
  buffer.resize(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 0;
    for (; at < text.size(); ++at) {
      const char c = kLetters[static_cast<unsigned char>(text[at])];
      if (c == '\0') break;
      buffer[size++] = c;
    }
    if (size >= kShortestWord) visit(std::string_view(buffer).substr(0, size));
    ++at;
  }
}

std::uint32_t beginning_of(std::string_view word) {
  std::uint32_t beginning = 0;
  std::memcpy(&beginning, word.data(), kShortestWord);
  return beginning;
}

/// Which of some words occur in a word of a text. Looked up by their first four letters.
class Vocabulary {
 public:
  explicit Vocabulary(std::span<const std::string> words) : words_(words) {
    for (std::uint32_t i = 0; i < words.size(); ++i)
      by_beginning_[beginning_of(words[i])].push_back(i);
  }

  std::vector<std::uint32_t> in(std::string_view word) const {
    std::vector<std::uint32_t> found;
    for (std::size_t at = 0; at + kShortestWord <= word.size(); ++at) {
      const auto same = by_beginning_.find(beginning_of(word.substr(at)));
      if (same == by_beginning_.end()) continue;
      for (const std::uint32_t each : same->second) {
        if (word.substr(at).starts_with(words_[each])) found.push_back(each);
      }
    }
    return found;
  }

 private:
  std::span<const std::string> words_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_beginning_;
};

/// The words that were seen in one range of items.
class Reader {
 public:
  explicit Reader(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  void read(std::string_view text, std::uint32_t item, std::vector<Bits>& planes) {
    for_each_word(text, buffer_, [&](std::string_view word) {
      const auto known = seen_.find(word);
      if (known != seen_.end()) return add_to(known->second, item, planes);
      std::vector<std::uint32_t> found = vocabulary_.in(word);
      add_to(found, item, planes);
      if (seen_.size() < kMostRemembered && word.size() <= kLongestWord)
        seen_.emplace(kept_.emplace_back(word), std::move(found));
    });
  }

 private:
  static void add_to(const std::vector<std::uint32_t>& words, std::uint32_t item,
                     std::vector<Bits>& planes) {
    for (const std::uint32_t word : words) add(planes[word], item);
  }

  const Vocabulary& vocabulary_;
  std::deque<std::string> kept_;
  base::TextMap<std::vector<std::uint32_t>> seen_;  ///< what words of texts contain
  std::string buffer_;
};

}  // namespace

std::vector<ItemWord> words_of_item(const data::Dataset& dataset, std::uint32_t item) {
  std::map<std::string, std::size_t, std::less<>> counts;
  std::string buffer;
  base::StepCounter steps(dataset.call(), 64);
  for (std::uint32_t review = dataset.review_begin(item); review < dataset.review_begin(item + 1);
       ++review) {
    steps.step();
    std::unordered_set<std::string> words;
    for_each_word(dataset.text(review), buffer, [&](std::string_view word) {
      if (word.size() <= kLongestWord && !is_function_word(word)) words.emplace(word);
    });
    for (const std::string& word : words) ++counts[word];
  }
  std::vector<ItemWord> found;
  for (const auto& [word, reviews] : counts) {
    if (reviews >= kSupport) found.push_back({word, reviews});
  }
  std::ranges::stable_sort(found, std::greater(), &ItemWord::reviews);
  return found;
}

std::vector<Bits> items_with_words(std::span<const std::string> words, const data::Dataset& dataset,
                                   unsigned threads) {
  std::vector<Bits> planes(words.size(), no_items(dataset.item_count()));
  const Vocabulary vocabulary(words);
  exec::for_each_range(dataset.item_count(), kItemsPerRange, threads, dataset.call(),
                       [&](std::uint32_t begin, std::uint32_t end) {
                         Reader reader(vocabulary);
                         for (std::uint32_t item = begin; item < end; ++item) {
                           dataset.call().check();
                           for (std::uint32_t review = dataset.review_begin(item);
                                review < dataset.review_begin(item + 1); ++review)
                             reader.read(dataset.text(review), item, planes);
                         }
                       });
  return planes;
}

}  // namespace seedc::suggest
