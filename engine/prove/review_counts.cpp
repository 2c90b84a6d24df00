// Goes through the cases of all conditions. Each is refuted by adding up inequalities until nothing
// can meet the sum, or met by adding reviews until all inequalities hold.
#include "engine/prove/review_counts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "engine/prove/infinity.h"
#include "runtime/exec/paths.h"
#include "runtime/language/compares.h"

namespace seedc::prove {
namespace {

constexpr std::size_t kMostKinds = 600;
constexpr std::int64_t kMostReviews = 3000;
constexpr std::size_t kMostAttempts = 3000;

/// A number that meets all bounds, a plain one if there is one.
std::optional<double> mean_in(const std::vector<MeanBound>& bounds) {
  std::vector<double> candidates = {3, 4, 2, 5, 1, 3.5, 4.5, 2.5, 1.5};
  for (const MeanBound& each : bounds) {
    for (const double number :
         {each.bound, each.bound - 1, each.bound + 1, std::nextafter(each.bound, -kInfinity),
          std::nextafter(each.bound, kInfinity)})
      candidates.push_back(number);
  }
  const auto found = std::ranges::find_if(candidates, [&](double mean) {
    return std::isfinite(mean) && std::ranges::all_of(bounds, [&](const MeanBound& each) {
             return language::compares(mean, each.sign, each.bound);
           });
  });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

/// Reviews that have the same of all the traits that are counted.
struct ReviewKind {
  std::vector<bool> has;  ///< by the number of the traits
  Traits traits;
  std::optional<Review> review;  ///< absent if none was found, though there may be some
};

/// Divides reviews into kinds.
class KindSearch {
 public:
  /// Of all of `counted`; no review has those of `forbidden`.
  /// Reviews that may have the mean of their group as stars are preferred.
  KindSearch(const std::vector<Traits>& counted, const std::set<Traits>& forbidden,
             const std::map<Traits, double>& means, ReviewSpace& space, Budget& budget)
      : counted_(counted), forbidden_(forbidden), means_(means), space_(space), budget_(budget) {}

  /// False if there are too many kinds.
  bool run() {
    std::map<std::uint32_t, bool> traits;
    for (const Traits& each : forbidden_) {
      if (each.size() != 1) continue;
      const auto [entry, is_new] = traits.emplace(each.front().property, !each.front().has);
      if (!is_new && entry->second == each.front().has) return true;  // nothing is allowed
    }
    split({}, traits);
    return !is_limited_;
  }
  std::vector<ReviewKind> take() {
    std::vector<ReviewKind> kinds;
    for (auto& [has, kind] : kinds_) kinds.push_back(std::move(kind));
    return kinds;
  }
  const std::string& reason() const { return reason_; }

 private:
  void split(std::vector<bool> has, const std::map<std::uint32_t, bool>& traits) {
    if (kinds_.size() > kMostKinds || budget_.is_over()) is_limited_ = true;
    if (is_limited_) return;
    if (has.size() == counted_.size()) return add(has, traits);
    const Traits& next = counted_[has.size()];
    has.push_back(true);
    if (!forbidden_.contains(next)) {
      if (const auto with = extended(traits, next, next.size())) split(has, *with);
    }
    has.back() = false;
    for (std::size_t i = 0; i < next.size(); ++i) {
      auto without = extended(traits, next, i);
      if (!without) break;
      if (const auto lacks = extended(*without, {{next[i].property, !next[i].has}}, 1))
        split(has, *lacks);
    }
  }

  /// With the first `count` of the traits; std::nullopt if no review has them.
  std::optional<std::map<std::uint32_t, bool>> extended(std::map<std::uint32_t, bool> traits,
                                                        const Traits& more, std::size_t count) {
    const std::size_t before = traits.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto [entry, is_new] = traits.emplace(more[i].property, more[i].has);
      if (!is_new && entry->second != more[i].has) return std::nullopt;
    }
    if (traits.size() != before && find(traits).answer == Answer::Impossible) return std::nullopt;
    return traits;
  }

  static Traits list_of(const std::map<std::uint32_t, bool>& traits) {
    Traits list;
    for (const auto& [property, has] : traits) list.push_back({property, has});
    return list;
  }

  FoundReview find(const std::map<std::uint32_t, bool>& traits) {
    FoundReview found = space_.find(list_of(traits), budget_);
    if (found.answer == Answer::GaveUp) reason_ = found.reason;
    return found;
  }

  void add(const std::vector<bool>& has, const std::map<std::uint32_t, bool>& traits) {
    const auto known = kinds_.find(has);
    const bool has_review = known != kinds_.end() && known->second.review;
    if (has_review && (allows_means(known->second) || means_.empty())) return;
    ReviewKind kind{has, list_of(traits), std::nullopt};
    if (has_review && !allows_means(kind)) return;
    FoundReview found = find(traits);
    if (found.answer == Answer::Impossible) return;
    if (has_review && found.answer != Answer::Found) return;
    if (found.answer == Answer::Found) kind.review = std::move(found.review);
    kinds_.insert_or_assign(has, std::move(kind));
  }

  bool allows_means(const ReviewKind& kind) const {
    return std::ranges::all_of(means_, [&](const auto& mean) {
      const auto at = std::ranges::lower_bound(counted_, mean.first) - counted_.begin();
      return !kind.has[static_cast<std::size_t>(at)] ||
             space_.allows(kind.traits, exec::stars_path(), mean.second);
    });
  }

  const std::vector<Traits>& counted_;
  const std::set<Traits>& forbidden_;
  const std::map<Traits, double>& means_;
  ReviewSpace& space_;
  Budget& budget_;
  std::map<std::vector<bool>, ReviewKind> kinds_;
  std::string reason_;
  bool is_limited_ = false;
};

/// Factors per kind, and the least of their sum.
struct Row {
  std::vector<std::int64_t> factors;
  std::int64_t least = 0;
};

Row sum_of(const Row& a, const Row& b) {
  Row sum = a;
  for (std::size_t i = 0; i < sum.factors.size(); ++i) sum.factors[i] += b.factors[i];
  sum.least += b.least;
  return sum;
}

/// Whether no numbers of reviews meet the inequality.
bool is_impossible(const Row& row) {
  return row.least > 0 &&
         std::ranges::all_of(row.factors, [](std::int64_t factor) { return factor <= 0; });
}

/// One case of all conditions together.
class CaseSearch {
 public:
  CaseSearch(const ReviewCase& wanted, ReviewSpace& space, Budget& budget)
      : wanted_(wanted), space_(space), budget_(budget) {}

