// Formats the facts of conditions, one function per kind of condition.
#include "engine/report/explain_condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/report/text.h"
#include "runtime/language/describe.h"
#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::report {
namespace {

using Explanation = ConditionExplanation;
using Group = exec::ReviewVote::Group;

std::string counted_number(std::int64_t count, std::string_view noun) {
  return counted(static_cast<std::uint64_t>(count), noun);
}

std::string pattern_text(const language::Pattern& pattern) { return "`" + pattern.source + "`"; }

language::Value whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

language::Value names_value(const std::vector<std::string>& names) {
  return language::List(names.begin(), names.end());
}

// Conditions on items.

std::string met_text(const language::Path& path, const language::Value& met) {
  return language::to_string(path) +
         (met.is_null() ? " is missing" : " is " + language::written(met));
}

/// The rule of semantics.md section 3 that decided.
int rule_number(const language::MetaNotContains&, language::ItemReason) { return 1; }
int rule_number(const language::MetaNotMatch&, language::ItemReason) { return 2; }
int rule_number(const language::MetaContains&, language::ItemReason) { return 3; }
int rule_number(const language::MetaMatch& c, language::ItemReason reason) {
  if (reason == language::ItemReason::Missing) return 4;
  if (reason == language::ItemReason::Entries) return 6;
  if (reason == language::ItemReason::Boolean || reason == language::ItemReason::NotBoolean)
    return 7;
  if (c.no && !c.yes && !c.neutral) return 8;
  return c.yes && !c.no && !c.neutral ? 9 : 10;
}
int rule_number(const language::MetaNumber&, language::ItemReason reason) {
  return reason == language::ItemReason::Missing ? 4 : 5;
}
int rule_number(const language::MetaIs&, language::ItemReason reason) {
  if (reason == language::ItemReason::Missing) return 4;
  return reason == language::ItemReason::Entries ? 6 : 9;
}

/// What the value's kind, not the operands, made of it.
std::string_view reason_text(language::ItemReason reason, language::Tri value) {
  if (reason == language::ItemReason::UnreadableHours) return ", which are not opening hours";
  if (reason == language::ItemReason::EqualEnds) return ", which begins and ends at the same time";
  if (reason == language::ItemReason::NightAfter) return ", in the night that follows";
  if (reason != language::ItemReason::Entries) return "";
  return value == language::Tri::Yes ? ", which has a true entry" : ", which has no true entry";
}

/// What a condition makes of a value that is missing; empty if the result is unknown, whose cause
/// is reported.
std::string_view missing_text(language::ItemReason reason, language::Tri value) {
  const bool is_missing =
      reason == language::ItemReason::Missing || reason == language::ItemReason::NoHours;
  if (!is_missing || value == language::Tri::Unknown) return "";
  return value == language::Tri::Yes ? ", which counts as yes" : ", which counts as no";
}

std::string_view item_cause(language::ItemReason reason) {
  switch (reason) {
    case language::ItemReason::Missing:
      return "attribute_missing";
    case language::ItemReason::NotANumber:
      return "not_a_number";
    case language::ItemReason::NotBoolean:
      return "not_a_boolean";
    case language::ItemReason::NoHours:
      return "hours_missing";
    case language::ItemReason::UnreadableHours:
      return "hours_unreadable";
    case language::ItemReason::EqualEnds:
      return "equal_ends";
    case language::ItemReason::HasText:
    case language::ItemReason::LacksText:
    case language::ItemReason::MatchesUnwanted:
    case language::ItemReason::Number:
    case language::ItemReason::Entries:
    case language::ItemReason::Boolean:
    case language::ItemReason::MatchesTrue:
    case language::ItemReason::MatchesFalse:
    case language::ItemReason::MatchesNone:
    case language::ItemReason::Equality:
    case language::ItemReason::Hours:
    case language::ItemReason::NightAfter:
    case language::ItemReason::OpenThatDay:
    case language::ItemReason::ClosedThatDay:
      break;
  }
  return "no_operand_matches";
}

template <class T>
constexpr bool kHasRules = requires(const T& c) { rule_number(c, language::ItemReason()); };

template <class T>
Explanation explain_item(const T& c, const explain::ConditionFacts& facts) {
  const auto& item = std::get<explain::ItemFacts>(facts.met);
  Explanation out;
  out.met = met_text(c.path, item.met);
  out.met += reason_text(item.reason, facts.value);
  out.met +=
      missing_text(item.met.is_null() ? language::ItemReason::Missing : item.reason, facts.value);
  out.facts = {{"path", names_value(c.path)}, {"met", item.met}};
  if constexpr (kHasRules<T>) out.facts.emplace_back("rule", rule_number(c, item.reason));
  if (facts.value == language::Tri::Unknown) out.cause = item_cause(item.reason);
  return out;
}

Explanation explain(const language::MetaNotContains& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::MetaNotMatch& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::MetaContains& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::MetaMatch& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::MetaIs& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}

/// The bounds that a number fails: `4.2 is not >= 4.5`.
Explanation explain(const language::MetaNumber& c, const explain::ConditionFacts& facts) {
  const auto& item = std::get<explain::ItemFacts>(facts.met);
  Explanation out = explain_item(c, facts);
  const auto number = language::numeric(item.met);
  out.facts.emplace_back("number", number ? language::Value(*number) : language::Value());
  language::List failed;
  std::vector<std::string> texts;
  for (const language::Bound& bound : language::bounds_of(c)) {
    if (!number || language::meets(*number, bound)) continue;
    failed.emplace_back(std::string(language::word_of(bound.sign)));
    texts.push_back("not " + language::bound_text(bound));
  }
  out.facts.emplace_back("failed", std::move(failed));
  if (item.reason == language::ItemReason::NotANumber) {
    out.met = fmt::format("{} is not a number: {}", language::to_string(c.path),
                          language::written(item.met));
  } else if (!texts.empty()) {
    out.met += fmt::format(", {}", fmt::join(texts, ", "));
  }
  return out;
}

Explanation explain(const language::HoursContain& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::HoursAt& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}
Explanation explain(const language::HoursAny& c, const explain::ConditionFacts& facts) {
  return explain_item(c, facts);
}

/// How many other days have hours: `hours.Monday is missing, hours has 5 other days`.
Explanation explain(const language::HoursClosed& c, const explain::ConditionFacts& facts) {
  const auto& item = std::get<explain::ItemFacts>(facts.met);
  const language::Path path = language::asked_path(c);
  const language::Value hours = language::hours_of_day(c, item.met);
  Explanation out;
  out.met = met_text(path, hours) + std::string(reason_text(item.reason, facts.value));
  const std::size_t others = c.day ? language::other_days(item.met, *c.day).size() : 0;
  if (item.reason == language::ItemReason::ClosedThatDay ||
      item.reason == language::ItemReason::NoHours) {
    out.met += others == 0 ? ", and no other day has hours"
                           : fmt::format(", but {} has hours on {}", language::to_string(c.path),
                                         counted(others, "other day"));
  }
  out.facts = {{"path", names_value(path)}, {"met", hours}, {"other_days", whole(others)}};
  if (facts.value == language::Tri::Unknown) out.cause = item_cause(item.reason);
  return out;
}

// Circles.

/// `Emma`, or of a user `Emma (u17)`
std::string person_text(const std::string& person, const explain::ConditionFacts& facts) {
  const auto name = facts.user_names.find(person);
  const bool has_name = name != facts.user_names.end() && !name->second.empty();
  return has_name ? fmt::format("{} ({})", name->second, person) : person;
}

/// `Emma, friend of Grace`
std::string connection_text(const std::vector<std::string>& connection,
                            const explain::ConditionFacts& facts) {
  std::vector<std::string> people;
  for (const std::string& person : connection) people.push_back(person_text(person, facts));
  return fmt::format("{}", fmt::join(people, ", friend of "));
}

/// `Emma (3 users) and friends`
std::string asked_circle(const language::Circle& circle, const explain::ConditionFacts& facts) {
  std::vector<std::string> anchors = circle.friends;
  for (std::size_t i = 0; i < facts.users_of_anchors.size(); ++i) {
    const std::size_t users = facts.users_of_anchors[i];
    if (users != 1) anchors[i] += users == 0 ? " (no user)" : fmt::format(" ({} users)", users);
  }
  return fmt::format("{} and {}", fmt::join(anchors, ", "),
                     circle.hops == 1 ? "friends" : "friends of friends");
}

void add_circle(Explanation& out, const language::Circle& circle,
                const explain::ConditionFacts& facts) {
  std::vector<std::string> people;
  language::List connections;
  for (const auto& connection : facts.circle) {
    people.push_back(connection_text(connection, facts));
    connections.push_back(names_value(connection));
  }
  out.circle =
      people.empty()
          ? fmt::format("circle of {}: none of the reviewers", asked_circle(circle, facts))
          : fmt::format("circle of {}: {}", asked_circle(circle, facts), fmt::join(people, "; "));
  out.facts.emplace_back("anchors", names_value(circle.friends));
  out.facts.emplace_back("hops", circle.hops);
  out.facts.emplace_back("circle", std::move(connections));
  if (facts.users_of_anchors.empty()) return;
  language::List users;
  for (const std::size_t count : facts.users_of_anchors)
    users.push_back(static_cast<std::int64_t>(count));
  out.facts.emplace_back("anchor_users", std::move(users));
}

// Conditions on texts.

struct TextCounts {
  std::int64_t heard = 0;    ///< reviews of those whose word counts
  std::int64_t counted = 0;  ///< of them, those that match
  std::int64_t matching = 0;
  std::int64_t undecided = 0;  ///< of those whose word counts
};

TextCounts count(const exec::TextFinding& finding) {
  TextCounts counts;
  for (const exec::TextFinding::Review& review : finding.reviews) {
    counts.heard += review.is_heard ? 1 : 0;
    counts.matching += review.matches ? 1 : 0;
    counts.counted += review.is_heard && review.matches ? 1 : 0;
    counts.undecided += review.is_heard && review.is_undecided ? 1 : 0;
  }
  return counts;
}

std::string_view text_cause(const language::Pattern& pattern, const exec::TextFinding& finding) {
  if (finding.reviews.empty()) return "no_reviews";
  return pattern.source.empty() ? "empty_pattern" : "search_limit";
}

/// What the three forms have in common. `first`: the item's first review.
Explanation explain_text(const language::Pattern& pattern, const explain::ConditionFacts& facts,
                         const TextCounts& counts, std::int64_t needed) {
  const auto& finding = std::get<exec::TextFinding>(facts.met);
  Explanation out;
  out.facts = {{"pattern", pattern.source},
               {"reviews", whole(finding.reviews.size())},
               {"matching", counts.matching},
               {"undecided", counts.undecided},
               {"needed", needed}};
  for (const bool counting : {true, false}) {
    for (std::uint32_t i = 0; i < finding.reviews.size(); ++i) {
      const exec::TextFinding::Review& review = finding.reviews[i];
      if (review.matches && review.is_heard == counting)
        out.reviews.push_back(
            {.review = i, .role = {}, .counts = counting, .places = review.places});
    }
  }
  if (facts.value == language::Tri::Unknown) out.cause = text_cause(pattern, finding);
  return out;
}

std::string of_reviews(std::int64_t count, std::size_t all) {
  return fmt::format("{} of {}", count, counted(all, "review"));
}

std::string undecided_text(const TextCounts& counts) {
  return counts.undecided == 0 ? "" : fmt::format(", {} could not be decided", counts.undecided);
}

/// `2 of the 4 credible reviews match `patio` (1 other does)`
std::string heard_text(const language::Pattern& pattern, const TextCounts& counts,
                       std::string_view whose) {
  const std::int64_t others = counts.matching - counts.counted;
  return fmt::format("{} of the {} {} {}{}{}", counts.counted,
                     counted_number(counts.heard, fmt::format("{} review", whose)),
                     counts.counted == 1 ? "matches" : "match", pattern_text(pattern),
                     others == 0   ? ""
                     : others == 1 ? " (1 other does)"
                                   : fmt::format(" ({} others do)", others),
                     undecided_text(counts));
}

Explanation explain(const language::TextAny& c, const explain::ConditionFacts& facts) {
  const auto& finding = std::get<exec::TextFinding>(facts.met);
  const TextCounts counts = count(finding);
  Explanation out = explain_text(c.pattern, facts, counts, c.min_matches);
  if (finding.reviews.empty()) {
    out.met = "there are no reviews";
  } else if (c.pattern.source.empty()) {
    out.met = "the pattern is empty";
  } else {
    out.met = fmt::format("{} {} {}{}", of_reviews(counts.matching, finding.reviews.size()),
                          counts.matching == 1 ? "matches" : "match", pattern_text(c.pattern),
                          undecided_text(counts));
    if (c.min_matches > 1) out.met += fmt::format(", {} needed", c.min_matches);
  }
  return out;
}

std::string credible_text(const language::TextCredible& c, const exec::TextFinding& finding,
                          const TextCounts& counts) {
  const std::string field = language::to_string(c.field);
  if (finding.reviews.empty()) return "there are no reviews";
  if (c.pattern.source.empty()) return "the pattern is empty";
  if (!finding.threshold) {
    return fmt::format("no review is credible: {} {} {} above 0, {} needed",
                       of_reviews(finding.with_credibility, finding.reviews.size()),
                       finding.with_credibility == 1 ? "has" : "have", field, c.min_matches);
  }
  return fmt::format("{}, {} needed; credible: {} >= {}, percentile {} of the {} above 0",
                     heard_text(c.pattern, counts, "credible"), c.min_matches, field,
                     language::number_text(*finding.threshold), language::number_text(c.percentile),
                     finding.with_credibility);
}

Explanation explain(const language::TextCredible& c, const explain::ConditionFacts& facts) {
  const auto& finding = std::get<exec::TextFinding>(facts.met);
  const TextCounts counts = count(finding);
  Explanation out = explain_text(c.pattern, facts, counts, c.min_matches);
  out.met = credible_text(c, finding, counts);
  out.facts.emplace_back("field", names_value(c.field));
  out.facts.emplace_back("percentile", c.percentile);
  out.facts.emplace_back("with_credibility", finding.with_credibility);
  out.facts.emplace_back(
      "threshold", finding.threshold ? language::Value(*finding.threshold) : language::Value());
  out.facts.emplace_back("credible", counts.heard);
  out.facts.emplace_back("credible_matching", counts.counted);
  return out;
}

Explanation explain(const language::TextCircle& c, const explain::ConditionFacts& facts) {
  const auto& finding = std::get<exec::TextFinding>(facts.met);
  const TextCounts counts = count(finding);
  Explanation out = explain_text(c.pattern, facts, counts, c.min_matches);
  out.met =
      finding.reviews.empty()
          ? "there are no reviews"
          : fmt::format("{}, {} needed", heard_text(c.pattern, counts, "circle"), c.min_matches);
  add_circle(out, c.circle, facts);
  out.facts.emplace_back("circle_reviews", counts.heard);
  out.facts.emplace_back("circle_matching", counts.counted);
  return out;
}

// Reviews that meet several conditions at once.

language::List parts_value(const std::vector<std::string>& parts,
                           const std::vector<std::int64_t>& counts) {
  language::List list;
  for (std::size_t i = 0; i < parts.size(); ++i)
    list.push_back(language::Dict{{"part", parts[i]}, {"reviews", counts[i]}});
  return list;
}

Explanation explain(const language::ReviewMatch& c, const explain::ConditionFacts& facts) {
  const explain::MatchFacts& match = facts.match;
  const std::vector<std::string> parts = language::parts_of(c);
  const std::size_t all = match.counted.size() + match.nearest.size();
  const auto* finding = std::get_if<exec::TextFinding>(&facts.met);
  const std::int64_t undecided = finding == nullptr ? 0 : count(*finding).undecided;
  const auto counted_reviews = static_cast<std::int64_t>(match.counted.size());
  Explanation out;
  out.met = "there are no reviews";
  if (all > 0) {
    out.met = fmt::format("{} {} all{}, {} needed; alone", of_reviews(counted_reviews, all),
                          counted_reviews == 1 ? "meets" : "meet",
                          undecided == 0 ? "" : fmt::format(", {} could not be decided", undecided),
                          c.min_matches);
    for (std::size_t i = 0; i < parts.size(); ++i)
      out.met += fmt::format("{} {}: {}", i == 0 ? "" : ",", parts[i], match.counts[i]);
  }
  out.facts = {{"reviews", whole(all)},
               {"counting", counted_reviews},
               {"needed", c.min_matches},
               {"undecided", undecided},
               {"parts", parts_value(parts, match.counts)}};
  if (c.circle) add_circle(out, *c.circle, facts);
  for (const std::uint32_t review : match.counted) {
    auto& added = out.reviews.emplace_back(ExplainedReview{.review = review});
    if (finding != nullptr) added.places = finding->reviews[review].places;
  }
  if (facts.value == language::Tri::Unknown) out.cause = all == 0 ? "no_reviews" : "search_limit";
  return out;
}

// Conditions on reviews.

/// The reviews of a group.
void add_votes(Explanation& out, const exec::ReviewVotes& votes, Group group,
               std::string_view role) {
  for (std::uint32_t i = 0; i < votes.votes.size(); ++i) {
    if (votes.votes[i].group == group)
      out.reviews.push_back({.review = i, .role = role, .places = {}});
  }
}

/// The reviews of both groups.
void add_votes(Explanation& out, const exec::ReviewVotes& votes, std::string_view first,
               std::string_view second) {
  add_votes(out, votes, Group::First, first);
  add_votes(out, votes, Group::Second, second);
}

Explanation explain(const language::ReviewMeta& c, const explain::ConditionFacts& facts) {
  const auto& votes = std::get<exec::ReviewVotes>(facts.met);
  const std::int64_t looked_at = votes.tally.first.count + votes.tally.second.count;
  Explanation out;
  out.met = votes.votes.empty()
                ? "there are no reviews"
                : fmt::format(
                      "{} of {}{} {}", votes.tally.first.count, counted_number(looked_at, "review"),
                      c.min_stars
                          ? fmt::format(" of {} stars or more", language::number_text(*c.min_stars))
                          : "",
                      votes.tally.first.count == 1 ? "passes" : "pass");
  out.facts = {{"path", names_value(c.path)},
               {"reviews", whole(votes.votes.size())},
               {"looked_at", looked_at},
               {"passed", votes.tally.first.count},
               {"aggregate", std::string(language::word_of(c.aggregate))},
               {"needed", c.count.value_or(1)}};
  // Where all must pass, those that do not are what one wants to see.
  const bool shows_failing =
      c.aggregate == language::Aggregate::All && facts.value == language::Tri::No;
  add_votes(out, votes, shows_failing ? Group::Second : Group::First, shows_failing ? "fails" : "");
  if (facts.value == language::Tri::Unknown) out.cause = "no_reviews";
  return out;
}

Explanation explain(const language::Sentiment& c, const explain::ConditionFacts& facts) {
  const auto& votes = std::get<exec::ReviewVotes>(facts.met);
  Explanation out;
  out.met = votes.votes.empty() ? "there are no reviews"
            : c.topic.empty()   ? "the topic is empty"
                                : fmt::format("{} positive, {} negative", votes.tally.first.count,
                                              votes.tally.second.count);
  out.facts = {{"topic", c.topic},
               {"reviews", whole(votes.votes.size())},
               {"positive", votes.tally.first.count},
               {"negative", votes.tally.second.count},
               {"sentiment", std::string(language::word_of(c.polarity))},
               {"needed", c.min_count}};
  if (c.circle) add_circle(out, *c.circle, facts);
  const bool is_positive = c.polarity == language::Polarity::Positive;
  if (is_positive) add_votes(out, votes, Group::First, "positive");
  add_votes(out, votes, Group::Second, "negative");
  if (!is_positive) add_votes(out, votes, Group::First, "positive");
  return out;
}

/// `4.25 (51 over 12)`
std::string mean_text(const exec::ReviewTally::Sum& sum) {
  return sum.count == 0 ? "none"
                        : fmt::format("{} ({} over {})", language::number_text(sum.mean()),
                                      language::number_text(sum.total), sum.count);
}

language::Value mean_value(const exec::ReviewTally::Sum& sum) {
  return language::Dict{{"count", sum.count},
                        {"sum", sum.total},
                        {"mean", sum.count == 0 ? language::Value() : language::Value(sum.mean())}};
}

/// Of votes whose stars were not read.
language::Value count_value(const exec::ReviewTally::Sum& sum) {
  return language::Dict{
      {"count", sum.count}, {"sum", language::Value()}, {"mean", language::Value()}};
}

Explanation explain(const language::GroupRating& c, const explain::ConditionFacts& facts) {
  const auto& votes = std::get<exec::ReviewVotes>(facts.met);
  const exec::ReviewTally::Sum& sum = votes.tally.first;
  const std::string group =
      fmt::format("{} {} {}", language::to_string(c.field), language::sign_of(c.field_test),
                  language::written(c.field_value));
  Explanation out;
  out.met = votes.votes.empty() ? "there are no reviews"
            : c.metric == language::Metric::Count
                ? fmt::format("{} with {}", counted_number(sum.count, "review"), group)
                : fmt::format("mean stars where {}: {}", group, mean_text(sum));
  out.facts = {{"field", names_value(c.field)},
               {"reviews", whole(votes.votes.size())},
               {"group", c.metric == language::Metric::Count ? count_value(sum) : mean_value(sum)},
               {"metric", std::string(language::word_of(c.metric))},
               {"operator", std::string(language::sign_of(c.test))},
               {"threshold", c.threshold}};
  add_votes(out, votes, Group::First, "");
  return out;
}

Explanation explain(const language::GroupSplit& c, const explain::ConditionFacts& facts) {
  const auto& votes = std::get<exec::ReviewVotes>(facts.met);
  Explanation out;
  out.met = fmt::format("mean stars of generous reviewers {}, of harsh ones {}",
                        mean_text(votes.tally.first), mean_text(votes.tally.second));
  out.facts = {{"reviews", whole(votes.votes.size())},
               {"generous", mean_value(votes.tally.first)},
               {"harsh", mean_value(votes.tally.second)},
               {"generous_avg_gte", c.generous_avg_gte},
               {"harsh_avg_lt", c.harsh_avg_lt}};
  add_votes(out, votes, "generous", "harsh");
  return out;
}

Explanation explain(const language::CircleRating& c, const explain::ConditionFacts& facts) {
  const auto& votes = std::get<exec::ReviewVotes>(facts.met);
  const exec::ReviewTally& tally = votes.tally;
  Explanation out;
  out.met = votes.votes.empty()
                ? "there are no reviews"
                : fmt::format("{} of the {} by the circle {} {} stars or more", tally.first.count,
                              counted_number(tally.first.count + tally.second.count, "review"),
                              tally.first.count == 1 ? "has" : "have",
                              language::number_text(c.min_stars));
  out.facts = {{"reviews", whole(votes.votes.size())},
               {"circle_reviews", tally.first.count + tally.second.count},
               {"circle_matching", tally.first.count},
               {"min_stars", c.min_stars},
               {"needed", c.min_matches}};
  add_circle(out, c.circle, facts);
  add_votes(out, votes, "", "fewer stars");
  return out;
}

// Needs.

/// An operand as the data would have it once read: `False`, not `"False"`.
std::string as_read(const language::Value& operand) {
  const auto* text = operand.as<std::string>();
  return language::written(text == nullptr ? operand : language::read(*text));
}

std::string in_it(const std::string& text, bool is_in) {
  return language::to_json(language::Value(text)) + (is_in ? " in it" : " not in it");
}

std::string need(const language::MetaNotContains& c, language::Tri value) {
  return in_it(c.text, value == language::Tri::No);
}
std::string need(const language::MetaContains& c, language::Tri value) {
  return in_it(c.text, value == language::Tri::Yes);
}
std::string need(const language::MetaNotMatch& c, language::Tri value) {
  return (value == language::Tri::Yes ? "not " : "") + as_read(c.value);
}

std::string need(const language::MetaMatch& c, language::Tri value) {
  const auto& wanted = value == language::Tri::Yes ? c.yes : c.no;
  const auto& other = value == language::Tri::Yes ? c.no : c.yes;
  if (wanted) return as_read(*wanted);
  return other ? "not " + as_read(*other)
               : std::string(value == language::Tri::Yes ? "True" : "False");
}

std::string need(const language::MetaIs& c, language::Tri value) {
  return (value == language::Tri::Yes ? "" : "not ") + as_read(c.value);
}

std::string need_matches(std::int64_t count, language::Tri value) {
  const std::string matches = count == 1 ? "1 match" : fmt::format("{} matches", count);
  if (value == language::Tri::Yes) return matches;
  return count == 1 ? "no match" : "fewer than " + matches;
}

std::string need(const language::TextAny& c, language::Tri value) {
  return need_matches(c.min_matches, value);
}
std::string need(const language::TextCredible& c, language::Tri value) {
  return need_matches(c.min_matches, value);
}
std::string need(const language::TextCircle& c, language::Tri value) {
  return need_matches(c.min_matches, value);
}

std::string need(const language::HoursClosed& c, language::Tri value) {
  const std::string day = language::to_string(language::asked_path(c));
  return value == language::Tri::Yes ? "no hours at " + day + ", and some on another day"
                                     : "hours at " + day;
}

std::string hours_that(language::Tri value, const std::string& what) {
  return fmt::format("hours that {} {}", value == language::Tri::Yes ? "include" : "exclude", what);
}

std::string need(const language::HoursAt& c, language::Tri value) {
  return hours_that(value, language::clock_text(c.minute));
}
std::string need(const language::HoursAny& c, language::Tri value) {
  return hours_that(
      value, fmt::format("{}{}-{}", value == language::Tri::Yes ? "some of " : "all of ",
                         language::clock_text(c.start_minute), language::clock_text(c.end_minute)));
}

/// What the condition asks, or its opposite.
template <class T>
std::string asked_of(const T& c, language::Tri value) {
  constexpr std::string_view kNot = "not ";
  std::string asked = language::describe(c).asked;
  if (value == language::Tri::Yes) return asked;
  return asked.starts_with(kNot) ? asked.substr(kNot.size()) : std::string(kNot) + asked;
}

template <class T>
std::string need(const T& c, language::Tri value) {
  return asked_of(c, value);
}

/// What it takes to meet all bounds, of which one alone may miss the others, or to fail the one
/// that is nearest to the number that was met.
std::string need_at(const language::MetaNumber& c, language::Tri value,
                    const explain::ConditionFacts& facts) {
  const auto number = language::numeric(std::get<explain::ItemFacts>(facts.met).met);
  if (!number || value == language::Tri::Yes) return asked_of(c, value);
  const std::vector<language::Bound> bounds = language::bounds_of(c);
  const auto distance = [&](const language::Bound& bound) {
    return std::abs(bound.value - *number);
  };
  return language::bound_text(language::opposite(std::ranges::min(bounds, {}, distance)));
}

/// `review 3 fails stars >= 4 (3)`
std::string failures_text(const explain::MatchFacts::NearReview& near,
                          const std::vector<std::string>& parts) {
  std::vector<std::string> texts;
  for (const explain::MatchFacts::Failure& failure : near.failures) {
    const std::string met =
        failure.met.is_null() ? "" : fmt::format(" ({})", language::written(failure.met));
    texts.push_back(parts[failure.part] + met);
  }
  return fmt::format("review {} fails {}", near.review + 1, fmt::join(texts, ", "));
}

/// As many reviews as are missing, each with what it would have to meet; or those that are too
/// many.
std::string need_at(const language::ReviewMatch& c, language::Tri value,
                    const explain::ConditionFacts& facts) {
  constexpr std::size_t kMostShown = 3;
  const auto counted_reviews = static_cast<std::int64_t>(facts.match.counted.size());
  if (value == language::Tri::No)
    return c.min_matches == 1 ? "no review that meets all"
                              : fmt::format("fewer than {} reviews that meet all", c.min_matches);
  const std::int64_t lacking = std::max<std::int64_t>(c.min_matches - counted_reviews, 1);
  std::string out = fmt::format("{} that meet{} all", counted_number(lacking, "more review"),
                                lacking == 1 ? "s" : "");
  const std::vector<std::string> parts = language::parts_of(c);
  const std::size_t shown =
      std::min({facts.match.nearest.size(), static_cast<std::size_t>(lacking), kMostShown});
  for (std::size_t i = 0; i < shown; ++i)
    out += (i == 0 ? ": " : "; ") + failures_text(facts.match.nearest[i], parts);
  return out;
}

template <class T>
std::string need_at(const T& c, language::Tri value, const explain::ConditionFacts&) {
  return need(c, value);
}

}  // namespace

