// Resolves names by the attributes of a schema.
#include "compiler/resolve/attribute_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "compiler/resolve/lexicon.h"
#include "runtime/language/conditions.h"
#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::resolve {
namespace {

constexpr std::string_view kAttributes = "attributes";
/// The price word for more than one value.
constexpr std::string_view kDearWord = "expensive";

bool has_type(const language::SchemaPath& path, std::string_view type) {
  return std::find(path.types.begin(), path.types.end(), type) != path.types.end();
}

bool is_scalar(const language::SchemaPath& path) {
  return has_type(path, "string") || has_type(path, "integer") || has_type(path, "real");
}

std::uint64_t count_of(const language::SchemaPath& path, std::string_view text) {
  for (const auto& [value, count] : path.commonest) {
    if (value == text) return count;
  }
  return 0;
}

bool values_are(const language::SchemaPath& path, std::string_view texts) {
  return path.is_whole && !path.commonest.empty() &&
         std::all_of(
             path.commonest.begin(), path.commonest.end(), [&](const language::TextCount& value) {
               return value.first.size() == 1 && texts.find(value.first) != std::string_view::npos;
             });
}

/// Whether a top-level value sorts items into groups: not a number, and not unique per item.
bool is_grouping(const language::SchemaPath& path, std::uint64_t items) {
  return path.types == std::vector<std::string>{"string"} && 2 * path.distinct <= items;
}

/// Booleans, or the numbers 1 and 0 for them.
bool is_flag(const language::SchemaPath& path) {
  const bool is_integer = path.types.size() == 1 && has_type(path, "integer");
  return has_type(path, "boolean") || (is_integer && values_are(path, "01"));
}

std::uint64_t true_count(const language::SchemaPath& path) {
  return count_of(path, "True") + count_of(path, "1");
}

/// Whether the remaining words all say nothing.
bool is_empty_talk(WordSpan left) {
  const auto is_same = [&](const Affix& affix) {
    return std::equal(left.begin(), left.end(), affix.words.begin(), affix.words.end());
  };
  return left.empty() || std::any_of(prefixes().begin(), prefixes().end(), is_same) ||
         std::any_of(suffixes().begin(), suffixes().end(),
                     [&](const Affix& affix) { return affix.is_filler && is_same(affix); });
}

/// Strips one affix, if something is left.
void strip(const Words& words, std::vector<Words>& queue, bool only_fillers) {
  const auto add = [&](WordSpan left) {
    if (!is_empty_talk(left)) queue.emplace_back(left.begin(), left.end());
  };
  for (const Affix& affix : prefixes()) {
    if ((affix.is_filler || !only_fillers) && starts_with(words, affix.words))
      add(WordSpan(words).subspan(affix.words.size()));
  }
  for (const Affix& affix : suffixes()) {
    if ((affix.is_filler || !only_fillers) && ends_with(words, affix.words))
      add(WordSpan(words).first(words.size() - affix.words.size()));
  }
}

/// What is left of a key's words without affixes, longest first; the key itself is not included.
std::vector<Words> short_forms(const Words& words, bool only_fillers) {
  std::vector<Words> forms = {words};
  std::set<Words> seen;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!seen.insert(forms[i]).second) continue;
    const Words form = forms[i];
    strip(form, forms, only_fillers);
  }
  seen.erase(words);
  std::vector<Words> sorted(seen.begin(), seen.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Words& a, const Words& b) { return a.size() > b.size(); });
  return sorted;
}

/// The words by which listed names refer to an attribute, best first: without fillers, then by its
/// whole key.
std::vector<Words> stems(const Attribute& attribute) {
  const std::vector<Words> forms = short_forms(attribute.words, /*only_fillers=*/true);
  if (forms.empty()) return {attribute.words};
  return {forms.back(), attribute.words};
}

/// `stem_word` for each stem, `before_stem` with a word before it.
std::vector<std::string> names_with(const Attribute& attribute, WordSpan before, WordSpan after) {
  std::vector<std::string> names;
  for (const Words& stem : stems(attribute))
    names.push_back(snake(joined(joined(before, stem), after)));
  return names;
}

/// `no_tv`, else `no_has_tv`: a negation reads best before few words. `is_open` has `not_open`.
std::vector<std::string> negative_names(const Attribute& attribute) {
  if (attribute.words.empty()) return {};  // a key without letters and digits has no name
  const Words no = {attribute.words.front() == "is" ? "not" : "no"};
  std::vector<std::string> names;
  std::vector<Words> forms = short_forms(attribute.words, /*only_fillers=*/false);
  std::reverse(forms.begin(), forms.end());
  forms.push_back(attribute.words);
  for (const Words& form : forms) names.push_back(snake(joined(no, form)));
  return names;
}

