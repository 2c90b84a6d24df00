// Resolves names by the categories and the hours of a schema.
#include "compiler/resolve/item_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "compiler/resolve/lexicon.h"
#include "runtime/language/text.h"

namespace seedc::resolve {
namespace {

const language::Path kCategories = {"categories"};
constexpr std::string_view kHours = "hours";

/// The words after `cat` or `category`; empty if there are none.
WordSpan behind_category(WordSpan words) {
  const bool says_category =
      words.size() > 1 && (words[0] == "cat" || words[0] == "category" || words[0] == "categories");
  return says_category ? words.subspan(1) : WordSpan();
}

std::string category_name(const std::string& category) {
  return "cat_" + snake(words_of(category));
}

}  // namespace

CategoryNames::CategoryNames(const language::Schema& schema) : schema_(schema) {
  for (const language::TextCount& category : schema.categories) {
    const std::string squash = squashed(words_of(category.first));
    if (squash.empty()) continue;
    // Spellings that differ by case find the same items.
    std::vector<const language::TextCount*>& named = by_squash_[squash];
    const auto is_same = [&](const language::TextCount* other) {
      return language::lower(other->first) == language::lower(category.first);
    };
    if (std::ranges::none_of(named, is_same)) named.push_back(&category);
  }
}

void CategoryNames::find(WordSpan words, Meanings& found) const {
  const auto find_one = [&](WordSpan category, bool negated) {
    const auto known = by_squash_.find(squashed(category));
    if (category.empty() || known == by_squash_.end()) return;
    for (const language::TextCount* entry : known->second) add(*entry, negated, found);
  };
  find_one(behind_category(words), /*negated=*/false);
  for (const Words& rest : without_negation(words))
    find_one(behind_category(rest), /*negated=*/true);
}

void CategoryNames::add(const language::TextCount& category, bool negated, Meanings& found) const {
  constexpr std::size_t kMostNoted = 5;
  const std::string& text = category.first;
  Reading reading;
  reading.evidence =
      language::Dict{{"kind", "item_meta"},
                     {"path", language::List(kCategories.begin(), kCategories.end())},
                     {negated ? "not_contains" : "contains", text}};
  reading.origin = "category of " + share_of(category.second, schema_.items, "item");
  const std::string wanted = language::lower(text);
  for (const auto& [other, count] : schema_.categories) {
    if (reading.notes.size() == kMostNoted) break;
    if (other != text && language::lower(other).find(wanted) != std::string::npos)
      reading.notes.push_back("it finds " + other + ", too");
  }
  found.add({std::move(reading), {(negated ? "no_" : "") + category_name(text)}, Tier::Full});
}

void CategoryNames::add_all(Meanings& all) const {
  for (const language::TextCount& category : schema_.categories) {
    if (all.is_full()) return;
    const auto named = by_squash_.find(squashed(words_of(category.first)));
    if (named != by_squash_.end() && std::ranges::count(named->second, &category) > 0)
      add(category, /*negated=*/false, all);
  }
}

std::vector<std::string> CategoryNames::meant_by(WordSpan words) const {
  std::vector<std::string> names;
  const auto known = by_squash_.find(squashed(words));
  if (known != by_squash_.end()) names.push_back(category_name(known->second.front()->first));
  return names;
}

HoursNames::HoursNames(const language::Schema& schema) : items_(schema.items) {
  for (const language::SchemaPath& path : schema.item_paths) {
    if (path.path.size() != 2 || path.path.front() != kHours) continue;
    if (const auto day = day_of(squashed(words_of(path.path.back())))) days_.emplace(*day, &path);
  }
}

/// A day that the data has, at the start of the words, with or without `hours` or `open` before it.
std::vector<HoursNames::DayWords> HoursNames::day_in(WordSpan words) const {
  if (words.size() > 1 && (words[0] == kHours || words[0] == "open")) words = words.subspan(1);
  const auto day = words.empty() ? std::nullopt : day_of(words[0]);
  const auto known = day ? days_.find(*day) : days_.end();
  if (known == days_.end()) return {};
  return {{known->second, *day, words.subspan(1)}};
}

bool HoursNames::read_range(WordSpan words, Range& range) {
  if (words.size() == 1) {
    const TimeWord* time = find_time(words[0]);
    if (time != nullptr) range = {time->first_hour, time->last_hour};
    return time != nullptr;
  }
  if (words.size() != 3 || words[1] != "to") return false;
  const auto read_hour = [](const std::string& text, int& hour) {
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, hour);
    return parsed.ec == std::errc{} && parsed.ptr == end && hour >= 0 && hour <= 24;
  };
  return read_hour(words[0], range.first) && read_hour(words[2], range.last);
}

