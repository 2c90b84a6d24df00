// A chat with a language model: requests, answers, and the ways in which they can fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace seedc::llm {

/// Whom a request asks: a model, and which of its opinions this is. Different opinions are
/// different requests with the same words.
struct Opinion {
  std::string model;       ///< empty: the service's own
  std::size_t number = 0;  ///< of the model's, from 0

  /// The model, where the service's own is this one.
  const std::string& model_or(const std::string& own) const { return model.empty() ? own : model; }
};

/// One request to the model. The answer must satisfy `response_schema`, a JSON Schema, unless
/// `find_fault` accepts answers more leniently.
struct ChatRequest {
  std::string system;
  std::string user;
  std::string schema_name;  ///< on the wire: letters, digits, `_`, `-`
  nlohmann::ordered_json response_schema;
  /// The fault of an answer; std::nullopt if it is acceptable. If empty: the schema decides.
  std::function<std::optional<std::string>(const nlohmann::ordered_json& answer)> find_fault = {};
  double temperature = 0;
  Opinion opinion = {};
  /// An answer that is cut off at this limit is requested once more, with a higher one.
  std::int64_t max_answer_tokens = 1024;
};

struct ChatUsage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;
};

struct ChatAnswer {
  nlohmann::ordered_json content;  ///< valid for the request
  ChatUsage usage;                 ///< of all attempts; zero when the answer came from the store
  bool is_stored = false;          ///< it was in the store: nothing was sent or paid for
};

enum class ChatFailureKind {
  Unreachable,   ///< no connection, or an unknown host
  Disconnected,  ///< the connection broke before the answer was complete
  Timeout,       ///< no complete answer in time
  Tls,           ///< no trusted connection
  RateLimited,   ///< 429, to the last attempt
  Server,        ///< 5xx
  KeyRefused,    ///< 401, 403
  NotFound,      ///< 404, 405: the address or the model is wrong
  Unpaid,        ///< 402, or the account has no credit left
  FormRefused,   ///< the service takes no request of this form, or not a parameter of the user's
  Refused,       ///< another 4xx
  Foreign,      ///< not the protocol: a redirect, HTML, no choices, an answer beyond the size limit
  Declined,     ///< the model or a filter refused to answer
  TooLong,      ///< the prompt does not fit the model's window
  Truncated,    ///< the answer did not fit, even with a higher limit
  InvalidJson,  ///< the answer is not valid JSON
  SchemaViolation,  ///< the answer is JSON, but does not satisfy the schema
  Store,            ///< the answer could not be stored, and so does not count
  NotSent,          ///< the service was given up before
  Budget,           ///< not sent: the budget is spent
  Cancelled,        ///< not sent, or not waited for: the user stopped the run
};

/// What may be limited of a conversation.
enum class BudgetLimit : std::uint8_t { Requests, Tokens, Usd };

inline constexpr std::size_t kChatFailureKinds =
    static_cast<std::size_t>(ChatFailureKind::Cancelled) + 1;

/// A short name for ledgers: "cannot be reached", "rate limit".
std::string_view describe(ChatFailureKind kind);

struct ChatFailure {
  ChatFailureKind kind;
  std::string message;  ///< for people; never contains the key
};

/// Failures that say nothing about other requests: the service was reached.
bool is_of_request(ChatFailureKind kind);
/// Failures of requests that were never sent.
bool is_unasked(ChatFailureKind kind);

using ChatResult = tl::expected<ChatAnswer, ChatFailure>;

/// The interface of a model service. `converse` takes requests from `next` whenever another call
/// may be in flight and passes each result to `done` with the request's index (0, 1, … in the order
/// of `next`), in the order in which they complete; it returns when `next` has returned nullopt and
/// all results have been passed on. Both callbacks run on the caller's thread.
class ChatService {
 public:
  virtual ~ChatService() = default;
  virtual void converse(const std::function<std::optional<ChatRequest>()>& next,
                        const std::function<void(std::size_t index, ChatResult)>& done) = 0;
};

}  // namespace seedc::llm
