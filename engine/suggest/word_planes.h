// Words of reviews: those that several reviews of an item have, and of which items each word is
// true. A word is a run of ASCII letters, in lower case; that a review contains one is what a
// search for it as a pattern finds: `late` is in `chocolate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/suggest/bits.h"
#include "runtime/data/model/dataset.h"

namespace seedc::suggest {

/// A word that stands alone in several reviews of an item.
struct ItemWord {
  std::string word;
  std::size_t reviews = 0;
};

/// The words from kShortestWord to kLongestWord letters that at least kSupport reviews of the item
/// have, function words left out; the most frequent first, equal ones in alphabetical order. Needs
/// the dataset's texts.
std::vector<ItemWord> words_of_item(const data::Dataset& dataset, std::uint32_t item);
constexpr std::size_t kShortestWord = 4;
constexpr std::size_t kLongestWord = 16;
constexpr std::size_t kSupport = 2;

/// For each of the words, which are distinct and have kShortestWord letters or more, the items of
/// which some review contains it. Needs the dataset's texts. Checks the dataset's call.
std::vector<Bits> items_with_words(std::span<const std::string> words, const data::Dataset& dataset,
                                   unsigned threads);

}  // namespace seedc::suggest
