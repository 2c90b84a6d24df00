// Describes conditions in words, one function per condition; all wording is in this file.
#include "runtime/language/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runtime/language/json_string.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

std::string code(const Path& path) { return "`" + to_string(path) + "`"; }

/// An operand in back quotes; a string is written without its JSON quotes.
std::string operand(const Value& value) {
  if (const auto* text = value.as<std::string>()) return "`" + *text + "`";
  if (const auto* list = value.as<List>()) {
    std::string all;
    for (const Value& element : *list) all += (all.empty() ? "" : " or ") + operand(element);
    return all;
  }
  return "`" + to_json(value) + "`";
}

std::string json(const std::optional<Value>& value) { return value ? to_json(*value) : "-"; }

/// Formats a circle: ` by Ann, Bob or a friend`.
std::string by_circle(const Circle& circle) {
  return fmt::format(
      " by {} or {}",
      circle.friends.empty() ? "nobody" : fmt::format("{}", fmt::join(circle.friends, ", ")),
      circle.hops == 1 ? "a friend" : "someone within two hops");
}

std::string within_circle(const Circle& circle) {
  return fmt::format("within {} of [{}]", circle.hops, fmt::join(circle.friends, ", "));
}

/// The key in the text of a dict's entry, `'romantic': true`, as conditions on dicts contain it.
std::optional<std::string_view> entry_key(std::string_view text) {
  constexpr std::string_view kBefore = "'";
  constexpr std::string_view kBehind = "': true";
  if (!text.starts_with(kBefore) || !text.ends_with(kBehind)) return std::nullopt;
  if (text.size() <= kBefore.size() + kBehind.size()) return std::nullopt;
  return text.substr(kBefore.size(), text.size() - kBefore.size() - kBehind.size());
}

Description words_for(const MetaNotContains& c) {
  const auto key = entry_key(c.text);
  return {fmt::format("{} is missing or {} `{}`", code(c.path),
                      key ? "does not have" : "does not contain", key.value_or(c.text)),
          "not_contains " + json_string(c.text),
          fmt::format("{} does not contain {}", to_string(c.path), json_string(c.text))};
}

Description words_for(const MetaNotMatch& c) {
  return {fmt::format("{} is missing or not {}", code(c.path), operand(c.value)),
          "not_true " + written(c.value),
          fmt::format("{} does not match {}", to_string(c.path), to_json(c.value))};
}

Description words_for(const MetaContains& c) {
  const auto key = entry_key(c.text);
  return {fmt::format("{} {} `{}`", code(c.path), key ? "has" : "contains", key.value_or(c.text)),
          "contains " + json_string(c.text),
          fmt::format("{} contains {}", to_string(c.path), json_string(c.text))};
}

std::string match_sentence(const MetaMatch& c) {
  const bool is_plain = !c.no && !c.neutral;
  if (c.yes)
    return fmt::format("{} is {}{}", code(c.path), operand(*c.yes),
                       is_plain ? "" : " (false and neutral values given)");
  if (c.no) return fmt::format("{} is not {}", code(c.path), operand(*c.no));
  return fmt::format("{} is true or has an entry that is", code(c.path));
}

Description words_for(const MetaMatch& c) {
  std::vector<std::string> operands;
  if (c.yes) operands.push_back("true " + written(*c.yes));
  if (c.no) operands.push_back("false " + written(*c.no));
  if (c.neutral) operands.push_back("neutral " + written(*c.neutral));
  return {match_sentence(c),
          operands.empty() ? "that it is true" : fmt::format("{}", fmt::join(operands, ", ")),
          fmt::format("{} matches yes {} no {} neutral {} missing {}", to_string(c.path),
                      json(c.yes), json(c.no), json(c.neutral), static_cast<int>(c.missing))};
}

Description words_for(const MetaIs& c) {
  return {fmt::format("{} is exactly {}", code(c.path), operand(c.value)), "is " + written(c.value),
          fmt::format("{} is equal to {} missing {}", to_string(c.path), to_json(c.value),
                      static_cast<int>(c.missing))};
}

Description words_for(const MetaNumber& c) {
  std::vector<std::string> texts;
  for (const Bound& bound : bounds_of(c)) texts.push_back(bound_text(bound));
  const std::string bounds = fmt::format("{}", fmt::join(texts, " and "));
  return {fmt::format("{} is {}", code(c.path), bounds), bounds,
          fmt::format("{} is a number {} missing {}", to_string(c.path), bounds,
                      static_cast<int>(c.missing))};
}

constexpr std::int64_t kHour = 60;
constexpr std::int64_t kHoursOfDay = 24;

