// Binds review conditions to a dataset and decides them item by item.
#include "runtime/exec/review_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "runtime/exec/circle.h"
#include "runtime/exec/match_filter.h"
#include "runtime/exec/paths.h"
#include "runtime/language/compares.h"
#include "runtime/language/text.h"

namespace seedc::exec {
namespace {

constexpr std::uint32_t kValuesPerCheck = 4096;

}  // namespace

Membership::Membership(const language::Circle& circle, const data::Dataset& dataset)
    : codes_(dataset.reviewers().codes.packed()),
      charge_(dataset.call(), "the values of reviews", dataset.reviewers().values.size()),
      members_(circle_members(circle, dataset)) {}

ReviewNumbers::ReviewNumbers(
    const data::Column& column, const base::Call& call,
    const std::function<std::optional<double>(const language::Value&)>& number_of_value)
    : codes_(column.codes.packed()),
      charge_(call, "the values of reviews", column.values.size() * sizeof(double)) {
  base::StepCounter steps(call, kValuesPerCheck);
  numbers_.reserve(column.values.size());
  for (const language::Value& value : column.values) {
    steps.step();
    numbers_.push_back(number_of_value(value).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
}

namespace {

ReviewNumbers stars_of(const data::Dataset& dataset) {
  return {dataset.review_column(stars_path()), dataset.call(), language::numeric};
}

bool passes(const language::ReviewMeta& c, const language::Value& value) {
  if (c.test == language::ReviewTest::NotEmpty) return language::not_empty(value);
  const auto number = language::credibility(value, c.path == elite_path());
  if (!number) return false;
  return c.test == language::ReviewTest::Gte ? *number >= *c.value : *number <= *c.value;
}

using Group = ReviewVote::Group;

// A rule defines how each review votes, how the votes of an item's reviews are combined (its
// `verdict`, the only part that reads the fields of a verdict), and which data it reads in addition
// to the path and the circle of its condition. It may name the reviews that are not left out,
// ascending: its `voters`.

class MetaRule {
 public:
  MetaRule(const language::ReviewMeta& c, const data::Dataset& dataset)
      : pass_(dataset.review_flags(c.path, test_of(c))) {
    if (!c.min_stars) return;
    keep_ = dataset.review_flags(stars_path(), [&](const language::Value& value) {
      const auto stars = language::numeric(value);
      return stars && *stars >= *c.min_stars;
    });
  }

  static void add_needs(const language::ReviewMeta& c, data::DataNeeds& needs) {
    if (c.min_stars) needs.review_paths.push_back(stars_path());
  }

  ReviewVote vote(std::uint32_t review) const {
    if (keep_ && !keep_->holds(review)) return {};
    return {pass_.holds(review) ? Group::First : Group::Second};
  }

  static language::Tri verdict(const language::ReviewMeta& c, ReviewRange reviews,
                               const ReviewTally& tally) {
    if (reviews.is_empty()) return c.missing;
    switch (c.aggregate) {
      case language::Aggregate::Any:
        return language::tri_of(tally.first.count > 0);
      case language::Aggregate::All:
        return language::tri_of(tally.first.count > 0 && tally.second.count == 0);
      case language::Aggregate::Count:
        return language::tri_of(tally.first.count >= *c.count);
    }
    return language::Tri::Unknown;
  }

 private:
  data::ColumnFlags pass_;
  std::optional<data::ColumnFlags> keep_;
};

class SentimentRule {
 public:
  SentimentRule(const language::Sentiment& c, const data::Dataset& dataset)
      : judgements_(dataset.judgements(c.topic)) {
    if (c.circle) circle_.emplace(*c.circle, dataset);
  }

  static void add_needs(const language::Sentiment&, data::DataNeeds& needs) {
    needs.judgements = true;
  }

  ReviewVote vote(std::uint32_t review) const {
    if (circle_ && !circle_->holds(review)) return {};
    const data::Judgement judgement = judgements_.of(review);
    if (judgement == data::Judgement::Positive) return {Group::First};
    return {judgement == data::Judgement::Negative ? Group::Second : Group::LeftOut};
  }

  std::span<const std::uint32_t> voters(ReviewRange reviews) const {
    return judgements_.reviews(reviews.begin, reviews.end);
  }

  static language::Tri verdict(const language::Sentiment& c, ReviewRange reviews,
                               const ReviewTally& tally) {
    if (reviews.is_empty() || c.topic.empty()) return language::Tri::No;
    const std::int64_t positive = tally.first.count;
    const std::int64_t negative = tally.second.count;
    return c.polarity == language::Polarity::Positive
               ? language::tri_of(positive >= c.min_count && positive > negative)
               : language::tri_of(negative >= c.min_count);
  }

 private:
  std::optional<Membership> circle_;
  data::TopicJudgements judgements_;
};

/// Most dates have one behind the year.
bool has_hyphen(std::string_view text) {
  constexpr std::size_t kDigitsOfYear = 4;
  return (text.size() > kDigitsOfYear && text[kDigitsOfYear] == '-') ||
         text.find('-') != std::string_view::npos;
}

/// The first bytes as a number that compares as they do.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  std::memcpy(&head, text.data(), sizeof head);
  return std::endian::native == std::endian::little ? __builtin_bswap64(head) : head;
}

/// Most dates differ from the bound in their first bytes.
bool compares_as_text(std::string_view text, language::Comparison comparison,
                      std::string_view bound) {
  if (std::min(text.size(), bound.size()) >= sizeof(std::uint64_t)) {
    const std::uint64_t heads[] = {head_of(text), head_of(bound)};
    if (heads[0] != heads[1]) return language::compares(heads[0], comparison, heads[1]);
  }
  return language::compares(text, comparison, bound);
}

/// Whether a date is in the group; std::nullopt if the text is none, or the bound no text: then
/// both are compared as numbers.
std::optional<bool> in_group_by_date(const language::GroupRating& c, std::string_view text) {
  const auto* bound = c.field_value.as<std::string>();
  if (bound == nullptr || !has_hyphen(text)) return std::nullopt;
  return compares_as_text(text, c.field_test, *bound);
}

bool in_group_by_number(const language::GroupRating& c, const language::Value& value) {
  const auto left = language::numeric(value);
  const auto right = language::numeric(c.field_value);
  return left && right && language::compares(*left, c.field_test, *right);
}

/// Dates compare as text, everything else as numbers; values that are neither are left out.
data::ValueTest group_test(const language::GroupRating& c) {
  const auto by_text = [&](std::string_view text) -> std::uint8_t {
    const auto by_date = in_group_by_date(c, text);
    return by_date ? *by_date : in_group_by_number(c, std::string(text));
  };
  const auto by_value = [=, &c](const language::Value& value) -> std::uint8_t {
    const auto* text = value.as<std::string>();
    return text != nullptr ? by_text(*text) : in_group_by_number(c, value);
  };
  return {by_value, by_text};
}

class GroupRule {
 public:
  GroupRule(const language::GroupRating& c, const data::Dataset& dataset, SharedFlags& shared) {
    if (!shared.kept) {
      shared.kept =
          std::make_shared<const data::ColumnFlags>(dataset.review_flags(c.field, group_test(c)));
    }
    kept_ = shared.kept;
    if (c.metric == language::Metric::AvgStars) stars_.emplace(stars_of(dataset));
  }

  static void add_needs(const language::GroupRating& c, data::DataNeeds& needs) {
    if (c.metric == language::Metric::AvgStars) needs.review_paths.push_back(stars_path());
  }

  ReviewVote vote(std::uint32_t review) const {
    if (!kept_->holds(review)) return {};
    if (!stars_) return {Group::First};
    const double number = stars_->of(review);
    return std::isnan(number) ? ReviewVote{} : ReviewVote{Group::First, number};
  }

  static language::Tri verdict(const language::GroupRating& c, ReviewRange reviews,
                               const ReviewTally& tally) {
    if (reviews.is_empty()) return language::Tri::No;
    if (c.metric == language::Metric::Count)
      return language::tri_of(
          language::compares(static_cast<double>(tally.first.count), c.test, c.threshold));
    return language::tri_of(tally.first.count > 0 &&
                            language::compares(tally.first.mean(), c.test, c.threshold));
  }

 private:
  std::shared_ptr<const data::ColumnFlags> kept_;
  std::optional<ReviewNumbers> stars_;
};

/// Reviewers whose own average reaches the first are generous; those below the second are harsh.
constexpr double kGenerousFrom = 4.0;
constexpr double kHarshBelow = 3.5;

/// Generous reviewers are the first group, harsh ones the second.
class SplitRule {
 public:
  explicit SplitRule(const data::Dataset& dataset)
      : averages_(dataset.review_column(average_stars_path()), dataset.call(), language::numeric),
        stars_(stars_of(dataset)) {}

  static void add_needs(const language::GroupSplit&, data::DataNeeds& needs) {
    needs.review_paths.insert(needs.review_paths.end(), {average_stars_path(), stars_path()});
  }

  ReviewVote vote(std::uint32_t review) const {
    const double average = averages_.of(review);
    const double number = stars_.of(review);
    if (std::isnan(number)) return {};
    if (average >= kGenerousFrom) return {Group::First, number};
    return average < kHarshBelow ? ReviewVote{Group::Second, number} : ReviewVote{};
  }

  static language::Tri verdict(const language::GroupSplit& c, ReviewRange,
                               const ReviewTally& tally) {
    const bool is_split = tally.first.count > 0 && tally.second.count > 0 &&
                          tally.first.mean() >= c.generous_avg_gte &&
                          tally.second.mean() < c.harsh_avg_lt;
    return !language::tri_of(is_split);
  }

 private:
  ReviewNumbers averages_;
  ReviewNumbers stars_;
};

class CircleRule {
 public:
  CircleRule(const language::CircleRating& c, const data::Dataset& dataset)
      : min_stars_(c.min_stars), circle_(c.circle, dataset), stars_(stars_of(dataset)) {}

  static void add_needs(const language::CircleRating&, data::DataNeeds& needs) {
    needs.review_paths.push_back(stars_path());
  }

  /// Reviews of the circle with fewer stars are the second group.
  ReviewVote vote(std::uint32_t review) const {
    if (!circle_.holds(review)) return {};
    const double number = stars_.of(review);
    return {number >= min_stars_ ? Group::First : Group::Second, std::isnan(number) ? 0 : number};
  }

  static language::Tri verdict(const language::CircleRating& c, ReviewRange reviews,
                               const ReviewTally& tally) {
    if (reviews.is_empty()) return language::Tri::No;
    return language::tri_of(tally.first.count >= c.min_matches);
  }

 private:
  double min_stars_;
  Membership circle_;
  ReviewNumbers stars_;
};

/// Counts the reviews that meet a filter; the condition has no pattern.
class MatchRule {
 public:
  template <Filtered T>
  MatchRule(const T& c, const data::Dataset& dataset) : filter_(c, dataset) {}

  template <Filtered T>
  static void add_needs(const T& c, data::DataNeeds& needs) {
    MatchFilter::add_needs(c, needs);
  }

  ReviewVote vote(std::uint32_t review) const {
    return {filter_.holds(review) ? Group::First : Group::LeftOut};
  }

  template <Filtered T>
  static language::Tri verdict(const T& c, ReviewRange reviews, const ReviewTally& tally) {
    if (reviews.is_empty()) return c.missing;
    return language::tri_of(tally.first.count >= c.min_matches);
  }

 private:
  MatchFilter filter_;
};

MetaRule bind(const language::ReviewMeta& c, const data::Dataset& dataset, SharedFlags&) {
  return {c, dataset};
}
template <Filtered T>
MatchRule bind(const T& c, const data::Dataset& dataset, SharedFlags&) {
  return {c, dataset};
}
SentimentRule bind(const language::Sentiment& c, const data::Dataset& dataset, SharedFlags&) {
  return {c, dataset};
}
GroupRule bind(const language::GroupRating& c, const data::Dataset& dataset, SharedFlags& shared) {
  return {c, dataset, shared};
}
SplitRule bind(const language::GroupSplit&, const data::Dataset& dataset, SharedFlags&) {
  return SplitRule(dataset);
}
CircleRule bind(const language::CircleRating& c, const data::Dataset& dataset, SharedFlags&) {
  return {c, dataset};
}

template <class T>
concept ReviewCondition = requires(const T& condition, const data::Dataset& dataset,
                                   SharedFlags& shared) { bind(condition, dataset, shared); };

/// Whether conditions of the type can be of stage Reviews: always, or where they lack a pattern.
template <class T>
constexpr bool kIsOnReviews = language::kStageOf<T> == language::Stage::Reviews ||
                              requires(const T& condition) { condition.pattern.has_value(); };

template <ReviewCondition T>
using RuleOf = decltype(bind(std::declval<const T&>(), std::declval<const data::Dataset&>(),
                             std::declval<SharedFlags&>()));

/// Calls `use` with a condition of stage Reviews as its own type.
template <class Use>
auto as_own_type(const language::Condition& condition, const Use& use) {
  return std::visit(
      [&]<class T>(const T& c) -> decltype(use(language::ReviewMeta())) {
        static_assert(ReviewCondition<T> == kIsOnReviews<T>, "a condition on reviews has a `bind`");
        if constexpr (ReviewCondition<T>) return use(c);
        throw std::logic_error("not a condition on reviews");
      },
      condition);
}

}  // namespace

std::string shared_flags_of(const language::Condition& condition) {
  const auto* group = std::get_if<language::GroupRating>(&condition);
  if (group == nullptr) return {};
  language::List filter(group->field.begin(), group->field.end());
  filter.push_back(group->field_value);
  return fmt::format("{} {}", static_cast<int>(group->field_test),
                     language::to_json(language::Value(std::move(filter))));
}

VoteCount bind_votes(const language::Condition& condition, const data::Dataset& dataset,
                     SharedFlags& shared) {
  return as_own_type(condition, [&](const auto& c) -> VoteCount {
    return [rule = bind(c, dataset, shared)](ReviewRange reviews) {
      ReviewTally tally;
      if constexpr (requires { rule.voters(reviews); }) {
        for (const std::uint32_t review : rule.voters(reviews)) tally.add(rule.vote(review));
      } else {
        for (std::uint32_t review = reviews.begin; review < reviews.end; ++review)
          tally.add(rule.vote(review));
      }
      return tally;
    };
  });
}

language::Tri verdict_of(const language::Condition& condition, ReviewRange reviews,
                         const ReviewTally& tally) {
  return as_own_type(condition,
                     [&]<class T>(const T& c) { return RuleOf<T>::verdict(c, reviews, tally); });
}

std::function<bool(const language::Value&)> test_of(const language::ReviewMeta& condition) {
  return [&](const language::Value& value) { return passes(condition, value); };
}

std::function<bool(const language::Value&)> test_of(const language::GroupRating& condition) {
  return [test = group_test(condition)](const language::Value& value) { return test(value) != 0; };
}

void add_review_needs(const language::Condition& condition, data::DataNeeds& needs) {
  std::visit(
      [&]<class T>(const T& c) {
        if constexpr (ReviewCondition<T>) RuleOf<T>::add_needs(c, needs);
      },
      condition);
}

ReviewVotes review_votes(const language::Condition& condition, const data::Dataset& dataset,
                         ReviewRange reviews) {
  return as_own_type(condition, [&](const auto& c) {
    SharedFlags shared;
    const auto rule = bind(c, dataset, shared);
    ReviewVotes votes;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      votes.votes.push_back(rule.vote(review));
      votes.tally.add(votes.votes.back());
    }
    votes.value = rule.verdict(c, reviews, votes.tally);
    return votes;
  });
}

}  // namespace seedc::exec
