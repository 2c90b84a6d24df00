// Looks requests up in the store, and adds up the rest.
#include "runtime/llm/estimate.h"

#include "runtime/llm/completion.h"

namespace seedc::llm {

std::optional<ChatAnswer> stored_answer(const AskedModel& model, const ChatRequest& request) {
  if (model.store == nullptr) return std::nullopt;
  auto answer = model.store->find_for(request, key_of(request, model.name, model.choice));
  if (!answer) return std::nullopt;
  return ChatAnswer{*std::move(answer), {}, true};
}

void EstimatingService::converse(const std::function<std::optional<ChatRequest>()>& next,
                                 const std::function<void(std::size_t index, ChatResult)>& done) {
  std::size_t index = 0;
  while (const auto request = next()) {
    count(*request);
    done(index++, tl::unexpected(ChatFailure{ChatFailureKind::NotSent, "only estimated"}));
  }
}

void EstimatingService::count(const ChatRequest& request) {
  const RequestKey key = key_of(request, model_.name, model_.choice);
  if (model_.store != nullptr && model_.store->find(key)) {
    ++estimate_.stored;
  } else if (!seen_.insert(key).second) {
    ++estimate_.repeated;
  } else {
    ++estimate_.calls;
    estimate_.usage.prompt_tokens += estimated_prompt_tokens(request);
    estimate_.usage.completion_tokens += answer_tokens_;
  }
}

}  // namespace seedc::llm