void HoursNames::find(WordSpan words, Meanings& found) const {
  for (const DayWords& day : day_in(words)) {
    Range range{};
    if (read_range(day.time, range)) add(day, range, found);
    if (const auto time = read_time(day.time)) add_at(day, *time, found);
  }
  find_closed(words, found);
}

/// The time in `at_23` and `at_23_30`.
std::optional<std::string> HoursNames::read_time(WordSpan words) {
  const bool has_minutes = words.size() == 3;
  if (words.empty() || words[0] != "at" || (words.size() != 2 && !has_minutes)) return std::nullopt;
  std::string time = words[1] + ":" + (has_minutes ? words[2] : "00");
  return language::read_time(time) ? std::optional(std::move(time)) : std::nullopt;
}

/// `closed_monday`, `no_monday`, `not_monday`; `open_monday` is the opposite.
void HoursNames::find_closed(WordSpan words, Meanings& found) const {
  if (words.size() != 2) return;
  const bool is_open = words[0] == "open";
  if (words[0] != "closed" && words[0] != "no" && words[0] != "not" && !is_open) return;
  const auto day = day_of(words[1]);
  if (!day || days_.empty()) return;
  Meaning meaning = closed_on(*day, Tier::Full);
  if (is_open) {
    meaning.reading.is_negated = true;
    meaning.names = {fmt::format("open_{}", day_name(*day))};
  }
  found.add(std::move(meaning));
}

/// The path of a day's hours; of a day that the data does not have, as Yelp writes it.
language::Path HoursNames::path_of(std::size_t day) const {
  if (const auto known = days_.find(day); known != days_.end()) return known->second->path;
  std::string key(day_name(day));
  key.front() = static_cast<char>(key.front() - 'a' + 'A');
  return {std::string(kHours), std::move(key)};
}

Meaning HoursNames::closed_on(std::size_t day, Tier tier) const {
  const auto known = days_.find(day);
  const std::string name(day_name(day));
  const language::Path path = path_of(day);
  Reading reading;
  reading.evidence = language::Dict{{"kind", "item_meta_hours"},
                                    {"path", language::List(path.begin(), path.end())},
                                    {"closed", true}};
  reading.origin =
      known == days_.end() ? "hours, which no item has that day" : origin_of(*known->second);
  return {std::move(reading), {"closed_" + name}, tier};
}

void HoursNames::add_at(const DayWords& words, const std::string& time, Meanings& found) const {
  const language::Path& path = words.path->path;
  Reading reading;
  reading.evidence = language::Dict{{"kind", "item_meta_hours"},
                                    {"path", language::List(path.begin(), path.end())},
                                    {"at", time}};
  reading.origin = origin_of(*words.path);
  const std::string name = fmt::format("{}_{}", day_name(words.day), snake(words.time));
  found.add({std::move(reading), {name, "hours_" + name}, Tier::Full});
}

std::string HoursNames::origin_of(const language::SchemaPath& path) const {
  return "hours, " + share_of(path.present, items_, "item") + " have them";
}

void HoursNames::add(const DayWords& words, Range range, Meanings& found) const {
  const language::Path& path = words.path->path;
  Reading reading;
  reading.evidence = language::Dict{{"kind", "item_meta_hours"},
                                    {"path", language::List(path.begin(), path.end())},
                                    {"true", fmt::format("{}:0-{}:0", range.first, range.last)}};
  reading.origin = origin_of(*words.path);
  const std::string name = fmt::format("{}_{}", day_name(words.day), snake(words.time));
  found.add({std::move(reading), {name, "hours_" + name}, Tier::Full});
}

void HoursNames::add_all(Meanings& all) const {
  for (const auto& [day, path] : days_) {
    for (const TimeWord& time : time_words())
      add({path, day, Words{std::string(time.word)}}, {time.first_hour, time.last_hour}, all);
    all.add(closed_on(day, Tier::Full));
  }
}

std::vector<std::string> HoursNames::meant_by(WordSpan words) const {
  std::vector<std::string> names;
  for (const DayWords& day : day_in(words)) {
    for (const TimeWord& time : time_words())
      names.push_back(fmt::format("{}_{}", day_name(day.day), time.word));
  }
  return names;
}

}  // namespace seedc::resolve