Description words_for(const HoursContain& c) {
  const std::int64_t from = c.start_minute / kHour % kHoursOfDay;
  const std::int64_t to = c.end_minute / kHour % kHoursOfDay;
  return {fmt::format("it is open from {}:{:02} to {}:{:02} by {}", from, c.start_minute % kHour,
                      to, c.end_minute % kHour, code(c.path)),
          fmt::format("open {:02}:{:02}-{:02}:{:02}", from, c.start_minute % kHour, to,
                      c.end_minute % kHour),
          fmt::format("{} holds minutes {} to {} missing {}", to_string(c.path), c.start_minute,
                      c.end_minute, static_cast<int>(c.missing))};
}

std::string missing_text(Tri missing) {
  return fmt::format("missing {}", static_cast<int>(missing));
}

Description words_for(const HoursAt& c) {
  return {
      fmt::format("open at {} by {}", clock_text(c.minute), code(c.path)),
      "open at " + clock_text(c.minute),
      fmt::format("{} holds minute {} {}", to_string(c.path), c.minute, missing_text(c.missing))};
}

Description words_for(const HoursAny& c) {
  const std::string range =
      fmt::format("{}-{}", clock_text(c.start_minute), clock_text(c.end_minute));
  return {fmt::format("open some time in {} by {}", range, code(c.path)),
          "open some time in " + range,
          fmt::format("{} shares a minute with {} to {} {}", to_string(c.path), c.start_minute,
                      c.end_minute, missing_text(c.missing))};
}

/// The path as a program writes it.
Path path_of_day(const HoursClosed& c) {
  Path path = c.path;
  if (c.day) path.push_back(*c.day);
  return path;
}

Description words_for(const HoursClosed& c) {
  const Path path = path_of_day(c);
  return {"closed by " + code(path), "closed that day",
          fmt::format("{} has no hours {}", to_string(path), missing_text(c.missing))};
}

Description words_for(const TextAny& c) {
  const bool is_one = c.min_matches == 1;
  return {is_one ? fmt::format("a review matches `{}`", c.pattern.source)
                 : fmt::format("{} reviews match `{}`", c.min_matches, c.pattern.source),
          "",
          is_one ? fmt::format("a text matches /{}/", c.pattern.pcre2)
                 : fmt::format("{} texts match /{}/", c.min_matches, c.pattern.pcre2)};
}

Description words_for(const TextCredible& c) {
  return {fmt::format("credible reviews by {} match `{}`", code(c.field), c.pattern.source), "",
          fmt::format("{} texts match /{}/ of reviewers from percentile {} of {}", c.min_matches,
                      c.pattern.pcre2, c.percentile, to_string(c.field))};
}

Description words_for(const TextCircle& c) {
  return {fmt::format("a review{} matches `{}`", by_circle(c.circle), c.pattern.source), "",
          fmt::format("{} texts match /{}/ {}", c.min_matches, c.pattern.pcre2,
                      within_circle(c.circle))};
}

std::string_view in_words(Comparison comparison) {
  switch (comparison) {
    case Comparison::Gte:
      return "at least";
    case Comparison::Gt:
      return "more than";
    case Comparison::Lte:
      return "at most";
    case Comparison::Lt:
      return "less than";
  }
  return "";
}

std::string review_sentence(const ReviewMeta& c) {
  const bool are_several = c.count && *c.count != 1;
  const std::string which =
      c.aggregate == Aggregate::All ? "every review"
      : c.count ? fmt::format("at least {} review{}", *c.count, are_several ? "s" : "")
                : "a review";
  const std::string stars =
      c.min_stars ? fmt::format(" of {} stars or more", number_text(*c.min_stars)) : "";
  std::string value;
  if (c.test != ReviewTest::NotEmpty) {
    value = fmt::format(" of {} {}", c.test == ReviewTest::Gte ? "at least" : "at most",
                        number_text(c.value.value_or(0)));
  }
  return fmt::format("{}{} {} {}{}", which, stars, are_several ? "have" : "has", code(c.path),
                     value);
}

Description words_for(const ReviewMatch& c) {
  const std::vector<std::string> parts = parts_of(c);
  const bool is_one = c.min_matches == 1;
  const std::string number =
      is_one ? std::string("a review") : fmt::format("at least {} reviews", c.min_matches);
  std::vector<std::string> tests(parts.begin() + (c.pattern ? 1 : 0), parts.end());
  if (c.pattern) tests.insert(tests.begin(), fmt::format("text matches /{}/", c.pattern->pcre2));
  return {fmt::format("{} meet{} `{}`", number, is_one ? "s" : "", fmt::join(parts, "`, `")),
          fmt::format("{} in at least {} review{}", fmt::join(parts, ", "), c.min_matches,
                      is_one ? "" : "s"),
          fmt::format("{} or more reviews of which {} missing {}", c.min_matches,
                      fmt::join(tests, ", "), static_cast<int>(c.missing))};
}

