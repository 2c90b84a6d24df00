// Resolves names by the reviews' schema and the judged topics.
#include "compiler/resolve/review_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "compiler/resolve/lexicon.h"
#include "runtime/language/decimal.h"

namespace seedc::resolve {
namespace {

/// Words as written in reviews: `mac_and_cheese` is "mac and cheese".
std::string phrase_of(std::string_view name) {
  std::string phrase;
  for (const char c : name) {
    const bool is_gap = c == '_' || c == ' ';
    if (!is_gap) {
      phrase += c;
    } else if (!phrase.empty() && phrase.back() != ' ') {
      phrase += ' ';
    }
  }
  while (phrase.ends_with(' ')) phrase.pop_back();
  return phrase;
}

/// The phrase as a regular expression that matches it literally.
std::string escaped(const std::string& phrase) {
  std::string pattern;
  for (const char c : phrase) {
    if (std::string_view("\\.^$*+?{}[]|()").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// A number as spelled in the name: `4.0` stays a real.
std::optional<language::Value> number_in(const std::string& word) {
  std::int64_t integer = 0;
  const char* end = word.data() + word.size();
  const auto parsed = std::from_chars(word.data(), end, integer);
  if (parsed.ec == std::errc{} && parsed.ptr == end) return language::Value(integer);
  if (const auto real = language::parse_decimal(word)) return language::Value(*real);
  return std::nullopt;
}

/// The operator for a comparison's word, or std::nullopt.
std::string_view sign_of(std::string_view operation) {
  if (operation == "gte") return "at least";
  if (operation == "gt") return "above";
  if (operation == "lte") return "at most";
  if (operation == "lt") return "below";
  return {};
}

language::Value path_value(const language::Path& path) {
  if (path.size() == 1) return path.front();
  return language::List(path.begin(), path.end());
}

language::Dict group(language::Value field, const char* operation, language::Value value) {
  return {{"field", std::move(field)}, {"operator", operation}, {"value", std::move(value)}};
}

const language::Path kAverageStars = {"user", "average_stars"};

std::string group_text(const language::Dict& filter) {
  const language::Value& field = *language::find(filter, "field");
  const auto* keys = field.as<language::List>();
  language::Path path;
  if (keys == nullptr) path.push_back(*field.as<std::string>());
  for (const language::Value& key : keys == nullptr ? language::List() : *keys)
    path.push_back(*key.as<std::string>());
  const language::Value& value = *language::find(filter, "value");
  const auto* text = value.as<std::string>();
  return fmt::format("{} {} {}", language::to_string(path),
                     sign_of(*language::find(filter, "operator")->as<std::string>()),
                     text != nullptr ? *text : language::to_json(value));
}

/// Removes `operation_N` from the end of the words.
std::optional<language::Value> take_number(WordSpan& words, std::string_view operation) {
  if (words.size() < 3 || words[words.size() - 2] != operation) return std::nullopt;
  const auto number = number_in(words.back());
  if (number) words = words.first(words.size() - 2);
  return number;
}

/// `elite_gte_2` of `review_meta_elite_gte_2`; empty for other names.
WordSpan behind_meta(WordSpan words) {
  static const Words kMeta = {"review", "meta"};
  if (words.size() <= kMeta.size() || !starts_with(words, kMeta)) return {};
  return words.subspan(kMeta.size());
}

/// `useful_gte_3`.
struct ComparedField {
  WordSpan field;
  std::string operation;
  language::Value value;
};
std::optional<ComparedField> compared_field(WordSpan words) {
  if (words.size() < 3) return std::nullopt;
  const std::string& operation = words[words.size() - 2];
  auto value = number_in(words.back());
  if (sign_of(operation).empty() || !value) return std::nullopt;
  return ComparedField{words.first(words.size() - 2), operation, *std::move(value)};
}

/// `harsh_avg_gte_2.7`.
struct RatingWords {
  WordSpan group;
  bool is_mean;
  std::string operation;
  language::Value threshold;
};
std::optional<RatingWords> rating_in(WordSpan words) {
  if (words.size() < 4) return std::nullopt;
  const std::string& metric = words[words.size() - 3];
  const std::string& operation = words[words.size() - 2];
  auto threshold = number_in(words.back());
  if ((metric != "avg" && metric != "count") || sign_of(operation).empty() || !threshold)
    return std::nullopt;
  return RatingWords{words.first(words.size() - 3), metric == "avg", operation,
                     *std::move(threshold)};
}

bool take_word(WordSpan& words, std::string_view word) {
  if (words.size() < 2 || words.back() != word) return false;
  words = words.first(words.size() - 1);
  return true;
}

/// The options of review_meta at the end of a name, removed from it from last to first; in the
/// order of the evidence's options.
language::Dict take_meta_options(WordSpan& words) {
  const bool love = take_word(words, "love");
  const auto count = take_number(words, "count");
  const bool all = !count && take_word(words, "all");
  auto value = take_number(words, "gte");
  const bool at_least = value.has_value();
  if (!value) value = take_number(words, "lte");
  if (!value) take_word(words, "status");
  language::Dict options;
  options.emplace_back("op", !value ? "not_empty" : at_least ? "gte" : "lte");
  if (value) options.emplace_back("value", *value);
  if (love) options.emplace_back("min_stars", 4);
  if (all || count) options.emplace_back("agg", all ? "all" : "count");
  if (count) options.emplace_back("count", *count);
  return options;
}

}  // namespace

ReviewTextNames::ReviewTextNames(const language::Schema& schema) : schema_(schema) {
  for (const language::TextCount& topic : schema.topics) {
    const std::string squash = squashed(words_of(topic.first));
    if (!squash.empty()) topics_[squash].push_back(&topic);
  }
}

void ReviewTextNames::find(std::string_view name, Meanings& found) const {
  find_text(name, found);
  find_topic(words_of(name), found);
}

void ReviewTextNames::find_text(std::string_view name, Meanings& found) const {
  constexpr std::string_view kReviews = "_reviews";
  constexpr std::string_view kByExperts = "_by_experts";
  const bool by_experts = name.ends_with(kByExperts);
  if (!by_experts && !name.ends_with(kReviews)) return;
  name.remove_suffix(by_experts ? kByExperts.size() : kReviews.size());
  const std::string phrase = phrase_of(name);
  if (phrase.empty()) return;
  language::Dict evidence = {{"kind", "review_text"}, {"pattern", escaped(phrase)}};
  if (by_experts)
    evidence.emplace_back("weight_by",
                          language::Dict{{"field", language::List{"user", "review_count"}}});
  found.add({.reading = {.evidence = std::move(evidence), .origin = "the texts of the reviews"},
             .names = {snake(words_of(phrase)) + std::string(by_experts ? kByExperts : kReviews)},
             .tier = Tier::Full});
}

void ReviewTextNames::find_topic(WordSpan words, Meanings& found) const {
  if (words.size() < 2 || (words.back() != "positive" && words.back() != "negative")) return;
  const auto known = topics_.find(squashed(words.first(words.size() - 1)));
  if (known == topics_.end()) return;
  for (const language::TextCount* topic : known->second)
    add_topic(*topic, words.back() == "positive", found);
}

void ReviewTextNames::add_topic(const language::TextCount& topic, bool positive, Meanings& found) {
  const char* sentiment = positive ? "positive" : "negative";
  found.add({.reading = {.evidence = language::Dict{{"kind", "review_sentiment"},
                                                    {"topic", topic.first},
                                                    {"sentiment", sentiment}},
                         .origin = fmt::format("a topic that {} {} judged for", topic.second,
                                               topic.second == 1 ? "review is" : "reviews are")},
             .names = {snake(words_of(topic.first)) + "_" + sentiment},
             .tier = Tier::Full});
}

void ReviewTextNames::add_all(Meanings& all) const {
  for (const language::TextCount& topic : schema_.topics) {
    if (all.is_full()) return;
    if (words_of(topic.first).empty()) continue;
    add_topic(topic, /*positive=*/true, all);
    add_topic(topic, /*positive=*/false, all);
  }
}

void ReviewerNames::find(WordSpan words, Meanings& found) const {
  find_meta(words, found);
  find_group(words, found);
}

/// By the whole path, or by its last key.
std::vector<const language::SchemaPath*> ReviewerNames::fields_of(WordSpan words,
                                                                  bool may_be_last_key) const {
  std::vector<const language::SchemaPath*> fields;
  const std::string squash = squashed(words);
  for (const language::SchemaPath& path : paths_) {
    Words keys;
    for (const std::string& key : path.path) keys = joined(keys, words_of(key));
    if (squashed(keys) == squash ||
        (may_be_last_key && squashed(words_of(path.path.back())) == squash))
      fields.push_back(&path);
  }
  return fields;
}

std::vector<const language::SchemaPath*> ReviewerNames::fields(WordSpan words) const {
  const std::vector<const language::SchemaPath*> whole =
      fields_of(words, /*may_be_last_key=*/false);
  return whole.empty() ? fields_of(words, /*may_be_last_key=*/true) : whole;
}

bool ReviewerNames::names_field(WordSpan words) {
  const std::optional<RatingWords> rating = rating_in(words);
  return !behind_meta(words).empty() || (rating && compared_field(rating->group));
}

void ReviewerNames::find_meta(WordSpan words, Meanings& found) const {
  WordSpan field = behind_meta(words);
  if (field.empty()) return;
  const std::string name = snake(words);
  const language::Dict options = take_meta_options(field);
  for (const language::SchemaPath* path : fields(field)) {
    language::Dict evidence = {{"kind", "review_meta"},
                               {"path", language::List(path->path.begin(), path->path.end())}};
    evidence.insert(evidence.end(), options.begin(), options.end());
    found.add({.reading = {.evidence = std::move(evidence),
                           .origin = fmt::format("{} reviews have {}", path->present,
                                                 language::to_string(path->path))},
               .names = {name},
               .tier = Tier::Full});
  }
}

/// The groups of reviews that words can mean.
std::vector<language::Dict> ReviewerNames::groups_of(WordSpan words) const {
  if (words.size() == 2 && (words[0] == "post" || words[0] == "pre") && words[1].size() == 4 &&
      number_in(words[1])) {
    return {group("date", words[0] == "post" ? "gte" : "lt", words[1] + "-01-01")};
  }
  if (words.size() == 1 && words[0] == "harsh")
    return {group(path_value(kAverageStars), "lt", 3.5)};
  if (words.size() == 1 && words[0] == "generous")
    return {group(path_value(kAverageStars), "gte", 4.0)};
  const std::optional<ComparedField> compared = compared_field(words);
  if (!compared) return {};
  std::vector<language::Dict> groups;
  for (const language::SchemaPath* field : fields(compared->field))
    groups.push_back(group(path_value(field->path), compared->operation.c_str(), compared->value));
  return groups;
}

void ReviewerNames::find_group(WordSpan words, Meanings& found) const {
  const std::string name = snake(words);
  if (name == "generous_high_but_harsh_low") {
    found.add({.reading = {.evidence = language::Dict{{"kind", "review_group_rating_negative"},
                                                      {"condition",
                                                       language::Dict{{"generous_avg_gte", 4.0},
                                                                      {"harsh_avg_lt", 2.0}}}},
                           .origin = "the stars of the reviews and user.average_stars"},
               .names = {name},
               .tier = Tier::Full});
    return;
  }
  const std::optional<RatingWords> rating = rating_in(words);
  if (!rating) return;
  for (const language::Dict& filter : groups_of(rating->group)) {
    found.add(
        {.reading = {.evidence = language::Dict{{"kind", "review_group_rating"},
                                                {"group_filter", filter},
                                                {"metric", rating->is_mean ? "avg_stars" : "count"},
                                                {"threshold", rating->threshold},
                                                {"operator", rating->operation}},
                     .origin = "the stars of the reviews, grouped by " + group_text(filter)},
         .names = {name},
         .tier = Tier::Full});
  }
}

}  // namespace seedc::resolve