/// The text of a string value, in quotes where a condition would otherwise read it as something
/// else.
std::string quoted_where_read(const std::string& text) {
  if (language::read(text) == language::Value(text)) return text;
  return text.find('\'') == std::string::npos ? "'" + text + "'" : "\"" + text + "\"";
}

/// A text as a name has it, but with the signs that are no separators of words, as in `-1`, `A+`
/// and `5%`.
std::string with_signs(std::string_view text) {
  constexpr std::string_view kSigns = "+-#%$<>=*";
  const auto is_word = [&](std::size_t at) {
    return at < text.size() && kSigns.find(text[at]) == std::string_view::npos && text[at] != ' ';
  };
  std::string signs;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_sign = kSigns.find(text[i]) != std::string_view::npos;
    if (is_sign && !(i > 0 && is_word(i - 1) && is_word(i + 1))) signs += text[i];
  }
  return squashed(words_of(text)) + signs;
}

/// Values that one name stands for, by what tells them apart: `1` and `-1` are two.
std::map<std::string, std::vector<std::string>> by_signs(const std::vector<std::string>& texts) {
  std::map<std::string, std::vector<std::string>> groups;
  for (const std::string& text : texts) groups[with_signs(text)].push_back(text);
  return groups;
}

void add_operands(const language::SchemaPath& path, const std::string& text,
                  language::List& operands) {
  if (has_type(path, "string")) operands.emplace_back(quoted_where_read(text));
  std::int64_t integer = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, integer);
  if (has_type(path, "integer") && parsed.ec == std::errc{} && parsed.ptr == end) {
    operands.emplace_back(integer);
  } else if (has_type(path, "real")) {
    if (const auto real = language::parse_decimal(text)) operands.emplace_back(*real);
  }
}

/// What a condition compares the path's value with.
language::Value operand(const language::SchemaPath& path, const std::vector<std::string>& texts) {
  language::List operands;
  for (const std::string& text : texts) add_operands(path, text, operands);
  if (operands.size() == 1) return operands.front();
  return operands;
}

language::Dict item_meta(const language::Path& path) {
  return {{"kind", "item_meta"}, {"path", language::List(path.begin(), path.end())}};
}

/// `'hipster': True`, as Python writes it.
std::string entry_text(const std::string& key) {
  const std::string dict = language::python_str(language::Dict{{key, true}});
  return dict.substr(1, dict.size() - 2);
}

/// Integers up to this one are doubles.
constexpr double kMostExactInteger = 9007199254740992;

/// Whether some item has a number there, or the text of one.
bool has_numbers(const language::SchemaPath& path) {
  if (has_type(path, "integer") || has_type(path, "real")) return true;
  return has_type(path, "string") &&
         std::ranges::any_of(path.commonest, [](const language::TextCount& value) {
           return language::parse_decimal(value.first).has_value();
         });
}

/// The parts of `stars_gte_4.5`.
struct BoundInName {
  std::string_view path, option, number;
};

bool is_number_of_name(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t point = text.find('.');
  return digits(text.substr(0, point)) &&
         (point == std::string_view::npos || digits(text.substr(point + 1))) &&
         language::parse_decimal(text);
}

std::optional<BoundInName> bound_in(std::string_view name) {
  const std::size_t last = name.rfind('_');
  if (last == std::string_view::npos || last == 0) return std::nullopt;
  const std::size_t before = name.rfind('_', last - 1);
  if (before == std::string_view::npos || before == 0) return std::nullopt;
  const BoundInName bound = {name.substr(0, before), name.substr(before + 1, last - before - 1),
                             name.substr(last + 1)};
  const bool is_bound =
      language::choice_of<language::Comparison>(bound.option) && is_number_of_name(bound.number);
  return is_bound ? std::optional(bound) : std::nullopt;
}

/// Whether a value or entry can be named without its attribute.
bool speaks_alone(std::string_view squash) {
  const bool is_number = language::parse_decimal(squash).has_value();
  return !squash.empty() && !is_number && !truth_of(squash);
}

}  // namespace

AttributeNames::AttributeNames(const language::Schema& schema) : items_(schema.items) {
  for (const language::SchemaPath& path : schema.item_paths) add_path(path);
  for (Attribute& attribute : attributes_) add_values(attribute);
  index();
}