Description words_for(const ReviewMeta& c) {
  const bool has_value = c.test != ReviewTest::NotEmpty;
  const double value = c.value.value_or(0);
  const std::string how_many =
      c.count ? fmt::format("at least {}", *c.count) : std::string(word_of(c.aggregate));
  const std::string passes = has_value ? fmt::format("{} {}", sign_of(c.test), number_text(value))
                                       : std::string(sign_of(c.test));
  return {review_sentence(c), fmt::format("{} {} in {}", to_string(c.path), passes, how_many),
          fmt::format("{} {}{} for {}{}{} missing {}", to_string(c.path), has_value ? "" : "is ",
                      has_value ? fmt::format("{} {}", sign_of(c.test), value)
                                : std::string(sign_of(c.test)),
                      word_of(c.aggregate), c.count ? fmt::format(" {}", *c.count) : "",
                      c.min_stars ? fmt::format(" with stars >= {}", *c.min_stars) : "",
                      static_cast<int>(c.missing))};
}

Description words_for(const Sentiment& c) {
  const std::string_view polarity = word_of(c.polarity);
  return {fmt::format("reviews{} are judged {} on `{}`", c.circle ? by_circle(*c.circle) : "",
                      polarity, c.topic),
          fmt::format("at least {} {} of `{}`{}", c.min_count, polarity, c.topic,
                      c.polarity == Polarity::Positive ? ", and more than negative" : ""),
          fmt::format("{} or more {} on {}{}", c.min_count, polarity, json_string(c.topic),
                      c.circle ? " " + within_circle(*c.circle) : "")};
}

Description words_for(const GroupRating& c) {
  return {fmt::format("the {} of reviews with {} of {} {} is {} {}",
                      c.metric == Metric::Count ? "number" : "mean stars", code(c.field),
                      in_words(c.field_test), operand(c.field_value), in_words(c.test),
                      number_text(c.threshold)),
          fmt::format("{} {} {}", c.metric == Metric::Count ? "count" : "mean", sign_of(c.test),
                      number_text(c.threshold)),
          fmt::format("{} where {} {} {} is {} {}", sign_of(c.metric), to_string(c.field),
                      sign_of(c.field_test), to_json(c.field_value), sign_of(c.test), c.threshold)};
}

Description words_for(const GroupSplit& c) {
  return {fmt::format("generous reviewers do not give {} stars or more where harsh ones give less "
                      "than {}",
                      number_text(c.generous_avg_gte), number_text(c.harsh_avg_lt)),
          fmt::format("not both a generous mean >= {} and a harsh mean < {}",
                      number_text(c.generous_avg_gte), number_text(c.harsh_avg_lt)),
          fmt::format("not: generous mean >= {} and harsh mean < {}", c.generous_avg_gte,
                      c.harsh_avg_lt)};
}

Description words_for(const CircleRating& c) {
  return {fmt::format("a review{} has {:g} stars or more", by_circle(c.circle), c.min_stars),
          fmt::format("{} stars or more in at least {} review{}", number_text(c.min_stars),
                      c.min_matches, c.min_matches == 1 ? "" : "s"),
          fmt::format("{} reviews with stars >= {} {}", c.min_matches, c.min_stars,
                      within_circle(c.circle))};
}

}  // namespace

Description describe(const Condition& condition) {
  return std::visit([](const auto& each) { return words_for(each); }, condition);
}

std::string sentence_of_not(const Condition& condition) {
  if (const auto* closed = std::get_if<HoursClosed>(&condition))
    return "has hours by " + code(path_of_day(*closed));
  return "not: " + describe(condition).sentence;
}

std::vector<std::string> parts_of(const ReviewMatch& condition) {
  std::vector<std::string> parts;
  if (condition.pattern) parts.push_back(json_string(condition.pattern->source));
  for (const MatchCondition& each : condition.conditions) parts.push_back(written(each));
  if (condition.circle) parts.push_back(within_circle(*condition.circle));
  if (condition.topic) {
    parts.push_back(fmt::format("judged {} on {}",
                                word_of(condition.sentiment.value_or(Polarity::Positive)),
                                json_string(*condition.topic)));
  }
  return parts;
}

std::string written(const MatchCondition& condition) {
  const std::string path = to_string(condition.path);
  if (condition.test == MatchTest::NotEmpty) return path;
  return fmt::format("{} {} {}", path, sign_of(condition.test), to_json(condition.value));
}

std::string written(const Value& value) {
  return value.as<std::string>() != nullptr ? to_json(value) : python_str(value);
}

std::string bound_text(const Bound& bound) {
  return fmt::format("{} {}", sign_of(bound.sign), bound.value);
}

std::string clock_text(std::int64_t minute) {
  const std::int64_t of_day = minute > kMinutesOfDay ? minute - kMinutesOfDay : minute;
  return fmt::format("{:02}:{:02}", of_day / kHour, of_day % kHour);
}

std::string number_text(double number) {
  std::string text = fmt::format("{:.4f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace seedc::language
