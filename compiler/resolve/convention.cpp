// Chooses the most direct of the possible meanings of a name.
#include "compiler/resolve/convention.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>

#include "compiler/diag/diagnostics.h"
#include "compiler/resolve/attribute_names.h"
#include "compiler/resolve/item_names.h"
#include "compiler/resolve/lexicon.h"
#include "compiler/resolve/review_names.h"
#include "runtime/base/limits.h"
#include "runtime/base/nearest.h"
#include "runtime/language/text.h"

namespace seedc::resolve {
namespace {

/// Longer names have no meaning by convention, so that hostile ones cost nothing.
constexpr std::size_t kLongestName = base::limits::kNameBytes;
constexpr std::size_t kMostSuggested = 3;

bool same_meaning(const Meaning& a, const Meaning& b) {
  return a.reading.evidence == b.reading.evidence && a.reading.is_negated == b.reading.is_negated;
}

bool is_of_hours(const Reading& reading) {
  const language::Value* kind = language::find(*reading.evidence.as<language::Dict>(), "kind");
  return *kind == language::Value("item_meta_hours");
}

bool asks_closed(const Reading& reading) {
  return language::find(*reading.evidence.as<language::Dict>(), "closed") != nullptr;
}

/// The day that one of the words names.
std::optional<std::size_t> day_among(WordSpan words) {
  for (const std::string& word : words) {
    if (const auto day = day_of(word)) return day;
  }
  return std::nullopt;
}

/// The words of `open_on_friday` that say something.
Words without_fillers(WordSpan words) {
  static constexpr std::array<std::string_view, 9> kFillers = {"a",  "an", "at", "has", "in",
                                                               "is", "on", "of", "the"};
  Words kept;
  for (const std::string& word : words) {
    if (std::ranges::find(kFillers, word) == kFillers.end()) kept.push_back(word);
  }
  return kept;
}

/// The words with a synonym replaced by its meaning, one variant for each synonym in them.
std::vector<Words> without_synonym(WordSpan words) {
  std::vector<Words> changed;
  for (const Synonym& synonym : synonyms()) {
    for (std::size_t at = 0; at + synonym.said.size() <= words.size(); ++at) {
      if (!starts_with(words.subspan(at), synonym.said)) continue;
      changed.push_back(
          joined(joined(words.first(at), synonym.meant), words.subspan(at + synonym.said.size())));
    }
  }
  return changed;
}

/// The most direct reading of each meaning, the most direct meanings first.
std::vector<Meaning> distinct(std::vector<Meaning> meanings) {
  std::stable_sort(meanings.begin(), meanings.end(),
                   [](const Meaning& a, const Meaning& b) { return a.tier < b.tier; });
  std::vector<Meaning> kept;
  for (Meaning& meaning : meanings) {
    const bool is_known = std::any_of(kept.begin(), kept.end(), [&](const Meaning& other) {
      return same_meaning(meaning, other);
    });
    if (!is_known) kept.push_back(std::move(meaning));
  }
  return kept;
}

/// `coffee_by_experts` for `coffee_by_expert`, `coffee_reviews` for `coffee_review`; empty if the
/// words end in neither.
std::string nearly_of_texts(const Words& words) {
  static const std::vector<std::string> kEnds = {"experts", "reviews"};
  const std::string end = words.empty() ? "" : base::nearest(words.back(), kEnds);
  const std::size_t least = end == "experts" ? 3 : 2;
  if (end.empty() || words.size() < least) return {};
  if (end == "experts" && words[words.size() - 2] != "by") return {};
  Words meant = words;
  meant.back() = end;
  return snake(meant);
}

/// What people say for a comparison.
struct ComparisonWords {
  std::string_view first, second;  ///< the latter may be empty
  std::string_view comparison;
};
constexpr ComparisonWords kComparisonWords[] = {
    {"at", "least", "gte"}, {"at", "most", "lte"}, {"more", "than", "gt"}, {"less", "than", "lt"},
    {"ge", "", "gte"},      {"min", "", "gte"},    {"le", "", "lte"},      {"max", "", "lte"},
    {"over", "", "gt"},     {"above", "", "gt"},   {"under", "", "lt"},    {"below", "", "lt"}};

/// The one at a word of a name; a null pointer if none is there.
const ComparisonWords* comparison_at(const Words& words, std::size_t at) {
  const auto* found = std::ranges::find_if(kComparisonWords, [&](const ComparisonWords& row) {
    const bool has_second = at + 1 < words.size() && words[at + 1] == row.second;
    return words[at] == row.first && (row.second.empty() || has_second);
  });
  return found == std::end(kComparisonWords) ? nullptr : found;
}

/// `stars_gte_4.5` for `stars_gte_4_5` and `stars_at_least_4.5`.
std::string with_comparison(const Words& words) {
  const auto is_figures = [](const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
  };
  std::string name;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ComparisonWords* comparison = i > 0 ? comparison_at(words, i) : nullptr;
    const bool is_fraction = i > 0 && is_figures(words[i]) && is_figures(words[i - 1]);
    if (!name.empty()) name += is_fraction ? '.' : '_';
    name += comparison != nullptr ? comparison->comparison : words[i];
    if (comparison != nullptr && !comparison->second.empty()) ++i;
  }
  return name;
}

/// `closed_friday` for `friday_closed`.
std::string with_last_word_first(const Words& words) {
  Words turned(words.begin(), words.end());
  std::ranges::rotate(turned, std::prev(turned.end()));
  return snake(turned);
}

/// The names without a word in them by which they mean something else: `wifi_free` of
/// `wifi_not_free`, `friday_evening` of `closed_friday_evening`.
std::vector<Words> without_turning_word(WordSpan words) {
  std::vector<Words> rests;
  for (std::size_t i = 0; words.size() > 1 && i < words.size(); ++i) {
    if (words[i] != "not" && words[i] != "non" && words[i] != "closed") continue;
    rests.emplace_back(words.begin(), words.end());
    rests.back().erase(rests.back().begin() + static_cast<std::ptrdiff_t>(i));
  }
  return rests;
}

/// Whether a name says that something is not.
bool is_negation(std::string_view name) { return !without_negation(words_of(name)).empty(); }

}  // namespace

