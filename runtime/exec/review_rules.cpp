// Binds review conditions to a dataset and decides them item by item.
#include "runtime/exec/review_rules.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "runtime/exec/circle.h"
#include "runtime/exec/paths.h"
#include "runtime/language/text.h"

namespace seedc {

Membership::Membership(const Circle& circle, const Dataset& dataset)
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
bool compares(const T& left, Comparison comparison, const T& right) {
  switch (comparison) {
    case Comparison::Gte:
      return left >= right;
    case Comparison::Gt:
      return left > right;
    case Comparison::Lte:
      return left <= right;
    case Comparison::Lt:
      return left < right;
  }
  return false;
}

/// A yes or no per review, decided once per distinct value.
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

bool passes(const ReviewMeta& c, const Value& value) {
  if (c.test == ReviewTest::NotEmpty) return not_empty(value);
  const auto number = credibility(value, c.path == elite_path());
  if (!number) return false;
  return c.test == ReviewTest::Gte ? *number >= *c.value : *number <= *c.value;
}

using Group = ReviewVote::Group;

// A rule defines how each review votes, how the votes of an item's reviews are combined, and which
// data it reads in addition to the path and the circle of its condition.

class MetaRule {
 public:
  MetaRule(const ReviewMeta& c, const Dataset& dataset)
      : c_(c),
        pass_(dataset.review_column(c.path), [&](const Value& value) { return passes(c, value); }) {
    if (!c.min_stars) return;
    keep_.emplace(dataset.review_column(stars_path()), [&](const Value& value) {
      const auto stars = numeric(value);
      return stars && *stars >= *c.min_stars;
    });
  }

  static void add_needs(const ReviewMeta& c, DataNeeds& needs) {
    if (c.min_stars) needs.review_paths.push_back(stars_path());
  }

  ReviewVote vote(std::uint32_t review) const {
    if (keep_ && !keep_->holds(review)) return {};
    return {pass_.holds(review) ? Group::First : Group::Second};
  }

  Tri verdict(ReviewRange reviews, const ReviewTally& tally) const {
    if (reviews.is_empty()) return c_.missing;
    switch (c_.aggregate) {
      case Aggregate::Any:
        return tri_of(tally.first.count > 0);
      case Aggregate::All:
        return tri_of(tally.first.count > 0 && tally.second.count == 0);
      case Aggregate::Count:
        return tri_of(tally.first.count >= *c_.count);
    }
    return Tri::Unknown;
  }

 private:
  ReviewMeta c_;
  ReviewFlags pass_;
  std::optional<ReviewFlags> keep_;
};

class SentimentRule {
 public:
  SentimentRule(const Sentiment& c, const Dataset& dataset)
      : c_(c), judgements_(dataset.judgements(c.topic)) {
    if (c.circle) circle_.emplace(*c.circle, dataset);
  }

  static void add_needs(const Sentiment&, DataNeeds& needs) { needs.judgements = true; }

  ReviewVote vote(std::uint32_t review) const {
    if (circle_ && !circle_->holds(review)) return {};
    if (judgements_[review] == Judgement::Positive) return {Group::First};
    return {judgements_[review] == Judgement::Negative ? Group::Second : Group::LeftOut};
  }

  Tri verdict(ReviewRange reviews, const ReviewTally& tally) const {
    if (reviews.is_empty() || c_.topic.empty()) return Tri::No;
    const std::int64_t positive = tally.first.count;
    const std::int64_t negative = tally.second.count;
    return c_.polarity == Polarity::Positive
               ? tri_of(positive >= c_.min_count && positive > negative)
               : tri_of(negative >= c_.min_count);
  }

 private:
  Sentiment c_;
  std::optional<Membership> circle_;
  std::vector<Judgement> judgements_;
};

/// Dates compare as text, everything else as numbers; values that are neither are left out.
bool in_group(const GroupRating& c, const Value& value) {
  const auto* text = value.as<std::string>();
  const auto* bound = c.field_value.as<std::string>();
  if (text != nullptr && bound != nullptr && text->find('-') != std::string::npos) {
    return compares<std::string>(*text, c.field_test, *bound);
  }
  const auto left = numeric(value);
  const auto right = numeric(c.field_value);
  return left && right && compares(*left, c.field_test, *right);
}

class GroupRule {
 public:
  GroupRule(const GroupRating& c, const Dataset& dataset)
      : c_(c), kept_(dataset.review_column(c.field), [&](const Value& value) {
          return in_group(c, value);
        }) {
    if (c.metric == Metric::AvgStars) stars_.emplace(stars_of(dataset));
  }

  static void add_needs(const GroupRating& c, DataNeeds& needs) {
    if (c.metric == Metric::AvgStars) needs.review_paths.push_back(stars_path());
  }

  ReviewVote vote(std::uint32_t review) const {
    if (!kept_.holds(review)) return {};
    if (!stars_) return {Group::First};
    const double number = stars_->of(review);
    return std::isnan(number) ? ReviewVote{} : ReviewVote{Group::First, number};
  }