  FoundReviews run() {
    if (!choose_means()) return {.answer = Answer::Impossible};
    std::set<Traits> distinct, forbidden;
    for (const CountBound& bound : wanted_.counts) {
      for (const CountBound::Term& term : bound.terms) distinct.insert(term.traits);
      if (bound.terms.size() == 1 && bound.terms.front().factor < 0 && bound.least == 0)
        forbidden.insert(bound.terms.front().traits);
    }
    counted_.assign(distinct.begin(), distinct.end());
    KindSearch search(counted_, forbidden, means_, space_, budget_);
    if (!search.run()) return {.reason = "there are too many kinds of reviews"};
    kinds_ = search.take();
    make_rows();
    if (drop_kinds()) return {.answer = Answer::Impossible};
    if (is_refuted()) return {.answer = Answer::Impossible};
    counts_.assign(kinds_.size(), 0);
    if (repair()) return {.answer = Answer::Found, .reviews = reviews()};
    std::string reason = search.reason();
    if (reason.empty()) reason = "no reviews were found that the conditions ask for";
    return {.reason = std::move(reason)};
  }

 private:
  bool choose_means() {
    std::map<Traits, std::vector<MeanBound>> bounds;
    for (const MeanBound& each : wanted_.means) bounds[each.traits].push_back(each);
    for (const auto& [traits, of_traits] : bounds) {
      const auto mean = mean_in(of_traits);
      if (!mean) return false;
      means_.emplace(traits, *mean);
    }
    return true;
  }

  void make_rows() {
    for (const CountBound& bound : wanted_.counts) {
      Row row{std::vector<std::int64_t>(kinds_.size(), 0), bound.least};
      for (const CountBound::Term& term : bound.terms) {
        const auto at = static_cast<std::size_t>(std::ranges::lower_bound(counted_, term.traits) -
                                                 counted_.begin());
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
          if (kinds_[kind].has[at]) row.factors[kind] += term.factor;
        }
      }
      rows_.push_back(std::move(row));
    }
    rows_.push_back({std::vector<std::int64_t>(kinds_.size(), 1), 1});  // a review, at least
  }

