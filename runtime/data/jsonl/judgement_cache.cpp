// Reads judgement_cache.json.
#include "runtime/data/jsonl/judgement_cache.h"

#include "runtime/data/jsonl/json_file.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

struct Spelling {
  std::string_view text;
  Judgement judgement;
};
constexpr Spelling kSpellings[] = {
    {"positive", Judgement::Positive}, {"pos", Judgement::Positive},
    {"true", Judgement::Positive},     {"yes", Judgement::Positive},
    {"negative", Judgement::Negative}, {"neg", Judgement::Negative},
    {"false", Judgement::Negative},    {"no", Judgement::Negative},
    {"neutral", Judgement::Neutral},   {"mixed", Judgement::Neutral},
};

}  // namespace

Judgement judgement_of(JsonElement entry) {
  const auto judgement = member(entry, "judgement");
  if (!judgement) return Judgement::NotMentioned;
  if (const auto text = string_of(*judgement)) return judgement_of_text(*text);
  bool value = false;
  const bool is_true = judgement->get_bool().get(value) == simdjson::SUCCESS && value;
  return is_true ? Judgement::Positive : Judgement::NotMentioned;
}

Judgement judgement_of_text(std::string_view text) {
  const std::string lower = language::lower(text);
  for (const Spelling& spelling : kSpellings) {
    if (spelling.text == lower) return spelling.judgement;
  }
  return Judgement::NotMentioned;
}

void JudgementCache::set(std::string_view key, Judgement judgement) {
  const auto known = judgements_.find(key);
  if (known != judgements_.end()) {
    known.value() = judgement;
  } else {
    judgements_.emplace(keys_.store(key), judgement);
  }
}

JudgementsByReview::JudgementsByReview(JudgementCache cache) : cache_(std::move(cache)) {
  cache_.for_each([&](std::string_view key, Judgement judgement) {
    // Both ids and topics may contain a colon.
    for (std::size_t colon = key.find(':'); colon != key.npos; colon = key.find(':', colon + 1))
      by_review_[key.substr(0, colon)].push_back({key, judgement});
  });
}

JudgementCache JudgementsByReview::of(std::span<const std::string_view> review_ids) const {
  JudgementCache some;
  for (const std::string_view id : review_ids) {
    const auto found = by_review_.find(id);
    if (found == by_review_.end()) continue;
    for (const Entry& entry : found->second) some.set(entry.key, entry.judgement);
  }
  return some;
}

base::Result<JudgementCache> read_judgement_cache(const std::string& file, LoadLog& log,
                                                  const base::Call& call) {
  constexpr std::uint32_t kEntriesPerCheck = 4096;
  base::StepCounter entries(call, kEntriesPerCheck);
  JudgementCache cache;
  const auto add_all = [&](JsonObject root) {
    for (const auto field : root) {
      entries.step();
      cache.set(field.key, judgement_of(field.value));
      log.accept();
    }
  };
  const auto done = read_json_file(file, log, call, add_all);
  if (!done) return tl::unexpected(done.error());
  return cache;
}

}  // namespace seedc::data
