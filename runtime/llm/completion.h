// The protocol: chat completions as defined by OpenAI, which most local and hosted services
// support.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/llm/chat.h"
#include "runtime/llm/curl_transport.h"

namespace seedc::llm {

/// The body of a call's request.
std::string completion_body(const ChatRequest& request, const std::string& model,
                            std::int64_t max_answer_tokens);

/// An upper bound on the tokens of the request's prompt: each token has at least one byte.
std::int64_t most_prompt_tokens(const ChatRequest& request);
/// An estimate of the tokens of the request's prompt: four bytes each.
std::int64_t estimated_prompt_tokens(const ChatRequest& request);
/// An estimate of the tokens of a text.
std::int64_t estimated_tokens(std::size_t bytes);

/// The model's answer.
struct Completion {
  std::string text;
  std::optional<ChatUsage> usage;  ///< std::nullopt if the service does not report it
  bool is_cut_off = false;         ///< at the maximum number of tokens
};

struct CallFailure {
  ChatFailure failure;  ///< its message is unshortened, and may repeat secrets
  /// The next call will fail too, whatever it asks: the key, the model or the address is wrong.
  bool concerns_service = false;
  std::optional<ChatUsage> usage = {};  ///< its cost nevertheless, if the service reports it
};

tl::expected<Completion, CallFailure> read_completion(const HttpResponse& response);

/// The contents of the Markdown fence that models put around JSON; the whole text if there is none.
std::string_view without_fence(std::string_view answer);

}  // namespace seedc::llm