/// A boolean in a dict is an entry of it; everything else is an attribute of its own.
void AttributeNames::add_path(const language::SchemaPath& path) {
  const bool is_listed = path.path.size() > 1 && path.path.front() == kAttributes;
  const bool is_entry = path.path.size() > 2 && path.types == std::vector<std::string>{"boolean"};
  if (is_listed && is_entry) {
    const language::Path dict(path.path.begin(), path.path.end() - 1);
    if (const auto owner = by_path_.find(dict); owner != by_path_.end())
      attributes_[owner->second].entries.push_back(&path);
    return;
  }
  if (path.path.size() > 1 && !is_listed) return;
  if (path.path.size() == 1 && !is_scalar(path) && !has_type(path, "boolean")) return;
  by_path_.emplace(path.path, attributes_.size());
  Attribute& attribute = attributes_.emplace_back();
  attribute.schema = &path;
  attribute.is_listed = is_listed;
  attribute.is_flag = is_flag(path);
  for (std::size_t key = is_listed ? 1 : 0; key < path.path.size(); ++key) {
    const Words words = words_of(path.path[key]);
    attribute.words.insert(attribute.words.end(), words.begin(), words.end());
  }
}

void AttributeNames::add_values(Attribute& attribute) {
  if (!is_scalar(*attribute.schema)) return;
  for (const auto& [text, count] : attribute.schema->commonest) {
    const std::string squash = squashed(words_of(text));
    if (squash.empty() || text == "True" || text == "False") continue;
    attribute.values[squash].push_back(text);
    if (is_nothing(squash) && attribute.nothing.empty()) attribute.nothing = text;
  }
  attribute.is_price =
      values_are(*attribute.schema, "1234") &&
      std::any_of(attribute.words.begin(), attribute.words.end(),
                  [](const std::string& word) { return word.starts_with("price"); });
}

void AttributeNames::index() {
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const Attribute& attribute = attributes_[i];
    if (attribute.words.empty()) continue;
    spellings_[squashed(attribute.words)].push_back({i, Tier::Full});
    for (const Words& form : short_forms(attribute.words, /*only_fillers=*/false))
      spellings_[squashed(form)].push_back({i, Tier::Short});
    if (!attribute.is_listed) continue;
    if (attribute.is_price) prices_.push_back(i);
    const auto add_owner = [&](const std::string& squash) {
      if (speaks_alone(squash)) owners_[squash].push_back(i);
    };
    for (const auto& [squash, texts] : attribute.values) add_owner(squash);
    for (const language::SchemaPath* entry : attribute.entries)
      add_owner(squashed(words_of(entry->path.back())));
  }
}

void AttributeNames::find(WordSpan words, Meanings& found) const {
  find_said(words, /*negated=*/false, found);
  for (const Words& rest : without_negation(words)) find_said(rest, /*negated=*/true, found);
}

void AttributeNames::find_said(WordSpan words, bool negated, Meanings& found) const {
  if (const auto known = spellings_.find(squashed(words)); known != spellings_.end()) {
    for (const Spelled& spelled : known->second)
      add_attribute({attributes_[spelled.attribute], spelled.tier, negated}, found);
  }
  for (std::size_t split = 1; split < words.size(); ++split) {
    find_with_value(words.first(split), words.subspan(split), negated, found);
    find_with_value(words.subspan(split), words.first(split), negated, found);
  }
  find_alone(words, negated, found);
}

void AttributeNames::find_with_value(WordSpan attribute, WordSpan value, bool negated,
                                     Meanings& found) const {
  const auto known = spellings_.find(squashed(attribute));
  if (known == spellings_.end()) return;
  for (const Spelled& spelled : known->second)
    add_with({attributes_[spelled.attribute], spelled.tier, negated}, value, found);
}

void AttributeNames::find_alone(WordSpan words, bool negated, Meanings& found) const {
  const std::string squash = squashed(words);
  if (const auto owners = owners_.find(squash); owners != owners_.end()) {
    for (const std::size_t owner : owners->second)
      add_with({attributes_[owner], Tier::Alone, negated}, words, found);
  }
  if (find_price(squash) == nullptr) return;
  for (const std::size_t price : prices_)
    add_price({attributes_[price], Tier::Alone, negated}, squash, found);
}

/// The attribute without a value.
void AttributeNames::add_attribute(const Said& said, Meanings& found) const {
  const Attribute& attribute = said.attribute;
  if (attribute.is_flag) return add_flag(said, !said.negated, found);
  if (said.negated && !attribute.nothing.empty())
    return add_value({attribute, said.tier, false}, {attribute.nothing}, found);
  if (said.negated || !attribute.is_listed) return;
  if (!attribute.entries.empty()) return add_any_entry(said, found);
  if (!attribute.values.empty()) add_never_true(said, found);
}

