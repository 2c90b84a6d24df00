// One function per condition on reviews: which numbers of reviews give which value (semantics.md
// section 3).
#include "engine/prove/review_cases.h"

#include <algorithm>
#include <cmath>

#include "engine/prove/infinity.h"
#include "runtime/exec/paths.h"
#include "runtime/language/item_rules.h"

namespace seedc::prove {
namespace {

using language::Comparison;
using language::Polarity;
using language::Tri;
using Cases = std::vector<ReviewCase>;

/// Generous reviewers, and harsh ones, by their own mean.
constexpr double kGenerousFrom = 4.0;
constexpr double kHarshBelow = 3.5;
/// Numbers of reviews beyond this are as good as any.
constexpr std::int64_t kMost = std::int64_t{1} << 40;

Traits sorted(Traits traits) {
  std::ranges::sort(traits);
  traits.erase(std::ranges::unique(traits).begin(), traits.end());
  return traits;
}

Traits without_trait(Traits traits, std::uint32_t property) {
  for (Trait& trait : traits) {
    if (trait.property == property) trait.has = false;
  }
  return sorted(std::move(traits));
}

ReviewCase at_least(const Traits& traits, std::int64_t count) {
  return {.counts = {{.terms = {{traits, 1}}, .least = std::min(count, kMost)}}, .means = {}};
}
ReviewCase at_most(const Traits& traits, std::int64_t count) {
  return {.counts = {{.terms = {{traits, -1}}, .least = -std::min(count, kMost)}}, .means = {}};
}
/// More of the first than of the second, by `least`.
ReviewCase more(const Traits& first, const Traits& second, std::int64_t least) {
  return {.counts = {{.terms = {{first, 1}, {second, -1}}, .least = least}}, .means = {}};
}
ReviewCase mean(const Traits& traits, Comparison sign, double bound) {
  ReviewCase each = at_least(traits, 1);
  each.means.push_back({traits, sign, bound});
  return each;
}
ReviewCase both(ReviewCase a, const ReviewCase& b) {
  a.counts.insert(a.counts.end(), b.counts.begin(), b.counts.end());
  a.means.insert(a.means.end(), b.means.begin(), b.means.end());
  return a;
}
Comparison opposite(Comparison sign) { return language::opposite({sign, 0}).sign; }

/// The cases of a condition, collected by its value.
class CasesOf {
 public:
  CasesOf(TriSet allowed, ReviewSpace& space) : allowed_(allowed), space_(space) {}

  Cases operator()(const language::TextAny& c) {
    if (c.pattern.source.empty()) return constant(Tri::Unknown);
    return counted({pattern(c.pattern)}, c.min_matches);
  }
  Cases operator()(const language::TextCircle& c) {
    Traits traits = {near(c.circle)};
    if (!c.pattern.source.empty()) traits.push_back(pattern(c.pattern));
    return counted(traits, c.min_matches);
  }
  /// Whose reviews count depends on all others. Those that do match, and have a worth.
  Cases operator()(const language::TextCredible& c) {
    if (c.pattern.source.empty()) return constant(Tri::No);
    const Trait has_worth = test({read_path(c.field), WorthTest{Comparison::Gt, 0}});
    return joined(
        if_allowed(Tri::Yes, {at_least(sorted({pattern(c.pattern), has_worth}), c.min_matches)}),
        if_allowed(Tri::No, {ReviewCase()}));
  }
  Cases operator()(const language::ReviewMatch& c) {
    Traits traits;
    if (c.pattern) traits.push_back(pattern(*c.pattern));
    if (c.circle) traits.push_back(near(*c.circle));
    if (c.topic) traits.push_back(judged(*c.topic, *c.sentiment));
    for (const language::MatchCondition& each : c.conditions)
      traits.push_back(test({each.path, MatchedTest{each.test, each.value}}));
    return counted(traits, c.min_matches);
  }
  Cases operator()(const language::ReviewMeta& c) {
    const Trait passes = test({read_path(c.path), tested(c)});
    Traits traits = {passes};
    if (c.min_stars) traits.push_back(stars(Comparison::Gte, *c.min_stars));
    traits = sorted(std::move(traits));
    if (c.aggregate != language::Aggregate::All)
      return counted(traits, c.aggregate == language::Aggregate::Count ? *c.count : 1);
    const Traits fails = without_trait(traits, passes.property);
    return joined(if_allowed(Tri::Yes, {both(at_least(traits, 1), at_most(fails, 0))}),
                  if_allowed(Tri::No, {at_most(traits, 0), at_least(fails, 1)}));
  }
  Cases operator()(const language::Sentiment& c) {
    if (c.topic.empty()) return constant(Tri::No);
    const Traits positive = judged_by(c, Polarity::Positive);
    const Traits negative = judged_by(c, Polarity::Negative);
    if (c.polarity == Polarity::Negative) return counted(negative, c.min_count);
    const std::int64_t least = std::max<std::int64_t>(c.min_count, 1);
    return joined(
        if_allowed(Tri::Yes, {both(at_least(positive, least), more(positive, negative, 1))}),
        if_allowed(Tri::No, {at_most(positive, least - 1), more(negative, positive, 0)}));
  }
  Cases operator()(const language::GroupRating& c) {
    Traits traits = {test({read_path(c.field), GroupTest{c.field_test, c.field_value}})};
    if (c.metric == language::Metric::Count)
      return joined(if_allowed(Tri::Yes, counts(traits, c.test, c.threshold)),
                    if_allowed(Tri::No, counts(traits, opposite(c.test), c.threshold)));
    traits = sorted({traits.front(), has_stars()});
    return joined(
        if_allowed(Tri::Yes, {mean(traits, c.test, c.threshold)}),
        if_allowed(Tri::No, {at_most(traits, 0), mean(traits, opposite(c.test), c.threshold)}));
  }
  Cases operator()(const language::GroupSplit& c) {
    const Traits generous = sorted({averages(Comparison::Gte, kGenerousFrom), has_stars()});
    const Traits harsh = sorted({averages(Comparison::Lt, kHarshBelow), has_stars()});
    const ReviewCase split = both(mean(generous, Comparison::Gte, c.generous_avg_gte),
                                  mean(harsh, Comparison::Lt, c.harsh_avg_lt));
    return joined(if_allowed(Tri::No, {split}),
                  if_allowed(Tri::Yes, {at_most(generous, 0), at_most(harsh, 0),
                                        mean(generous, Comparison::Lt, c.generous_avg_gte),
                                        mean(harsh, Comparison::Gte, c.harsh_avg_lt)}));
  }
  Cases operator()(const language::CircleRating& c) {
    return counted({near(c.circle), stars(Comparison::Gte, c.min_stars)}, c.min_matches);
  }
  template <class T>
  Cases operator()(const T&) {
    return {ReviewCase()};
  }

