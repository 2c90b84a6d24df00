// Joins the lists of two indices, word by word, with the numbers that the texts have now.
#include "runtime/text/word_index_extension.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/damaged_data.h"
#include "runtime/base/pipeline.h"
#include "runtime/text/roaring_list.h"
#include "runtime/text/word_index_builder.h"

namespace seedc::text {
namespace {

/// A word and where the lists of its texts are; empty if there are none.
struct WordLists {
  std::string_view word;
  std::string_view before, added;
};

/// The words of an index, in order, and after them an empty one with the list of the odd texts.
class StoredWords {
 public:
  explicit StoredWords(const WordIndex::Parts& index) : index_(index) {}

  bool is_at_odd() const { return next_ + 1 == index_.word_ends.size(); }
  std::string_view word() const {
    const std::uint64_t begin = index_.word_ends[next_] + 1;
    return index_.vocabulary.substr(begin, index_.word_ends[next_ + 1] - begin);
  }
  std::string_view list() const { return index_.list(next_); }
  void advance() { ++next_; }

 private:
  const WordIndex::Parts& index_;
  std::size_t next_ = 0;
};

/// The words of the texts that are added, with their lists.
struct AddedWords {
  std::vector<std::pair<std::string, std::string>> all;  ///< in order; the last has the odd texts

  AddedWords(const ExtendedTexts& texts, const std::function<std::string_view(std::uint32_t)>& text,
             unsigned threads, const base::Call& call) {
    constexpr std::size_t kTextsPerPart = 4096;
    WordIndexBuilder builder(call);
    std::size_t next = 0;
    base::run_pipeline(
        threads,
        [&]() -> std::optional<std::size_t> {
          if (next >= texts.added.size()) return std::nullopt;
          return std::exchange(next, next + kTextsPerPart);
        },
        [&](std::size_t first) {
          std::vector<std::string_view> some;
          for (std::size_t i = first; i < std::min(first + kTextsPerPart, texts.added.size()); ++i)
            some.push_back(text(texts.added[i]));
          return builder.words_of(static_cast<std::uint32_t>(first), some);
        },
        [&](const auto& words) { builder.add(*words); });
    builder.finish(
        [&](std::string_view word, std::string_view list) { all.emplace_back(word, list); });
  }
};

/// The words of both, in order, some at a time.
class BothWords {
 public:
  BothWords(const WordIndex::Parts& index, const AddedWords& added)
      : before_(index), added_(added.all.begin()) {}

  /// Empty after the odd texts, which come last.
  std::vector<WordLists> next() {
    constexpr std::size_t kMost = 1024;
    constexpr std::size_t kMostBytes = std::size_t{1} << 20;
    std::vector<WordLists> words;
    for (std::size_t bytes = 0; !is_done_ && words.size() < kMost && bytes < kMostBytes;) {
      words.push_back(next_word());
      bytes += words.back().before.size() + words.back().added.size();
    }
    return words;
  }

 private:
  WordLists next_word() {
    const bool is_last_before = before_.is_at_odd();
    const bool is_last_added = added_->first.empty();
    if (is_last_before && is_last_added) {
      is_done_ = true;
      return {"", before_.list(), added_->second};
    }
    const bool has_before = !is_last_before && (is_last_added || before_.word() <= added_->first);
    const bool has_added = !is_last_added && (is_last_before || added_->first <= before_.word());
    WordLists word{has_before ? before_.word() : std::string_view(added_->first), {}, {}};
    if (has_before) {
      word.before = before_.list();
      before_.advance();
    }
    if (has_added) {
      word.added = added_->second;
      ++added_;
    }
    return word;
  }

  StoredWords before_;
  std::vector<std::pair<std::string, std::string>>::const_iterator added_;
  bool is_done_ = false;
};

/// The numbers in a list, as `numbers` has them.
std::vector<std::uint32_t> renumbered(std::string_view bytes,
                                      std::span<const std::uint32_t> numbers) {
  if (bytes.empty()) return {};
  RoaringList list;
  with_memory(
      [&] { list.reset(roaring_bitmap_portable_deserialize_safe(bytes.data(), bytes.size())); });
  if (!list) throw base::DamagedData();
  std::vector<std::uint32_t> found(roaring_bitmap_get_cardinality(list.get()));
  roaring_bitmap_to_uint32_array(list.get(), found.data());
  if (!found.empty() && found.back() >= numbers.size()) throw base::DamagedData();
  for (std::uint32_t& number : found) number = numbers[number];
  return found;
}

std::string joined(const WordLists& word, const ExtendedTexts& texts) {
  const RoaringList list = empty_list();
  const auto add = [&](const std::vector<std::uint32_t>& numbers) {
    with_memory([&] { roaring_bitmap_add_many(list.get(), numbers.size(), numbers.data()); });
  };
  add(renumbered(word.before, texts.before));
  add(renumbered(word.added, texts.added));
  return serialised(*list);
}

}  // namespace

void extend_word_index(
    const WordIndex::Parts& index, const ExtendedTexts& texts,
    const std::function<std::string_view(std::uint32_t)>& text, unsigned threads,
    const base::Call& call,
    const std::function<void(std::string_view word, std::string_view list)>& visit) {
  const AddedWords added(texts, text, threads, call);
  BothWords words(index, added);
  using Joined = std::vector<std::pair<std::string_view, std::string>>;
  const auto next = [&]() -> std::optional<std::vector<WordLists>> {
    call.check();
    std::vector<WordLists> some = words.next();
    return some.empty() ? std::nullopt : std::optional(std::move(some));
  };
  const auto join = [&](const std::vector<WordLists>& some) {
    Joined lists;
    for (const WordLists& word : some) lists.emplace_back(word.word, joined(word, texts));
    return lists;
  };
  base::run_pipeline(threads, next, join, [&](Joined&& lists) {
    for (const auto& [word, list] : lists) visit(word, list);
  });
}

}  // namespace seedc::text
