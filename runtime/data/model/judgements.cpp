// Joins the judgement cache with the reviews and looks up judgements by topic.
#include "runtime/data/model/judgements.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "runtime/base/damaged_data.h"
#include "runtime/base/prefetch.h"
#include "runtime/data/model/hash_index.h"

namespace seedc::data {
namespace {

struct Judged {
  std::uint32_t review;
  Judgement judgement;
};

struct JudgedTopic {
  std::string_view topic;
  Judged judged;
};

/// A judgement, if that is the id of a review.
struct Candidate {
  HashedText id;
  std::string_view topic;
  Judgement judgement;
  std::uint32_t next;  ///< the candidate before it with the same id, or HashIndex::kNone
};

/// The judgements of a cache by what may be ids. There are far fewer than reviews, each of which
/// looks for its own: a table of these ids stays in the processor's cache.
class Candidates {
 public:
  explicit Candidates(const JudgementCache& cache) {
    cache.for_each([&](std::string_view key, Judgement judgement) {
      // Both ids and topics may contain a colon.
      for (std::size_t colon = key.find(':'); colon != key.npos; colon = key.find(':', colon + 1))
        add(hashed(key.substr(0, colon)), key.substr(colon + 1), judgement);
    });
  }

  /// Calls `visit(topic, judgement)` with each judgement of a review.
  template <class Visit>
  void for_each_of(std::string_view review_id, const Visit& visit) const {
    for (std::uint32_t at = last_of(hashed(review_id)); at != HashIndex::kNone; at = all_[at].next)
      visit(all_[at].topic, all_[at].judgement);
  }

 private:
  std::uint32_t last_of(const HashedText& id) const {
    const std::uint32_t first = index_.find(
        id.hash, [&](std::uint32_t candidate) { return all_[candidate].id.text == id.text; });
    return first == HashIndex::kNone ? first : last_[first];
  }

  void add(const HashedText& id, std::string_view topic, Judgement judgement) {
    const auto number = static_cast<std::uint32_t>(all_.size());
    const std::uint32_t first = index_.find(
        id.hash, [&](std::uint32_t candidate) { return all_[candidate].id.text == id.text; });
    all_.push_back({id, topic, judgement, first == HashIndex::kNone ? first : last_[first]});
    last_.push_back(number);
    if (first == HashIndex::kNone) {
      index_.add(id.hash, number);
    } else {
      last_[first] = number;
    }
  }

  std::vector<Candidate> all_;
  std::vector<std::uint32_t> last_;  ///< of the first candidate of an id, the last one
  HashIndex index_;                  ///< of the first candidates
};

/// The judgements of reviews [begin, end), in their order.
std::vector<JudgedTopic> judgements_in(const Candidates& candidates,
                                       std::span<const std::string_view> review_ids,
                                       std::size_t begin, std::size_t end) {
  constexpr std::size_t kAhead = 16;  // ids are where their reviews were read
  std::vector<JudgedTopic> found;
  for (std::size_t review = begin; review < end; ++review) {
    if (review + kAhead < end) base::prefetch(review_ids[review + kAhead].data());
    candidates.for_each_of(review_ids[review], [&](std::string_view topic, Judgement judgement) {
      found.push_back({topic, {static_cast<std::uint32_t>(review), judgement}});
    });
  }
  return found;
}

}  // namespace

Judgements Judgements::of(const JudgementCache& cache, std::span<const OwnJudgements> own,
                          std::span<const std::string_view> review_ids,
                          std::span<const std::uint32_t> review_begins) {
  std::map<std::string_view, std::vector<Judged>> by_topic;  // reviews ascend
  const auto add = [&](const Candidates& some, std::size_t begin, std::size_t end) {
    constexpr std::size_t kPortion = std::size_t{1} << 14;
    std::vector<std::vector<JudgedTopic>> portions((end - begin + kPortion - 1) / kPortion);
    oneapi::tbb::parallel_for(std::size_t{0}, portions.size(), [&](std::size_t number) {
      const std::size_t first = begin + number * kPortion;
      portions[number] = judgements_in(some, review_ids, first, std::min(first + kPortion, end));
    });
    for (const std::vector<JudgedTopic>& portion : portions) {
      for (const JudgedTopic& one : portion) by_topic[one.topic].push_back(one.judged);
    }
  };
  const Candidates of_file(cache);
  std::size_t next = 0;  // items with judgements of their own have none of the file
  for (const OwnJudgements& one : own) {
    add(of_file, next, review_begins[one.item]);
    next = review_begins[one.item + 1];
    add(Candidates(one.cache), review_begins[one.item], next);
  }
  add(of_file, next, review_ids.size());

  FlatTexts topics;
  std::vector<std::uint64_t> begins = {0};
  std::vector<std::uint32_t> all_reviews;
  std::vector<std::uint8_t> all_judged;
  for (auto& [topic, judged] : by_topic) {
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
