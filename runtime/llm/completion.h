// The protocol: chat completions as OpenAI defines them, which most local and hosted services
// speak.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/llm/chat.h"
#include "runtime/llm/curl_transport.h"

namespace seedc {

/// The body of a call.
std::string completion_body(const ChatRequest& request, const std::string& model,
                            std::int64_t max_answer_tokens);

/// No service counts more tokens in the request's prompt: each is at least a byte of it.
std::int64_t most_prompt_tokens(const ChatRequest& request);
/// About how many there are: four bytes each.
std::int64_t estimated_prompt_tokens(const ChatRequest& request);
/// About how many tokens a text has.
std::int64_t estimated_tokens(std::size_t bytes);

/// What the model wrote.
struct Completion {
  std::string text;
  std::optional<ChatUsage> usage;  ///< nothing if the service does not say
  bool is_cut_off = false;         ///< at the most tokens that it may have
};

struct CallFailure {
  ChatFailure failure;  ///< its message as long as the service made it, and with what it repeats
  /// Of whatever the next call asks, it fails too: the key, the model or the address is wrong.
  bool concerns_service = false;
  std::optional<ChatUsage> usage = {};  ///< what it cost all the same, if the service says so
};

tl::expected<Completion, CallFailure> read_completion(const HttpResponse& response);

/// What stands within the Markdown fence that models put around JSON; all of it if there is none.
std::string_view without_fence(std::string_view answer);

}  // namespace seedc
