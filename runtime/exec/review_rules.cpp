// Review conditions bound to a dataset.
#include "runtime/exec/review_rules.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "runtime/contract/text.h"
#include "runtime/exec/paths.h"
#include "runtime/social/circle.h"

namespace seedc {

Membership::Membership(const plan::Circle& circle, const Dataset& dataset)
    : codes_(dataset.reviewer_names().codes.data()), members_(circle_members(circle, dataset)) {}

ReviewNumbers::ReviewNumbers(
    const Column& column, const std::function<std::optional<double>(const Value&)>& number_of_value)
    : codes_(column.codes.data()) {
  numbers_.reserve(column.values.size());
  for (const Value& value : column.values) {
    numbers_.push_back(number_of_value(value).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
}

namespace {

/// False for NaN on either side.
template <class T>
bool compares(const T& left, plan::Comparison comparison, const T& right) {
  switch (comparison) {
    case plan::Comparison::Gte:
      return left >= right;
    case plan::Comparison::Gt:
      return left > right;
    case plan::Comparison::Lte:
      return left <= right;
    case plan::Comparison::Lt:
      return left < right;
  }
  return false;
}

/// A yes or no for each review, decided once per distinct value.
class ReviewFlags {
 public:
  ReviewFlags(const Column& column, const std::function<bool(const Value&)>& holds_for)
      : codes_(column.codes.data()) {
    flags_.reserve(column.values.size());
    for (const Value& value : column.values) flags_.push_back(holds_for(value) ? 1 : 0);
  }
  bool holds(std::uint32_t review) const { return flags_[codes_[review]] != 0; }

 private:
  const std::uint32_t* codes_;
  std::vector<std::uint8_t> flags_;
};

ReviewNumbers stars_of(const Dataset& dataset) {
  return {dataset.review_column(stars_path()), numeric};
}

bool passes(const plan::ReviewMeta& c, const Value& value) {
  if (c.test == plan::ReviewTest::NotEmpty) return not_empty(value);
  const auto number = credibility(value, c.path == elite_path());
  if (!number) return false;
  return c.test == plan::ReviewTest::Gte ? *number >= c.value : *number <= c.value;
}

Tri aggregate(const plan::ReviewMeta& c, std::int64_t passed, std::int64_t looked_at) {
  switch (c.aggregate) {
    case plan::Aggregate::Any:
      return tri_of(passed > 0);
    case plan::Aggregate::All:
      return tri_of(looked_at > 0 && passed == looked_at);
    case plan::Aggregate::Count:
      return tri_of(passed >= c.count);
  }
  return Tri::Unknown;
}

ReviewRule bind(const plan::ReviewMeta& c, const Dataset& dataset) {
  ReviewFlags pass(dataset.review_column(c.path),
                   [&](const Value& value) { return passes(c, value); });
  std::optional<ReviewFlags> keep;
  if (c.min_stars) {
    keep.emplace(dataset.review_column(stars_path()), [&](const Value& value) {
      const auto stars = numeric(value);
      return stars && *stars >= *c.min_stars;
    });
  }
  return [c, pass = std::move(pass), keep = std::move(keep)](ReviewRange reviews) {
    if (reviews.is_empty()) return c.missing;
    std::int64_t passed = 0;
    std::int64_t looked_at = 0;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      if (keep && !keep->holds(review)) continue;
      ++looked_at;
      passed += pass.holds(review) ? 1 : 0;
    }
    return aggregate(c, passed, looked_at);
  };
}

ReviewRule bind(const plan::Sentiment& c, const Dataset& dataset) {
  std::optional<Membership> circle;
  if (c.circle) circle.emplace(*c.circle, dataset);
  return [c, circle = std::move(circle),
          judgements = dataset.judgements(c.topic)](ReviewRange reviews) {
    if (reviews.is_empty() || c.topic.empty()) return Tri::No;
    std::int64_t positive = 0;
    std::int64_t negative = 0;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      if (circle && !circle->holds(review)) continue;
      positive += judgements[review] == Judgement::Positive ? 1 : 0;
      negative += judgements[review] == Judgement::Negative ? 1 : 0;
    }
    return c.positive ? tri_of(positive >= c.min_count && positive > negative)
                      : tri_of(negative >= c.min_count);
  };
}

/// Dates compare as text, all else as numbers; what is neither is left out.
bool in_group(const plan::GroupRating& c, const Value& value) {
  const auto* text = value.as<std::string>();
  const auto* bound = c.field_value.as<std::string>();
  if (text != nullptr && bound != nullptr && text->find('-') != std::string::npos) {
    return compares<std::string>(*text, c.field_test, *bound);
  }
  const auto left = numeric(value);
  const auto right = numeric(c.field_value);
  return left && right && compares(*left, c.field_test, *right);
}

ReviewRule bind(const plan::GroupRating& c, const Dataset& dataset) {
  ReviewFlags kept(dataset.review_column(c.field),
                   [&](const Value& value) { return in_group(c, value); });
  if (c.metric == plan::Metric::Count) {
    return [c, kept = std::move(kept)](ReviewRange reviews) {
      if (reviews.is_empty()) return Tri::No;
      double count = 0;
      for (std::uint32_t review = reviews.begin; review < reviews.end; ++review)
        count += kept.holds(review) ? 1 : 0;
      return tri_of(compares(count, c.test, c.threshold));
    };
  }
  return [c, kept = std::move(kept), stars = stars_of(dataset)](ReviewRange reviews) {
    double sum = 0;
    double count = 0;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      const double number = stars.of(review);
      if (!kept.holds(review) || std::isnan(number)) continue;
      sum += number;
      count += 1;
    }
    return tri_of(count > 0 && compares(sum / count, c.test, c.threshold));
  };
}

/// Reviewers whose own average is at least the first are generous, below the second harsh.
constexpr double kGenerousFrom = 4.0;
constexpr double kHarshBelow = 3.5;

ReviewRule bind(const plan::GroupSplit& c, const Dataset& dataset) {
  ReviewNumbers averages(dataset.review_column(average_stars_path()), numeric);
  return [c, averages = std::move(averages), stars = stars_of(dataset)](ReviewRange reviews) {
    double generous_sum = 0;
    double generous_count = 0;
    double harsh_sum = 0;
    double harsh_count = 0;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      const double average = averages.of(review);
      const double number = stars.of(review);
      if (std::isnan(number)) continue;
      if (average >= kGenerousFrom) {
        generous_sum += number;
        generous_count += 1;
      } else if (average < kHarshBelow) {
        harsh_sum += number;
        harsh_count += 1;
      }
    }
    const bool split = generous_count > 0 && harsh_count > 0 &&
                       generous_sum / generous_count >= c.generous_avg_gte &&
                       harsh_sum / harsh_count < c.harsh_avg_lt;
    return !tri_of(split);
  };
}

ReviewRule bind(const plan::CircleRating& c, const Dataset& dataset) {
  return
      [c, circle = Membership(c.circle, dataset), stars = stars_of(dataset)](ReviewRange reviews) {
        if (reviews.is_empty()) return Tri::No;
        std::int64_t count = 0;
        for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
          count += circle.holds(review) && stars.of(review) >= c.min_stars ? 1 : 0;
        }
        return tri_of(count >= c.min_matches);
      };
}

template <class T>
concept ReviewCondition =
    requires(const T& condition, const Dataset& dataset) { bind(condition, dataset); };

}  // namespace

ReviewRule bind_review_rule(const plan::Condition& condition, const Dataset& dataset) {
  return std::visit(
      [&]<class T>(const T& c) -> ReviewRule {
        if constexpr (ReviewCondition<T>) return bind(c, dataset);
        throw std::logic_error("not a condition on reviews");
      },
      condition);
}

}  // namespace seedc