void AttributeNames::add_with(const Said& said, WordSpan value, Meanings& found) const {
  const Attribute& attribute = said.attribute;
  const std::string squash = squashed(value);
  if (const auto truth = truth_of(squash); truth && attribute.is_flag && !said.negated)
    add_flag(said, *truth, found);
  for (const language::SchemaPath* entry : attribute.entries) {
    if (squashed(words_of(entry->path.back())) == squash) add_entry(said, *entry, found);
  }
  if (const auto texts = attribute.values.find(squash); texts != attribute.values.end()) {
    for (const auto& [spelling, alike] : by_signs(texts->second)) add_value(said, alike, found);
  } else if (is_nothing(squash) && !attribute.nothing.empty()) {
    add_value(said, {attribute.nothing}, found);
  }
  if (attribute.is_price && find_price(squash) != nullptr) add_price(said, squash, found);
}

void AttributeNames::add_flag(const Said& said, bool is_true, Meanings& found) const {
  const language::SchemaPath& path = *said.attribute.schema;
  language::Dict evidence = item_meta(path.path);
  evidence.emplace_back("true", is_true ? "True" : "False");
  found.add(
      {.reading = {.evidence = std::move(evidence),
                   .origin = fmt::format("boolean, {} have it, {} true",
                                         share_of(path.present, items_, "item"), true_count(path))},
       .names = is_true ? names_with(said.attribute, {}, {}) : negative_names(said.attribute),
       .tier = said.tier});
}

void AttributeNames::add_any_entry(const Said& said, Meanings& found) const {
  const language::SchemaPath& path = *said.attribute.schema;
  std::vector<std::string> keys;
  for (const language::SchemaPath* entry : said.attribute.entries)
    keys.push_back(entry->path.back());
  found.add({.reading = {.evidence = item_meta(path.path),
                         .origin = fmt::format("a dict of {}, {} have it", fmt::join(keys, ", "),
                                               share_of(path.present, items_, "item"))},
             .names = names_with(said.attribute, {}, {}),
             .tier = said.tier});
}

void AttributeNames::add_never_true(const Said& said, Meanings& found) const {
  const language::SchemaPath& path = *said.attribute.schema;
  std::vector<std::string> texts;
  std::string likely;
  for (const auto& [text, count] : path.commonest) {
    texts.push_back(text);
    if (likely.empty() && text != said.attribute.nothing)
      likely = names_with(said.attribute, {}, words_of(text)).front();
    if (texts.size() == language::SchemaPath::kCommonest) break;
  }
  language::Dict evidence = item_meta(path.path);
  evidence.emplace_back("true", "True");
  const std::string values =
      fmt::format("the values of {} are {}{}", language::to_string(path.path),
                  fmt::join(texts, ", "), texts.size() < path.distinct ? ", …" : "");
  found.add({.reading = {.evidence = std::move(evidence),
                         .origin = "not a boolean, " + share_of(path.present, items_, "item") +
                                   " have it",
                         .notes = {"no item satisfies it: " + values},
                         .never_true = values,
                         .likely = std::move(likely)},
             .names = names_with(said.attribute, {}, {}),
             .tier = said.tier});
}

void AttributeNames::add_entry(const Said& said, const language::SchemaPath& entry,
                               Meanings& found) const {
  const language::SchemaPath& dict = *said.attribute.schema;
  const std::string& key = entry.path.back();
  language::Dict evidence = item_meta(dict.path);
  evidence.emplace_back(said.negated ? "not_contains" : "contains", entry_text(key));
  found.add(
      {.reading = {.evidence = std::move(evidence),
                   .origin =
                       fmt::format("entry of a dict, {} have it, {} true",
                                   share_of(entry.present, items_, "item"), true_count(entry))},
       .names = names_with(said.attribute, said.negated ? Words{"no"} : Words{}, words_of(key)),
       .tier = said.tier});
}

