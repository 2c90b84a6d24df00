// judgement_cache.json: what was judged of reviews, by review and topic.
#pragma once

#include <string>
#include <string_view>

#include "runtime/contract/result.h"
#include "runtime/data/arena.h"
#include "runtime/data/dataset.h"
#include "runtime/data/load_log.h"
#include "runtime/data/text_map.h"

namespace seedc {

class JudgementCache {
 public:
  void set(std::string_view key, Judgement judgement);
  /// `key` is `REVIEW_ID:TOPIC`. NotMentioned where there is no entry.
  Judgement find(std::string_view key) const;

 private:
  TextMap<Judgement> judgements_;
  Arena keys_;
};

/// Fails if the file cannot be read; one that is no object is logged.
Result<JudgementCache> read_judgement_cache(const std::string& file, LoadLog& log);

}  // namespace seedc
