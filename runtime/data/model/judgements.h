// The judgements of reviews, by topic: without pointers, so that a snapshot's are used in place.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/judgement_cache.h"
#include "runtime/data/model/dataset.h"
#include "runtime/data/model/flat_texts.h"

namespace seedc::data {

/// The judgements of an item's reviews, in place of those of files.
struct OwnJudgements {
  std::uint32_t item = 0;
  JudgementCache cache;
};

class Judgements {
 public:
  Judgements() = default;
  /// The cache's judgements that belong to one of the reviews, found by the threads of the calling
  /// thread's arena.
  static Judgements of(const JudgementCache& cache, std::span<const std::string_view> review_ids) {
    return of(cache, {}, review_ids, {});
  }
  /// The same, where some items have their own. `review_begins`: one per item, and the end.
  static Judgements of(const JudgementCache& cache, std::span<const OwnJudgements> own,
                       std::span<const std::string_view> review_ids,
                       std::span<const std::uint32_t> review_begins);

  /// `topics` are sorted, `judged` numbers of Judgement. The judgements of topic t are [begins[t],
  /// begins[t + 1]) of `reviews` and `judged`.
  Judgements(FlatTexts topics, FlatArray<std::uint64_t> begins, FlatArray<std::uint32_t> reviews,
             FlatArray<std::uint8_t> judged)
      : topics_(std::move(topics)),
        begins_(std::move(begins)),
        reviews_(std::move(reviews)),
        judged_(std::move(judged)) {}

  /// The judgements of one topic. Throws DamagedData if they are not those of that many reviews.
  TopicJudgements of_topic(std::string_view topic, std::size_t review_count) const;

  /// The arrays it consists of.
  const FlatTexts& topics() const { return topics_; }
  const FlatArray<std::uint64_t>& begins() const { return begins_; }
  const FlatArray<std::uint32_t>& reviews() const { return reviews_; }
  const FlatArray<std::uint8_t>& judged() const { return judged_; }

 private:
  FlatTexts topics_;
  FlatArray<std::uint64_t> begins_;
  FlatArray<std::uint32_t> reviews_;
  FlatArray<std::uint8_t> judged_;
};

}  // namespace seedc::data