void AttributeNames::add_value(const Said& said, const std::vector<std::string>& texts,
                               Meanings& found) const {
  const Attribute& attribute = said.attribute;
  const language::SchemaPath& path = *attribute.schema;
  const Words words = words_of(texts.front());
  const bool is_nothing_value = texts.front() == attribute.nothing;
  Reading reading;
  reading.is_negated = said.negated;
  reading.earlier = earlier_of(path, texts);
  language::Dict evidence = item_meta(path.path);
  evidence.emplace_back("is", operand(path, texts));
  if (said.negated) {
    evidence.emplace_back("missing", -1);
  } else if (!attribute.nothing.empty() && !is_nothing_value) {
    evidence.emplace_back("missing", -1);
    reading.notes.push_back("an item that does not list it is not taken to have it");
  }
  reading.evidence = std::move(evidence);
  std::uint64_t count = 0;
  for (const std::string& text : texts) count += count_of(path, text);
  reading.origin = "value, " + share_of(count, items_, "item") + " have it";
  const Words no = {"no"};
  std::vector<std::string> names =
      names_with(attribute, said.negated ? WordSpan(no) : WordSpan(), words);
  if (is_nothing_value && !said.negated) {
    const std::vector<std::string> negative = negative_names(attribute);
    names.insert(names.begin(), negative.begin(), negative.end());
  }
  for (const PriceWord& word : price_words()) {
    const bool is_this =
        std::to_string(word.lowest) == texts.front() && word.lowest == word.highest;
    if (!attribute.is_price || !is_this || said.negated) continue;
    names.insert(names.begin(), names_with(attribute, {}, Words{std::string(word.word)}).front());
    break;
  }
  found.add({std::move(reading), std::move(names), said.tier});
}

/// Names of values used to match by text: `noise_loud` was `very_loud`, too. Empty if no value of
/// the data contains that of the name.
std::string AttributeNames::earlier_of(const language::SchemaPath& path,
                                       const std::vector<std::string>& texts) const {
  for (const auto& [other, count] : path.commonest) {
    if (std::ranges::find(texts, other) != texts.end()) continue;
    const std::string other_text = language::lower(other);
    for (const std::string& text : texts) {
      if (other_text.find(language::lower(text)) == std::string::npos) continue;
      return fmt::format("that the text of {} contains `{}`, as `{}` does",
                         language::to_string(path.path), text, other);
    }
  }
  return {};
}

/// By the most direct spelling of the attribute that the words before the bound are.
void AttributeNames::find_number(std::string_view name, Meanings& found) const {
  const auto bound = bound_in(name);
  if (!bound) return;
  const auto known = spellings_.find(squashed(words_of(bound->path)));
  if (known == spellings_.end()) return;
  const auto most_direct = std::ranges::min_element(
      known->second, {}, [](const Spelled& spelled) { return spelled.tier; });
  for (const Spelled& spelled : known->second) {
    const Attribute& attribute = attributes_[spelled.attribute];
    if (spelled.tier == most_direct->tier && has_numbers(*attribute.schema))
      add_number(attribute, bound->option, bound->number, found);
  }
}

void AttributeNames::add_number(const Attribute& attribute, std::string_view option,
                                std::string_view number, Meanings& found) const {
  const language::SchemaPath& path = *attribute.schema;
  const double value = *language::parse_decimal(number);
  const bool is_integer = number.find('.') == std::string_view::npos &&
                          value >= -kMostExactInteger && value <= kMostExactInteger;
  language::Dict evidence = item_meta(path.path);
  evidence.emplace_back(std::string(option), is_integer
                                                 ? language::Value(static_cast<std::int64_t>(value))
                                                 : language::Value(value));
  found.add({.reading = {.evidence = std::move(evidence),
                         .origin = "value, " + share_of(path.present, items_, "item") + " have it"},
             .names = names_with(attribute, {}, Words{std::string(option), std::string(number)}),
             .tier = Tier::Pattern});
}

void AttributeNames::add_price(const Said& said, std::string_view word, Meanings& found) const {
  const PriceWord& price = *find_price(word);
  std::vector<std::string> texts;
  for (int value = price.lowest; value <= price.highest; ++value)
    texts.push_back(std::to_string(value));
  if (texts.size() == 1) return add_value(said, texts, found);
  Meanings several;
  add_value(said, texts, several);
  for (Meaning& meaning : several.list()) {
    meaning.names =
        names_with(said.attribute, said.negated ? Words{"no"} : Words{}, Words{std::string(word)});
    found.add(std::move(meaning));
  }
}

void AttributeNames::add_all(Meanings& all) const {
  for (const Attribute& attribute : attributes_) {
    if (all.is_full()) return;
    const Said said{attribute, Tier::Full, false};
    if (attribute.is_flag) {
      add_flag(said, true, all);
      add_flag(said, false, all);
    }
    if (attribute.is_listed && !attribute.entries.empty()) add_any_entry(said, all);
    for (const language::SchemaPath* entry : attribute.entries) add_entry(said, *entry, all);
    if (!attribute.is_listed && !is_grouping(*attribute.schema, items_)) continue;
    for (const auto& [squash, texts] : attribute.values) add_value(said, texts, all);
    if (attribute.is_price) add_price(said, kDearWord, all);
  }
}

}  // namespace seedc::resolve
