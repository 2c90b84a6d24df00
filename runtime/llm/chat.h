// A chat with a language model: what is asked, what comes back, how it can fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace seedc {

/// One question to the model. `response_schema`, a JSON Schema, is what the answer must satisfy,
/// unless `find_fault` reads answers more leniently.
struct ChatRequest {
  std::string system;
  std::string user;
  std::string schema_name;  ///< on the wire: letters, digits, `_`, `-`
  nlohmann::ordered_json response_schema;
  /// What is wrong with an answer; nothing if it will do. Empty: what the schema finds.
  std::function<std::optional<std::string>(const nlohmann::ordered_json& answer)> find_fault = {};
  double temperature = 0;
  /// An answer that is cut off by it is asked for once more, with more room.
  std::int64_t max_answer_tokens = 1024;
};

struct ChatUsage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;
};

struct ChatAnswer {
  nlohmann::ordered_json content;  ///< what the request asks for
  ChatUsage usage;                 ///< of all attempts; zero when the answer came from the store
  bool is_stored = false;          ///< was in the store: nothing was sent or paid
};

enum class ChatFailureKind {
  Unreachable,      ///< no connection, or an unknown host
  Disconnected,     ///< the connection broke before the answer was whole
  Timeout,          ///< no whole answer in time
  Tls,              ///< no connection that can be trusted
  RateLimited,      ///< 429, to the last attempt
  Server,           ///< 5xx
  KeyRefused,       ///< 401, 403
  NotFound,         ///< 404, 405: the address or the model is wrong
  Refused,          ///< another 4xx
  Foreign,          ///< not the protocol: a redirect, HTML, no choices, an answer without bound
  Declined,         ///< the model or a filter would not answer
  TooLong,          ///< the prompt does not fit the model's window
  Truncated,        ///< the answer did not fit, with more room neither
  InvalidJson,      ///< the answer is no JSON
  SchemaViolation,  ///< the answer is JSON, but not what the schema asks for
  Store,            ///< the answer could not be written down, and so does not count
  Budget,           ///< not asked: the budget is spent
  Cancelled,        ///< not asked, or not waited for: the user stopped the run
};

inline constexpr std::size_t kChatFailureKinds =
    static_cast<std::size_t>(ChatFailureKind::Cancelled) + 1;

/// A few words for a ledger: "cannot be reached", "rate limit".
std::string_view describe(ChatFailureKind kind);

struct ChatFailure {
  ChatFailureKind kind;
  std::string message;  ///< for people; never holds the key
};

/// Failures that say nothing about other requests: the service was reached.
bool is_of_request(ChatFailureKind kind);
/// Failures of requests that were left: nobody was asked.
bool is_unasked(ChatFailureKind kind);

using ChatResult = tl::expected<ChatAnswer, ChatFailure>;

/// Whoever answers. `converse` takes requests from `next` whenever another may be in flight and
/// hands each result to `done` with the request's index (0, 1, … in the order of `next`), in the
/// order in which they complete; it returns when `next` has said nullopt and all results are handed
/// out. Both callbacks run on the caller's thread.
class ChatService {
 public:
  virtual ~ChatService() = default;
  virtual void converse(const std::function<std::optional<ChatRequest>()>& next,
                        const std::function<void(std::size_t index, ChatResult)>& done) = 0;
};

}  // namespace seedc
