// The judgements of one topic: of the reviews that have one, which are few, without an entry for
// each of the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seedc::data {

enum class Judgement : std::uint8_t { NotMentioned, Positive, Negative, Neutral };

/// A view of the dataset that it is from.
class TopicJudgements {
 public:
  TopicJudgements() = default;
  /// `reviews` ascend; `judged` are numbers of Judgement, one for each of them.
  TopicJudgements(std::span<const std::uint32_t> reviews, std::span<const std::uint8_t> judged)
      : reviews_(reviews), judged_(judged) {}

  /// The reviews that have an entry, ascending.
  std::span<const std::uint32_t> reviews() const { return reviews_; }
  /// Those of them in [begin, end).
  std::span<const std::uint32_t> reviews(std::uint32_t begin, std::uint32_t end) const {
    const auto first = std::ranges::lower_bound(reviews_, begin);
    return {first, std::lower_bound(first, reviews_.end(), end)};
  }
  /// NotMentioned if the review has no entry.
  Judgement of(std::uint32_t review) const {
    const auto found = std::ranges::lower_bound(reviews_, review);
    if (found == reviews_.end() || *found != review) return Judgement::NotMentioned;
    return static_cast<Judgement>(judged_[static_cast<std::size_t>(found - reviews_.begin())]);
  }

 private:
  std::span<const std::uint32_t> reviews_;
  std::span<const std::uint8_t> judged_;
};

}  // namespace seedc::data
