// The protocol: chat completions as defined by OpenAI, which most local and hosted services
// support.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/llm/chat.h"
#include "runtime/llm/complaint.h"
#include "runtime/llm/curl_transport.h"
#include "runtime/llm/request_form.h"

namespace seedc::llm {

/// What all requests to a service have in common.
struct Asking {
  const std::string& model;
  const RequestChoice& choice;
  const RequestForm& form;
};

/// The body of a call's request. Where the form does not give the service the schema, the prompt
/// has it.
std::string completion_body(const ChatRequest& request, const Asking& asking,
                            std::int64_t max_answer_tokens);

/// An upper bound on the tokens of the request's prompt, in any form: each token has at least one
/// byte.
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
  /// What the service said of the request, where it may be about its form.
  std::optional<Complaint> complaint = {};
  bool is_reasoning = false;  ///< cut off before the answer began
};

tl::expected<Completion, CallFailure> read_completion(const HttpResponse& response);

}  // namespace seedc::llm
