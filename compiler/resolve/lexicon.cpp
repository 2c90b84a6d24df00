// The tables of lexicon.def.
#include "compiler/resolve/lexicon.h"

#include <algorithm>

namespace seedc::resolve {
namespace {

struct Day {
  std::string_view name;
  Words abbreviations;
};

const std::vector<Day>& days() {
  static const std::vector<Day> kDays = {
#define SEEDC_DAY(name, abbreviations) {name, words_of(abbreviations)},
#include "compiler/resolve/lexicon.def"
  };
  return kDays;
}

template <class Row>
const Row* find_row(const std::vector<Row>& rows, std::string_view word) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.word == word; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::size_t> day_of(std::string_view word) {
  for (std::size_t day = 0; day < days().size(); ++day) {
    const Words& short_forms = days()[day].abbreviations;
    if (days()[day].name == word ||
        std::find(short_forms.begin(), short_forms.end(), word) != short_forms.end())
      return day;
  }
  return std::nullopt;
}

std::string_view day_name(std::size_t day) { return days()[day].name; }

const std::vector<TimeWord>& time_words() {
  static const std::vector<TimeWord> kTimes = {
#define SEEDC_TIME(word, first_hour, last_hour) {word, first_hour, last_hour},
#include "compiler/resolve/lexicon.def"
  };
  return kTimes;
}

const TimeWord* find_time(std::string_view word) { return find_row(time_words(), word); }

const std::vector<PriceWord>& price_words() {
  static const std::vector<PriceWord> kPrices = {
#define SEEDC_PRICE(word, lowest, highest) {word, lowest, highest},
#include "compiler/resolve/lexicon.def"
  };
  return kPrices;
}

const PriceWord* find_price(std::string_view word) { return find_row(price_words(), word); }

const std::vector<Affix>& prefixes() {
  static const std::vector<Affix> kPrefixes = {
#define SEEDC_PREFIX(words, is_filler) {words_of(words), is_filler},
#include "compiler/resolve/lexicon.def"
  };
  return kPrefixes;
}

const std::vector<Affix>& suffixes() {
  static const std::vector<Affix> kSuffixes = {
#define SEEDC_SUFFIX(words, is_filler) {words_of(words), is_filler},
#include "compiler/resolve/lexicon.def"
  };
  return kSuffixes;
}

const std::vector<Synonym>& synonyms() {
  static const std::vector<Synonym> kSynonyms = {
#define SEEDC_SYNONYM(said, meant) {words_of(said), words_of(meant)},
#include "compiler/resolve/lexicon.def"
  };
  return kSynonyms;
}

std::optional<bool> truth_of(std::string_view word) {
  if (word == "true" || word == "yes") return true;
  if (word == "false" || is_nothing(word)) return false;
  return std::nullopt;
}

bool is_nothing(std::string_view word) { return word == "none" || word == "no"; }

}  // namespace seedc::resolve