  Tri verdict(ReviewRange reviews, const ReviewTally& tally) const {
    if (reviews.is_empty()) return Tri::No;
    if (c_.metric == Metric::Count)
      return tri_of(compares(static_cast<double>(tally.first.count), c_.test, c_.threshold));
    return tri_of(tally.first.count > 0 && compares(tally.first.mean(), c_.test, c_.threshold));
  }

 private:
  GroupRating c_;
  ReviewFlags kept_;
  std::optional<ReviewNumbers> stars_;
};

/// Reviewers whose own average reaches the first are generous; those below the second are harsh.
constexpr double kGenerousFrom = 4.0;
constexpr double kHarshBelow = 3.5;

/// Generous reviewers are the first group, harsh ones the second.
class SplitRule {
 public:
  SplitRule(const GroupSplit& c, const Dataset& dataset)
      : c_(c),
        averages_(dataset.review_column(average_stars_path()), numeric),
        stars_(stars_of(dataset)) {}

  static void add_needs(const GroupSplit&, DataNeeds& needs) {
    needs.review_paths.insert(needs.review_paths.end(), {average_stars_path(), stars_path()});
  }

  ReviewVote vote(std::uint32_t review) const {
    const double average = averages_.of(review);
    const double number = stars_.of(review);
    if (std::isnan(number)) return {};
    if (average >= kGenerousFrom) return {Group::First, number};
    return average < kHarshBelow ? ReviewVote{Group::Second, number} : ReviewVote{};
  }

  Tri verdict(ReviewRange, const ReviewTally& tally) const {
    const bool is_split = tally.first.count > 0 && tally.second.count > 0 &&
                          tally.first.mean() >= c_.generous_avg_gte &&
                          tally.second.mean() < c_.harsh_avg_lt;
    return !tri_of(is_split);
  }

 private:
  GroupSplit c_;
  ReviewNumbers averages_;
  ReviewNumbers stars_;
};

class CircleRule {
 public:
  CircleRule(const CircleRating& c, const Dataset& dataset)
      : c_(c), circle_(c.circle, dataset), stars_(stars_of(dataset)) {}

  static void add_needs(const CircleRating&, DataNeeds& needs) {
    needs.review_paths.push_back(stars_path());
  }

  /// Reviews of the circle with fewer stars are the second group.
  ReviewVote vote(std::uint32_t review) const {
    if (!circle_.holds(review)) return {};
    const double number = stars_.of(review);
    return {number >= c_.min_stars ? Group::First : Group::Second, std::isnan(number) ? 0 : number};
  }

  Tri verdict(ReviewRange reviews, const ReviewTally& tally) const {
    if (reviews.is_empty()) return Tri::No;
    return tri_of(tally.first.count >= c_.min_matches);
  }

 private:
  CircleRating c_;
  Membership circle_;
  ReviewNumbers stars_;
};

MetaRule bind(const ReviewMeta& c, const Dataset& dataset) { return {c, dataset}; }
SentimentRule bind(const Sentiment& c, const Dataset& dataset) { return {c, dataset}; }
GroupRule bind(const GroupRating& c, const Dataset& dataset) { return {c, dataset}; }
SplitRule bind(const GroupSplit& c, const Dataset& dataset) { return {c, dataset}; }
CircleRule bind(const CircleRating& c, const Dataset& dataset) { return {c, dataset}; }

template <class T>
concept ReviewCondition =
    requires(const T& condition, const Dataset& dataset) { bind(condition, dataset); };

/// Calls `use` with the rule of the condition.
template <class Use>
auto with_rule(const Condition& condition, const Dataset& dataset, const Use& use) {
  return std::visit(
      [&]<class T>(const T& c) -> decltype(use(bind(ReviewMeta(), dataset))) {
        if constexpr (ReviewCondition<T>) return use(bind(c, dataset));
        throw std::logic_error("not a condition on reviews");
      },
      condition);
}

}  // namespace

void ReviewTally::add(ReviewVote vote) {
  if (vote.group == Group::LeftOut) return;
  Sum& sum = vote.group == Group::First ? first : second;
  ++sum.count;
  sum.total += vote.number;
}

ReviewRule bind_review_rule(const Condition& condition, const Dataset& dataset) {
  return with_rule(condition, dataset, []<class Rule>(Rule rule) -> ReviewRule {
    return [rule = std::move(rule)](ReviewRange reviews) {
      ReviewTally tally;
      for (std::uint32_t review = reviews.begin; review < reviews.end; ++review)
        tally.add(rule.vote(review));
      return rule.verdict(reviews, tally);
    };
  });
}

void add_review_needs(const Condition& condition, DataNeeds& needs) {
  std::visit(
      [&]<class T>(const T& c) {
        if constexpr (ReviewCondition<T>)
          decltype(bind(c, std::declval<const Dataset&>()))::add_needs(c, needs);
      },
      condition);
}

ReviewVotes review_votes(const Condition& condition, const Dataset& dataset, ReviewRange reviews) {
  return with_rule(condition, dataset, [&]<class Rule>(const Rule& rule) {
    ReviewVotes votes;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      votes.votes.push_back(rule.vote(review));
      votes.tally.add(votes.votes.back());
    }
    votes.value = rule.verdict(reviews, votes.tally);
    return votes;
  });
}

}  // namespace seedc
