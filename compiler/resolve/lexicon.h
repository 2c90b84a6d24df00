// The tables of lexicon.def, split into words once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/resolve/words.h"

namespace seedc::resolve {

/// A time of the day, in hours.
struct TimeWord {
  std::string_view word;
  int first_hour;
  int last_hour;
};

/// A word for the values `lowest` to `highest` of a price attribute.
struct PriceWord {
  std::string_view word;
  int lowest;
  int highest;
};

struct Affix {
  Words words;
  bool is_filler;
};

struct Synonym {
  Words said;
  Words meant;
};

/// The number of a day, from 0, that a squashed word names or abbreviates.
std::optional<std::size_t> day_of(std::string_view word);
/// Its name: `monday`.
std::string_view day_name(std::size_t day);

const std::vector<TimeWord>& time_words();
const TimeWord* find_time(std::string_view word);

const std::vector<PriceWord>& price_words();
const PriceWord* find_price(std::string_view word);

const std::vector<Affix>& prefixes();
const std::vector<Affix>& suffixes();
const std::vector<Synonym>& synonyms();

/// Words that mean a boolean in a name: true, yes; false, no, none.
std::optional<bool> truth_of(std::string_view word);
/// Whether a value means that there is nothing: `none`, `no`.
bool is_nothing(std::string_view word);

}  // namespace seedc::resolve