void add_new(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

/// Listed names by their spellings: the names themselves, those of two words also the other way
/// round, and categories without `cat_`. Names that negate are apart, since they are never
/// suggested for others.
struct Sayable {
  std::vector<std::string> positive, negative;  ///< spellings
  std::map<std::string, std::string, std::less<>> names;

  void add(const std::string& name) {
    constexpr std::string_view kCategory = "cat_";
    std::vector<std::string>& spellings = is_negation(name) ? negative : positive;
    names[name] = name;
    spellings.push_back(name);
    const auto add_spelling = [&](const std::string& spelling) {
      if (names.emplace(spelling, name).second) spellings.push_back(spelling);
    };
    if (name.starts_with(kCategory)) add_spelling(name.substr(kCategory.size()));
    const std::size_t between = name.find('_');
    const bool has_two_words = between != name.npos && name.find('_', between + 1) == name.npos;
    if (has_two_words) add_spelling(name.substr(between + 1) + '_' + name.substr(0, between));
  }

  /// The names, nearest first, whose spelling is near the word.
  std::vector<std::string> near(std::string_view word, const std::vector<std::string>& spellings,
                                std::size_t most) const {
    std::vector<std::string> near;
    for (const std::string& spelling : base::nearest_few(word, spellings, most))
      add_new(near, names.find(spelling)->second);
    return near;
  }

  /// The names that continue the word: `cat_coffee_tea` for `cat_coffee` and `coffee`.
  std::vector<std::string> beginning_with(const std::string& word, std::size_t most) const {
    std::vector<std::string> found;
    for (const std::string& spelling : positive) {
      if (found.size() == most) break;
      if (spelling.starts_with(word + "_")) add_new(found, names.find(spelling)->second);
    }
    return found;
  }
};

/// The tables in which names are looked up.
struct Convention::Vocabulary {
  explicit Vocabulary(const language::Schema& schema)
      : attributes(schema),
        categories(schema),
        hours(schema),
        texts(schema),
        reviewers(schema.review_paths) {}

  AttributeNames attributes;
  CategoryNames categories;
  HoursNames hours;
  ReviewTextNames texts;
  ReviewerNames reviewers;
  mutable std::optional<Sayable> sayable;  ///< the names of `all`, once they have been asked for

  /// All possible meanings of the name, most direct first.
  std::vector<Meaning> meanings(std::string_view name) const {
    if (name.size() > kLongestName) return {};
    const Words words = words_of(name);
    if (words.empty()) return {};
    Meanings found;
    texts.find(name, found);
    reviewers.find(words, found);
    hours.find(words, found);
    categories.find(words, found);
    attributes.find(words, found);
    Meanings by_synonym;
    for (const Words& changed : without_synonym(words)) attributes.find(changed, by_synonym);
    for (Meaning& meaning : by_synonym.list()) {
      meaning.tier = Tier::Synonym;
      found.add(std::move(meaning));
    }
    attributes.find_number(name, found);
    read_days(words, found);
    return distinct(std::move(found.list()));
  }

  /// The words for days mean hours: a name in which one stands alone for something else is as
  /// likely to ask for hours.
  void read_days(WordSpan words, Meanings& found) const {
    const auto day = day_among(words);
    if (!day) return;
    const auto stands_alone = [](const Meaning& meaning) {
      return meaning.tier == Tier::Alone || meaning.tier == Tier::Synonym;
    };
    const auto alone = std::ranges::find_if(found.list(), stands_alone);
    if (alone == found.list().end()) return;
    const auto of_hours = std::ranges::find_if(
        found.list(), [](const Meaning& meaning) { return is_of_hours(meaning.reading); });
    if (of_hours == found.list().end()) {
      const Tier tier = alone->tier;
      found.add(hours.closed_on(*day, tier));
    } else if (asks_closed(of_hours->reading)) {
      of_hours->reading.earlier = fmt::format("what `{}` means", alone->names.front());
    }
  }

  /// Whether the name means this and nothing else.
  bool reads_back(const std::string& name, const Meaning& meaning) const {
    const std::vector<Meaning> found = meanings(name);
    const bool is_first = !found.empty() && same_meaning(found.front(), meaning);
    return is_first && (found.size() == 1 || found[1].tier > found[0].tier);
  }

  /// The listed name for the meaning, or empty.
  std::string canonical(const Meaning& meaning) const {
    for (const std::string& name : meaning.names) {
      if (reads_back(name, meaning)) return name;
    }
    return {};
  }

  /// What a name that says something may have meant, nearest first. `sayable` is filled.
  std::vector<std::string> near_positive(WordSpan words, std::string_view name) const {
    std::vector<std::string> near = categories.meant_by(words);
    for (std::string& other : sayable->beginning_with(snake(words), kMostSuggested))
      add_new(near, std::move(other));
    for (std::string& other : sayable->near(name, sayable->positive, kMostSuggested))
      add_new(near, std::move(other));
    return near;
  }

  /// What the name means without words that say nothing: `open_friday` for `open_on_friday`.
  std::vector<std::string> meant_without_fillers(WordSpan words) const {
    const Words kept = without_fillers(words);
    if (kept.size() == words.size() || meanings(snake(kept)).empty()) return {};
    return {snake(kept)};
  }

  /// Whether it is the path of a number, which names compare.
  bool is_number(std::string_view name) const {
    Meanings found;
    attributes.find_number(fmt::format("{}_gte_1", name), found);
    return !found.list().empty();
  }

  /// What a name that denies `denied` may have meant: only names that deny as well.
  std::vector<std::string> near_negative(WordSpan denied, std::string_view name) const {
    std::vector<std::string> near = sayable->near(name, sayable->negative, kMostSuggested);
    for (const std::string& other : near_positive(denied, snake(denied))) {
      const std::string negation = "no_" + other;
      const std::vector<Meaning> found = meanings(negation);
      if (!found.empty())
        add_new(near, canonical(found.front()).empty() ? negation : canonical(found.front()));
    }
    return near;
  }

  /// Some of the possible meanings of a name.
  template <class Wanted>
  std::vector<Reading> readings(std::string_view name, const Wanted& wanted) const {
    const std::vector<Meaning> found = meanings(name);
    std::vector<Reading> readings;
    for (const Meaning& meaning : found) {
      if (!wanted(meaning.tier, found.front().tier)) continue;
      readings.push_back(meaning.reading);
      readings.back().canonical = canonical(meaning);
      if (readings.back().canonical.empty()) readings.back().canonical = name;
    }
    return readings;
  }
};

language::Value structure_of(const Reading& reading) {
  if (!reading.is_negated) return reading.evidence;
  return language::Dict{{"op", "NOT"},
                        {"args", language::List{language::Dict{{"evidence", reading.evidence}}}}};
}

Convention::Convention(const language::Schema& schema)
    : vocabulary_(std::make_unique<Vocabulary>(schema)) {}

Convention::~Convention() = default;
Convention::Convention(Convention&&) noexcept = default;
Convention& Convention::operator=(Convention&&) noexcept = default;

bool Convention::needs_reviews(std::string_view name) {
  return name.size() <= kLongestName && ReviewerNames::names_field(words_of(name));
}

std::vector<Reading> Convention::readings(std::string_view name) const {
  return vocabulary_->readings(name, [](Tier tier, Tier first) { return tier == first; });
}

std::vector<Reading> Convention::other_readings(std::string_view name) const {
  return vocabulary_->readings(name, [](Tier tier, Tier first) { return tier != first; });
}

std::vector<Reading> Convention::all() const {
  Meanings all(kMostListed);
  vocabulary_->attributes.add_all(all);
  vocabulary_->hours.add_all(all);
  vocabulary_->texts.add_all(all);
  vocabulary_->categories.add_all(all);
  std::vector<Reading> readings;
  for (Meaning& meaning : all.list()) {
    std::string name = vocabulary_->canonical(meaning);
    if (name.empty()) continue;
    readings.push_back(std::move(meaning.reading));
    readings.back().canonical = std::move(name);
  }
  return readings;
}

std::vector<std::string> Convention::nearest(std::string_view name) const {
  const Words words = words_of(name.substr(0, kLongestName));
  std::vector<std::string> near = vocabulary_->hours.meant_by(words);
  if (!near.empty()) return near;
  near = vocabulary_->meant_without_fillers(words);
  if (!near.empty()) return near;
  std::optional<Sayable>& sayable = vocabulary_->sayable;
  if (!sayable) {
    sayable.emplace();
    for (const Reading& reading : all()) sayable->add(reading.canonical);
  }
  const std::vector<Words> denied = without_negation(words);
  near = denied.empty() ? vocabulary_->near_positive(words, name)
                        : vocabulary_->near_negative(denied.front(), name);
  if (near.size() > kMostSuggested) near.resize(kMostSuggested);
  return near;
}

std::string Convention::help_for_unknown(std::string_view name, base::SettingNames names) const {
  if (vocabulary_->is_number(name.substr(0, kLongestName)))
    return fmt::format("`{0}` is a number: say `{0}_gte_N` or `{0}_lte_N`", name);
  const Words words = words_of(name.substr(0, kLongestName));
  const std::string other = with_comparison(words);
  if (other != snake(words) && !readings(other).empty())
    return fmt::format("did you mean `{}`?", other);
  const bool ends_so = words.size() > 1 && (words.back() == "closed" || words.back() == "open");
  const std::string turned = ends_so ? with_last_word_first(words) : std::string();
  if (ends_so && !readings(turned).empty()) return fmt::format("did you mean `{}`?", turned);
  std::vector<Words> denied = without_negation(words);
  std::ranges::move(without_turning_word(words), std::back_inserter(denied));
  for (const Words& each : denied) {
    if (const std::string positive = snake(each); !readings(positive).empty())
      return fmt::format("write `NOT({})`", positive);
  }
  std::vector<std::string> near = nearest(name);
  const bool is_of_a_day = !vocabulary_->hours.meant_by(words).empty();
  for (std::string& suggested : near) suggested = fmt::format("`{}`", suggested);
  if (is_of_a_day) {
    const std::string day = near.front().substr(0, near.front().find('_'));
    const std::string bare = day.substr(1);
    return fmt::format("say {}, or the hours: `{}_18_to_21`, `{}_at_18_30`, `closed_{}`",
                       listed(near), bare, bare, bare);
  }
  if (!near.empty()) return "did you mean " + listed(near) + "?";
  if (const std::string form = nearly_of_texts(words); !form.empty())
    return "did you mean `" + form + "`?";
  return fmt::format(
      "`{}_reviews` asks whether reviews say \"{}\"{}", snake(words), fmt::join(words, " "),
      base::named(names, base::Setting::NameList, "; `", "` lists the available names"));
}

}  // namespace seedc::resolve
