// Asks a service that knows stored answers, and nothing else.
#include "engine/until/stored_rows.h"

#include "engine/chat_session.h"
#include "engine/opinions.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::engine {
namespace {

/// All other requests fail as NotSent.
class StoredAnswers final : public llm::ChatService {
 public:
  explicit StoredAnswers(const FindAnswer& find) : find_(find) {}

  void converse(const std::function<std::optional<llm::ChatRequest>()>& next,
                const std::function<void(std::size_t index, llm::ChatResult)>& done) override {
    std::size_t index = 0;
    while (const std::optional<llm::ChatRequest> request = next()) {
      auto answer = find_(*request);
      done(index++, answer ? llm::ChatResult(*std::move(answer))
                           : tl::unexpected(llm::ChatFailure{llm::ChatFailureKind::NotSent, ""}));
    }
  }

 private:
  const FindAnswer& find_;
};

class StoredSession final : public ChatSession {
 public:
  StoredSession(const FindAnswer& find, const llm::VoteRules& votes)
      : service_(find), votes_(votes), find_(find) {}

  llm::ChatService& service() override { return service_; }
  const llm::VoteRules& votes() const override { return votes_; }
  const llm::ChatTally& tally() const override { return tally_; }
  void expect(std::string /*what*/, std::uint64_t /*requests*/) override {}
  std::optional<llm::ChatAnswer> stored(const llm::ChatRequest& request) override {
    return find_(request);
  }

 private:
  StoredAnswers service_;
  const llm::VoteRules& votes_;
  const FindAnswer& find_;
  llm::ChatTally tally_;
};

}  // namespace

llm::ExtractedRows stored_rows(const contract::Formula& formula,
                               const llm::ExtractionQuestion& question,
                               std::span<const llm::ReviewToRead> reviews,
                               const llm::VoteRules& votes, const FindAnswer& find) {
  StoredSession session(find, votes);
  llm::ExtractedRows rows = ask_opinions(question, reviews, /*state=*/"", session);
  if (!formula.rows.judge) return rows;
  llm::judge_rows(rows, reviews, *formula.rows.judge, session.service());
  for (auto& row : rows) {
    if (row && language::find(*row, contract::Judge::kQuality) == nullptr) row.reset();
  }
  return rows;
}

}  // namespace seedc::engine
