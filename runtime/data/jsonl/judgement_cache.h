// judgement_cache.json: the judgements of reviews, by review and topic.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

class JudgementCache {
 public:
  /// Of equal keys the last counts.
  void set(std::string_view key, Judgement judgement);
  /// Calls `visit(key, judgement)`; a key is `REVIEW_ID:TOPIC`.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [key, judgement] : judgements_) visit(key, judgement);
  }

 private:
  base::TextMap<Judgement> judgements_;
  Arena keys_;
};

/// The judgements of a cache by review, for data that arrives in pieces.
class JudgementsByReview {
 public:
  explicit JudgementsByReview(JudgementCache cache);
  /// Those of some reviews.
  JudgementCache of(std::span<const std::string_view> review_ids) const;

 private:
  struct Entry {
    std::string_view key;
    Judgement judgement;
  };
  JudgementCache cache_;
  base::TextMap<std::vector<Entry>> by_review_;  ///< by what may be the id of a review
};

/// The judgement that a word means, in any case; NotMentioned if it is none.
Judgement judgement_of_text(std::string_view text);

/// The judgement of an entry.
Judgement judgement_of(JsonElement entry);

/// Fails if the file cannot be read; one that is not an object is logged.
base::Result<JudgementCache> read_judgement_cache(const std::string& file, LoadLog& log,
                                                  const base::Call& call);

}  // namespace seedc::data
