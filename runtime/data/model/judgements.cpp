// Joins the judgement cache with the reviews and looks up judgements by topic.
#include "runtime/data/model/judgements.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "runtime/base/damaged_data.h"
#include "runtime/data/model/review_index.h"

namespace seedc::data {
namespace {

struct Judged {
  std::uint32_t review;
  Judgement judgement;
};

}  // namespace

Judgements Judgements::of(const JudgementCache& cache, std::span<const OwnJudgements> own,
                          std::span<const std::string_view> review_ids,
                          std::span<const std::uint32_t> review_begins) {
  const ReviewIndex reviews(static_cast<std::uint32_t>(review_ids.size()),
                            [&](std::uint32_t review) { return review_ids[review]; });
  std::map<std::string_view, std::vector<Judged>> by_topic;
  const auto add = [&](const JudgementCache& some, const auto& takes) {
    some.for_each([&](std::string_view key, Judgement judgement) {
      // Both ids and topics may contain a colon.
      for (std::size_t colon = key.find(':'); colon != key.npos; colon = key.find(':', colon + 1)) {
        const std::uint32_t review = reviews.find(key.substr(0, colon));
        if (review != HashIndex::kNone && takes(review))
          by_topic[key.substr(colon + 1)].push_back({review, judgement});
      }
    });
  };
  std::vector<bool> has_own(own.empty() ? 0 : review_ids.size());
  for (const OwnJudgements& one : own) {
    const std::uint32_t begin = review_begins[one.item];
    const std::uint32_t end = review_begins[one.item + 1];
    std::fill(has_own.begin() + begin, has_own.begin() + end, true);
    add(one.cache, [=](std::uint32_t review) { return review >= begin && review < end; });
  }
  add(cache, [&](std::uint32_t review) { return own.empty() || !has_own[review]; });

  FlatTexts topics;
  std::vector<std::uint64_t> begins = {0};
  std::vector<std::uint32_t> all_reviews;
  std::vector<std::uint8_t> all_judged;
  for (auto& [topic, judged] : by_topic) {
    std::sort(judged.begin(), judged.end(),
              [](const Judged& a, const Judged& b) { return a.review < b.review; });
    topics.add(topic);
    for (const Judged& one : judged) {
      all_reviews.push_back(one.review);
      all_judged.push_back(static_cast<std::uint8_t>(one.judgement));
    }
    begins.push_back(all_reviews.size());
  }
  return {std::move(topics), std::move(begins), std::move(all_reviews), std::move(all_judged)};
}

TopicJudgements Judgements::of_topic(std::string_view topic, std::size_t review_count) const {
  std::size_t low = 0;
  std::size_t high = topics_.size();
  while (low < high) {
    const std::size_t middle = std::midpoint(low, high);
    if (topics_[middle] < topic) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == topics_.size() || topics_[low] != topic) return {};
  const std::uint64_t begin = begins_[low];
  const std::uint64_t end = begins_[low + 1];
  if (begin > end || end > reviews_.size() || end > judged_.size()) throw base::DamagedData();
  const auto reviews = reviews_.span().subspan(begin, end - begin);
  const bool do_ascend =
      std::ranges::adjacent_find(reviews, std::ranges::greater_equal()) == reviews.end();
  if (!do_ascend || (!reviews.empty() && reviews.back() >= review_count)) throw base::DamagedData();
  return {reviews, judged_.span().subspan(begin, end - begin)};
}

}  // namespace seedc::data
