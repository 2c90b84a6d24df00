// Decides the parts of review_match per distinct value.
#include "runtime/exec/match_filter.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>

#include "runtime/exec/circle.h"
#include "runtime/exec/paths.h"
#include "runtime/language/compares.h"
#include "runtime/language/text.h"

namespace seedc::exec {
namespace {

using Test = std::function<bool(const language::Value&)>;

/// Strings compare with strings by code point, numbers with whatever counts as one.
Test comparison_with(const language::MatchCondition& c, language::Comparison sign) {
  if (const auto* bound = c.value.as<std::string>()) {
    return [=, bound = *bound](const language::Value& value) {
      const auto* text = value.as<std::string>();
      return text != nullptr && language::compares(*text, sign, bound);
    };
  }
  const double bound = language::number_of(c.value).value();
  return [=, is_elite = c.path == elite_path()](const language::Value& value) {
    const auto number = language::countable(value, is_elite);
    return number && language::compares(*number, sign, bound);
  };
}

/// Columns with more distinct values are read row by row.
constexpr std::size_t kMostDecided = 4096;
constexpr std::uint32_t kTextsPerCheck = 4096;

}  // namespace

Test test_of(const language::MatchCondition& c) {
  switch (c.test) {
    case language::MatchTest::NotEmpty:
      return language::not_empty;
    case language::MatchTest::Equals:
      return [wanted = language::Matcher(c.value)](const language::Value& value) {
        return !value.is_null() && wanted.equals(value, language::text_of(value));
      };
    case language::MatchTest::Contains:
      return [part = language::text_of(c.value)](const language::Value& value) {
        return !value.is_null() && language::text_of(value).find(part) != std::string::npos;
      };
    case language::MatchTest::Gte:
    case language::MatchTest::Gt:
    case language::MatchTest::Lte:
    case language::MatchTest::Lt:
      break;
  }
  return comparison_with(c, language::choice_of<language::Comparison>(word_of(c.test)).value());
}

const data::Column& tested_column(const language::Path& path, const data::Dataset& dataset) {
  return path == name_path() ? dataset.reviewer_names() : dataset.review_column(path);
}

MatchFilter::MatchFilter(const language::ReviewMatch& condition, const data::Dataset& dataset) {
  std::vector<Part> parts;
  for (const language::MatchCondition& each : condition.conditions)
    parts.push_back(part_of(each, dataset));
  if (condition.circle) parts.push_back(part_of(*condition.circle, dataset));
  if (condition.topic) parts.push_back(part_of(condition, dataset));

  std::vector<std::size_t> cheapest(parts.size());
  std::iota(cheapest.begin(), cheapest.end(), std::size_t{0});
  std::ranges::stable_sort(cheapest, {}, [&](std::size_t i) { return parts[i].cost(); });
  order_.resize(parts.size());
  for (const std::size_t number : cheapest) {
    order_[number] = parts_.size();
    parts_.push_back(std::move(parts[number]));
  }
}

MatchFilter::Part MatchFilter::part_of(const language::MatchCondition& condition,
                                       const data::Dataset& dataset) {
  const Test test = test_of(condition);
  if (condition.path != name_path()) {
    data::RowValues values = dataset.review_values(condition.path);
    if (values.distinct_count() > kMostDecided) return {.values = std::move(values), .test = test};
  }
  const data::Column& column = tested_column(condition.path, dataset);
  Part part{.codes = column.codes.packed()};
  part.flags.reserve(column.values.size());
  base::StepCounter steps(dataset.call(), kTextsPerCheck);
  for (const language::Value& value : column.values) {
    steps.step();
    part.flags.push_back(test(value) ? 1 : 0);
  }
  return part;
}

MatchFilter::Part MatchFilter::part_of(const language::Circle& circle,
                                       const data::Dataset& dataset) {
  return {.codes = dataset.reviewers().codes.packed(), .flags = circle_members(circle, dataset)};
}

MatchFilter::Part MatchFilter::part_of(const language::ReviewMatch& condition,
                                       const data::Dataset& dataset) {
  const data::TopicJudgements judgements = dataset.judgements(*condition.topic);
  const data::Judgement wanted = condition.sentiment == language::Polarity::Negative
                                     ? data::Judgement::Negative
                                     : data::Judgement::Positive;
  Part part;
  part.flags.assign(dataset.review_count(), 0);
  for (const std::uint32_t review : judgements.reviews())
    part.flags[review] = judgements.of(review) == wanted ? 1 : 0;
  return part;
}

void MatchFilter::add_needs(const language::ReviewMatch& condition, data::DataNeeds& needs) {
  needs.judgements = needs.judgements || condition.topic.has_value();
  for (const language::MatchCondition& each : condition.conditions)
    needs.names = needs.names || each.path == name_path();
}

}  // namespace seedc::exec