 private:
  Cases if_allowed(Tri value, Cases cases) const {
    return allowed_.has(value) ? std::move(cases) : Cases();
  }
  Cases constant(Tri value) const { return if_allowed(value, {ReviewCase()}); }
  static Cases joined(Cases a, const Cases& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  Cases counted(Traits traits, std::int64_t least) const {
    traits = sorted(std::move(traits));
    return joined(if_allowed(Tri::Yes, {at_least(traits, least)}),
                  if_allowed(Tri::No, {at_most(traits, least - 1)}));
  }

  /// The number of reviews compares so with a bound.
  static Cases counts(const Traits& traits, Comparison sign, double bound) {
    if (std::abs(bound) > static_cast<double>(kMost)) bound = std::copysign(1e12, bound);
    const auto up = static_cast<std::int64_t>(std::ceil(bound));
    const auto down = static_cast<std::int64_t>(std::floor(bound));
    switch (sign) {
      case Comparison::Gte:
        return {at_least(traits, up)};
      case Comparison::Gt:
        return {at_least(traits, down + 1)};
      case Comparison::Lte:
        return {at_most(traits, down)};
      case Comparison::Lt:
        return {at_most(traits, up - 1)};
    }
    return {};
  }

  /// At `user.name` review_match alone does not read what is there, so that others test another
  /// value; the path then leads nowhere, and no review is found.
  static language::Path read_path(language::Path path) {
    if (path == exec::name_path()) path.emplace_back();
    return path;
  }
  Trait pattern(const language::Pattern& pattern) { return {space_.matches(pattern.source)}; }
  Trait near(const language::Circle& circle) { return {space_.is_near(circle)}; }
  Trait test(ReviewTest test) { return {space_.meets(std::move(test))}; }
  Trait stars(Comparison sign, double bound) {
    return test({exec::stars_path(), NumberTest{sign, bound}});
  }
  Trait has_stars() { return stars(Comparison::Gte, -kInfinity); }
  Trait averages(Comparison sign, double bound) {
    return test({exec::average_stars_path(), GroupTest{sign, bound}});
  }
  Trait judged(const std::string& topic, Polarity polarity) {
    return {space_.is_judged(topic, polarity)};
  }
  Traits judged_by(const language::Sentiment& c, Polarity polarity) {
    Traits traits = {judged(c.topic, polarity)};
    if (c.circle) traits.push_back(near(*c.circle));
    return sorted(std::move(traits));
  }
  static decltype(ReviewTest::what) tested(const language::ReviewMeta& c) {
    if (c.test == language::ReviewTest::NotEmpty) return MatchedTest{};
    return WorthTest{c.test == language::ReviewTest::Gte ? Comparison::Gte : Comparison::Lte,
                     *c.value};
  }

  TriSet allowed_;
  ReviewSpace& space_;
};

}  // namespace

Tri value_without_reviews(const language::Condition& condition) {
  return std::visit(
      []<class T>(const T& c) {
        if constexpr (std::is_same_v<T, language::TextAny> ||
                      std::is_same_v<T, language::TextCredible>) {
          return Tri::Unknown;
        } else if constexpr (std::is_same_v<T, language::GroupSplit>) {
          return Tri::Yes;
        } else if constexpr (requires { c.missing; }) {
          return c.missing;
        } else {
          return Tri::No;
        }
      },
      condition);
}

std::vector<ReviewCase> cases_of(const Demand& demand, ReviewSpace& space) {
  return std::visit(CasesOf(demand.allowed, space), *demand.condition);
}

}  // namespace seedc::prove
