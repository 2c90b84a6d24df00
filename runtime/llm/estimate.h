// A service that asks nobody: it counts what asking would cost. Whatever converses with a model can
// be estimated by conversing with it.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "runtime/llm/answer_store.h"
#include "runtime/llm/chat.h"

namespace seedc::llm {

/// The model that would be asked, and where its answers are.
struct AskedModel {
  std::string name;
  RequestChoice choice = {};
  AnswerStore* store = nullptr;  ///< nullptr: nothing is stored
};

/// The answer to a request, if it is stored.
std::optional<ChatAnswer> stored_answer(const AskedModel& model, const ChatRequest& request);

struct CallEstimate {
  std::uint64_t stored = 0;    ///< requests whose answer is in the store
  std::uint64_t repeated = 0;  ///< requests that are equal to an earlier one
  std::uint64_t calls = 0;
  ChatUsage usage;  ///< of the calls, estimated
};

/// All its requests fail as NotSent.
class EstimatingService final : public ChatService {
 public:
  /// `answer_tokens`: of an answer, estimated. The store outlives the service.
  EstimatingService(AskedModel model, std::int64_t answer_tokens)
      : model_(std::move(model)), answer_tokens_(answer_tokens) {}

  void converse(const std::function<std::optional<ChatRequest>()>& next,
                const std::function<void(std::size_t index, ChatResult)>& done) override;
  /// Of all conversations so far.
  const CallEstimate& estimate() const { return estimate_; }

 private:
  void count(const ChatRequest& request);

  AskedModel model_;
  std::int64_t answer_tokens_;
  std::set<RequestKey> seen_;
  CallEstimate estimate_;
};

}  // namespace seedc::llm