ConditionExplanation explain_condition(const language::Condition& condition,
                                       const explain::ConditionFacts& facts) {
  Explanation out = std::visit([&](const auto& c) { return explain(c, facts); }, condition);
  out.kind = language::info(language::kind_of(condition)).name;
  out.asked = language::describe(condition).asked;
  return out;
}

std::string_view cause_text(std::string_view cause) {
  if (cause == "attribute_missing") return "the attribute is missing";
  if (cause == "not_a_number") return "the value is not a number";
  if (cause == "hours_missing") return "the hours are missing";
  if (cause == "hours_unreadable") return "the hours cannot be read";
  if (cause == "equal_ends") return "the hours have equal ends";
  if (cause == "not_a_boolean") return "the value is neither true nor false";
  if (cause == "no_operand_matches") return "neither true nor false matches";
  if (cause == "no_reviews") return "there are no reviews";
  if (cause == "empty_pattern") return "the pattern is empty";
  if (cause == "search_limit") return "a search reached its limit";
  return cause == "no_arguments" ? "it has no arguments" : "an argument is unknown";
}

std::string need_text(const language::Condition& condition, language::Tri value,
                      const explain::ConditionFacts& facts) {
  if (value == language::Tri::Unknown) return "to be unknown";
  return std::visit([&](const auto& c) { return need_at(c, value, facts); }, condition);
}

std::string_view word_of(language::Tri value) {
  if (value == language::Tri::Yes) return "yes";
  return value == language::Tri::No ? "no" : "unknown";
}

}  // namespace seedc::report
