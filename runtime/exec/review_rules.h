// The conditions of stage Reviews (semantics.md section 3), bound to a dataset: the parts that
// depend on one value are decided once per distinct value, which leaves one loop over an item's
// reviews.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/language/conditions.h"

namespace seedc::exec {

/// Reviews [begin, end) of one item.
struct ReviewRange {
  std::uint32_t begin;
  std::uint32_t end;
  bool is_empty() const { return begin == end; }
};

inline ReviewRange reviews_of(const data::Dataset& dataset, std::uint32_t item) {
  return {dataset.review_begin(item), dataset.review_begin(item + 1)};
}

/// The contribution of one review. The condition defines the groups: reviews that pass or praise
/// are the first, those that fail or blame the second.
struct ReviewVote {
  enum class Group : std::uint8_t { LeftOut, First, Second };
  Group group = Group::LeftOut;
  double number = 0;  ///< its stars, if the condition reads them
};

/// The votes of an item's reviews, accumulated in review order.
struct ReviewTally {
  struct Sum {
    std::int64_t count = 0;
    double total = 0;
    double mean() const { return total / static_cast<double>(count); }
  };
  Sum first, second;
  void add(ReviewVote vote) {
    if (vote.group == ReviewVote::Group::LeftOut) return;
    Sum& sum = vote.group == ReviewVote::Group::First ? first : second;
    ++sum.count;
    sum.total += vote.number;
  }
};

/// The value of a condition at one item, with the votes that decided it.
struct ReviewVotes {
  language::Tri value = language::Tri::Unknown;
  ReviewTally tally;
  std::vector<ReviewVote> votes;  ///< one per review
};

/// What a condition asks of the value at its path, of each review. Valid while the condition is.
std::function<bool(const language::Value&)> test_of(const language::ReviewMeta& condition);
std::function<bool(const language::Value&)> test_of(const language::GroupRating& condition);

/// Adds the data about reviews that a condition reads in addition to its paths and its circle.
void add_review_needs(const language::Condition& condition, data::DataNeeds& needs);

/// Decides a condition of stage Reviews at one item.
ReviewVotes review_votes(const language::Condition& condition, const data::Dataset& dataset,
                         ReviewRange reviews);

/// Which reviews a filter keeps, for all conditions that have it: where nearly every review has a
/// value of its own, such as its date, to find that takes longer than all else.
struct SharedFlags {
  std::shared_ptr<const data::ColumnFlags> kept;  ///< once a condition is bound
};
/// Equal for conditions of which one may use the flags of the other; empty if it has none to share.
std::string shared_flags_of(const language::Condition& condition);

/// Counts the votes of an item's reviews. Thread-safe; valid while the dataset is alive.
using VoteCount = std::function<ReviewTally(ReviewRange)>;

/// Binds a condition of stage Reviews. The count is that of all with the same votes
/// (runtime/language/votes_key.h).
VoteCount bind_votes(const language::Condition& condition, const data::Dataset& dataset,
                     SharedFlags& shared);

/// The value of a condition of stage Reviews at an item whose votes have been counted.
language::Tri verdict_of(const language::Condition& condition, ReviewRange reviews,
                         const ReviewTally& tally);

/// Whether each review is written by a member of the circle, looked up by the code of the
/// reviewer's name.
class Membership {
 public:
  Membership(const language::Circle& circle, const data::Dataset& dataset);
  bool holds(std::uint32_t review) const { return members_[codes_[review]] != 0; }

 private:
  data::PackedCodes codes_;
  base::MemoryCharge charge_;
  std::vector<std::uint8_t> members_;
};

/// A number per review, decided once per distinct value; NaN where there is none.
class ReviewNumbers {
 public:
  ReviewNumbers(
      const data::Column& column, const base::Call& call,
      const std::function<std::optional<double>(const language::Value&)>& number_of_value);
  double of(std::uint32_t review) const { return numbers_[codes_[review]]; }

 private:
  data::PackedCodes codes_;
  base::MemoryCharge charge_;
  std::vector<double> numbers_;
};

}  // namespace seedc::exec
