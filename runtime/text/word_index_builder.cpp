// Splits texts into words, and joins the lists of words in the order of the texts.
#include "runtime/text/word_index_builder.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/text_map.h"
#include "runtime/text/roaring_list.h"
#include "runtime/text/words.h"

namespace seedc::text {
namespace {

constexpr std::uint32_t kTextsPerCheck = 128;
constexpr std::uint32_t kWordsPerCheck = 4096;

}  // namespace

/// Each word with the texts that have it, in ascending order.
class WordIndexBuilder::Words {
 public:
  void add(std::uint32_t text_number, std::string_view text) {
    find_words(text, found_);
    for (const std::string_view word : found_.words) add_word(word, text_number);
    if (found_.is_odd) odd.push_back(text_number);
  }

  std::deque<std::string> words;
  std::vector<std::vector<std::uint32_t>> lists;  ///< one per word
  std::vector<std::uint32_t> odd;

 private:
  /// Most words are short and repeat often: the last one for each hash, the number of its list, and
  /// the last text in that.
  struct Recent {
    std::uint64_t word = 0;
    std::uint32_t number = 0, text = 0;
  };
  static constexpr unsigned kRecentBits = 12;

  void add_word(std::string_view word, std::uint32_t text_number) {
    std::uint64_t bytes = 0;
    const char* const end = found_.lowered.data() + found_.lowered.size();
    const bool is_short = word.size() <= sizeof bytes && word.data() + sizeof bytes <= end;
    if (!is_short) return add_to(number_of(word), text_number);
    std::memcpy(&bytes, word.data(), sizeof bytes);
    const std::size_t others = 8 * (sizeof bytes - word.size());
    bytes = bytes << others >> others;
    Recent& recent = recent_[bytes * 0x9E3779B97F4A7C15 >> (64 - kRecentBits)];
    if (recent.word != bytes) {
      recent = {bytes, number_of(word), text_number};
      add_to(recent.number, text_number);
    } else if (recent.text != text_number) {
      lists[recent.number].push_back(text_number);
      recent.text = text_number;
    }
  }

  std::uint32_t number_of(std::string_view word) {
    const auto known = numbers_.find(word);
    if (known != numbers_.end()) return known->second;
    const auto number = static_cast<std::uint32_t>(lists.size());
    numbers_.emplace(words.emplace_back(word), number);
    lists.emplace_back();
    return number;
  }

  void add_to(std::uint32_t number, std::uint32_t text_number) {
    std::vector<std::uint32_t>& list = lists[number];
    if (list.empty() || list.back() != text_number) list.push_back(text_number);
  }

  base::TextMap<std::uint32_t> numbers_;
  std::vector<Recent> recent_ = std::vector<Recent>(std::size_t{1} << kRecentBits);
  TextWords found_;
};

/// Of all texts.
class WordIndexBuilder::AllWords {
 public:
  void add(const Words& range, const base::Call& call) {
    base::StepCounter steps(call, kWordsPerCheck);
    for (std::size_t i = 0; i < range.words.size(); ++i) {
      steps.step();
      const auto known = lists_.find(range.words[i]);
      const auto list =
          known != lists_.end()
              ? known
              : lists_.emplace(words_.emplace_back(range.words[i]), empty_list()).first;
      append(*list->second, range.lists[i]);
    }
    append(*odd_, range.odd);
  }

  template <class Visit>
  void for_each(const base::Call& call, const Visit& visit) {
    std::vector<std::string_view> sorted(words_.begin(), words_.end());
    base::StepCounter comparisons(call, base::Call::kElementsPerStep);
    std::sort(sorted.begin(), sorted.end(), [&](std::string_view a, std::string_view b) {
      comparisons.step();
      return a < b;
    });
    base::StepCounter steps(call, kWordsPerCheck);
    for (const std::string_view word : sorted) {
      steps.step();
      visit(word, *lists_.at(word));
    }
    visit("", *odd_);
  }

 private:
  static void append(roaring_bitmap_t& list, const std::vector<std::uint32_t>& texts) {
    with_memory([&] { roaring_bitmap_add_many(&list, texts.size(), texts.data()); });
  }

  std::deque<std::string> words_;
  base::TextMap<RoaringList> lists_;
  RoaringList odd_ = empty_list();
};

WordIndexBuilder::WordIndexBuilder(const base::Call& call)
    : call_(call), all_(std::make_unique<AllWords>()) {}
WordIndexBuilder::~WordIndexBuilder() = default;

std::shared_ptr<const WordIndexBuilder::Words> WordIndexBuilder::words_of(
    std::uint32_t first, std::span<const std::string_view> texts) const {
  auto words = std::make_shared<Words>();
  base::StepCounter steps(call_, kTextsPerCheck);
  for (const std::string_view text : texts) {
    steps.step();
    words->add(first++, text);
  }
  return words;
}

void WordIndexBuilder::add(const Words& words) { all_->add(words, call_); }

void WordIndexBuilder::finish(const Visit& visit) {
  all_->for_each(
      call_, [&](std::string_view word, roaring_bitmap_t& list) { visit(word, serialised(list)); });
}

}  // namespace seedc::text