  /// Kinds of which an inequality allows none are left out. True if one then cannot be met.
  bool drop_kinds() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const Row& row : rows_) {
        if (is_impossible(row)) return true;
        const bool is_bound = row.least == 0 && std::ranges::all_of(row.factors, [](auto factor) {
                                return factor <= 0;
                              });
        if (!is_bound) continue;
        for (std::size_t kind = kinds_.size(); kind-- > 0;) {
          if (row.factors[kind] >= 0) continue;
          drop(kind);
          goes_on = true;
        }
        if (goes_on) break;
      }
    }
    return false;
  }

  void drop(std::size_t kind) {
    kinds_.erase(kinds_.begin() + static_cast<std::ptrdiff_t>(kind));
    for (Row& row : rows_)
      row.factors.erase(row.factors.begin() + static_cast<std::ptrdiff_t>(kind));
  }

  /// Whether the sum of two or three inequalities cannot be met.
  bool is_refuted() const {
    for (std::size_t a = 0; a < rows_.size(); ++a) {
      for (std::size_t b = a + 1; b < rows_.size(); ++b) {
        const Row two = sum_of(rows_[a], rows_[b]);
        if (is_impossible(two)) return true;
        for (std::size_t c = b + 1; c < rows_.size(); ++c) {
          if (is_impossible(sum_of(two, rows_[c]))) return true;
        }
      }
    }
    return false;
  }

  std::int64_t sum(const Row& row) const {
    std::int64_t sum = 0;
    for (std::size_t kind = 0; kind < counts_.size(); ++kind)
      sum += row.factors[kind] * counts_[kind];
    return sum;
  }

  /// Adds reviews until all inequalities hold: of the kinds with fewest traits first, since those
  /// disturb others least.
  bool repair() {
    if (++attempts_ > kMostAttempts || budget_.is_over()) return false;
    const auto row =
        std::ranges::find_if(rows_, [&](const Row& each) { return sum(each) < each.least; });
    if (row == rows_.end()) return true;
    std::vector<std::size_t> useful;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (row->factors[kind] > 0 && kinds_[kind].review) useful.push_back(kind);
    }
    std::ranges::stable_sort(
        useful, {}, [&](std::size_t kind) { return std::ranges::count(kinds_[kind].has, true); });
    for (const std::size_t kind : useful) {
      const std::int64_t lacks = row->least - sum(*row);
      const std::int64_t count = (lacks + row->factors[kind] - 1) / row->factors[kind];
      if (total_ + count > kMostReviews) continue;
      add(kind, count);
      if (repair()) return true;
      add(kind, -count);
      if (count == 1) continue;
      add(kind, 1);
      if (repair()) return true;
      add(kind, -1);
    }
    return false;
  }

  void add(std::size_t kind, std::int64_t count) {
    counts_[kind] += count;
    total_ += count;
  }

  std::vector<Review> reviews() const {
    std::vector<Review> all;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (counts_[kind] == 0) continue;
      Review review = *kinds_[kind].review;
      set_stars(kinds_[kind], review);
      all.insert(all.end(), static_cast<std::size_t>(counts_[kind]), review);
    }
    return all;
  }

  /// Gives the mean of a group as stars to each of its reviews, if that changes nothing else.
  void set_stars(const ReviewKind& kind, Review& review) const {
    for (const auto& [traits, mean] : means_) {
      const auto at =
          static_cast<std::size_t>(std::ranges::lower_bound(counted_, traits) - counted_.begin());
      if (!kind.has[at] || !space_.allows(kind.traits, exec::stars_path(), mean)) continue;
      std::erase_if(review.values,
                    [](const auto& each) { return each.first == exec::stars_path(); });
      review.values.emplace_back(exec::stars_path(), plain(mean));
      return;
    }
  }

  static language::Value plain(double number) {
    constexpr double kMostPlain = 1e15;
    if (number == std::floor(number) && std::abs(number) < kMostPlain)
      return static_cast<std::int64_t>(number);
    return number;
  }

  const ReviewCase& wanted_;
  ReviewSpace& space_;
  Budget& budget_;
  std::map<Traits, double> means_;
  std::vector<Traits> counted_;
  std::vector<ReviewKind> kinds_;
  std::vector<Row> rows_;
  std::vector<std::int64_t> counts_;
  std::int64_t total_ = 0;
  std::size_t attempts_ = 0;
};

/// Takes one case of each condition after the other.
class DemandSearch {
 public:
  DemandSearch(ReviewSpace& space, Budget& budget) : space_(space), budget_(budget) {}

  FoundReviews run(const std::vector<Demand>& demands) {
    for (const Demand& demand : demands) {
      cases_.push_back(cases_of(demand, space_));
      if (cases_.back().empty()) return {.answer = Answer::Impossible};
    }
    std::ranges::stable_sort(cases_, {}, &std::vector<ReviewCase>::size);
    if (choose(0, {})) return std::move(found_);
    if (gave_up_) return {.reason = std::move(reason_)};
    return {.answer = Answer::Impossible};
  }

 private:
  bool choose(std::size_t next, const ReviewCase& chosen) {
    if (budget_.is_over()) {
      gave_up_ = true;
      reason_ = "the time limit was reached";
      return false;
    }
    if (next == cases_.size()) return decide(chosen);
    return std::ranges::any_of(cases_[next], [&](const ReviewCase& each) {
      ReviewCase both = chosen;
      both.counts.insert(both.counts.end(), each.counts.begin(), each.counts.end());
      both.means.insert(both.means.end(), each.means.begin(), each.means.end());
      return choose(next + 1, both);
    });
  }

  bool decide(const ReviewCase& chosen) {
    found_ = CaseSearch(chosen, space_, budget_).run();
    if (found_.answer == Answer::GaveUp) {
      gave_up_ = true;
      reason_ = found_.reason;
    }
    return found_.answer == Answer::Found;
  }

  ReviewSpace& space_;
  Budget& budget_;
  std::vector<std::vector<ReviewCase>> cases_;
  FoundReviews found_;
  bool gave_up_ = false;
  std::string reason_;
};

}  // namespace

FoundReviews find_reviews(const std::vector<Demand>& demands, ReviewSpace& space, Budget& budget) {
  const bool needs_none = std::ranges::all_of(demands, [](const Demand& demand) {
    return demand.allowed.has(value_without_reviews(*demand.condition));
  });
  if (needs_none) return {.answer = Answer::Found};
  return DemandSearch(space, budget).run(demands);
}

}  // namespace seedc::prove
