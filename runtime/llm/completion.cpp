// Writes requests and interprets responses.
#include "runtime/llm/completion.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include "runtime/language/decimal.h"
#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ChatFailureKind;
using Fault = HttpResponse::Fault;

tl::unexpected<CallFailure> fail_call(Kind kind, std::string message,
                                      bool concerns_service = false) {
  return tl::unexpected(CallFailure{{kind, std::move(message)}, concerns_service});
}

Kind kind_of(Fault fault) {
  switch (fault) {
    case Fault::Unreachable:
      return Kind::Unreachable;
    case Fault::Timeout:
      return Kind::Timeout;
    case Fault::Tls:
      return Kind::Tls;
    case Fault::TooLarge:
      return Kind::Foreign;
    case Fault::Disconnected:
    case Fault::None:
      break;
  }
  return Kind::Disconnected;
}

/// The string at a key, or std::nullopt.
std::string string_at(const Json& object, std::string_view key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  const bool is_there = object.is_object() && found != object.end() && found->is_string();
  return is_there ? found->get<std::string>() : std::string();
}

/// `{"error": {"message", "code", "type"}}`, which services send with a status above 400; some send
/// `{"message"}`, `{"detail"}` or plain text.
struct Complaint {
  std::string message, code, type;
};

/// FastAPI's format: a text, or a list of errors.
std::string detail_of(const Json& body) {
  const auto detail = body.is_object() ? body.find("detail") : body.end();
  if (!body.is_object() || detail == body.end()) return "";
  if (detail->is_array() && !detail->empty()) return string_at(detail->front(), "msg");
  return string_at(body, "detail");
}

/// The first line of a body that is not JSON; HTML pages are not readable for people.
std::string first_line(std::string_view body) {
  body = language::trim_blanks(body);
  return body.starts_with('<') ? "" : std::string(body.substr(0, body.find_first_of("\r\n")));
}

Complaint complaint_of(const HttpResponse& response) {
  const Json body = parse_bounded_json(response.body);
  const bool has_error = body.is_object() && body.contains("error");
  const Json& error = has_error ? body["error"] : body;
  Complaint complaint{string_at(error, "message"), string_at(error, "code"),
                      string_at(error, "type")};
  if (error.is_string()) complaint.message = error.get<std::string>();
  if (complaint.message.empty())
    complaint.message = body.is_discarded() ? first_line(response.body) : detail_of(body);
  return complaint;
}

/// Whether the prompt exceeds the model's window. There is a code for it, which not all services
/// use.
bool is_too_long(const HttpResponse& response, const Complaint& complaint) {
  constexpr std::array<std::string_view, 4> kWords = {"context length", "context window",
                                                      "context size", "maximum context"};
  if (response.status != 400 && response.status != 413 && response.status != 422) return false;
  if (response.status == 413 || complaint.code == "context_length_exceeded") return true;
  return std::ranges::any_of(kWords, [&](std::string_view words) {
    return complaint.message.find(words) != std::string::npos;
  });
}

tl::unexpected<CallFailure> failure_of_status(const HttpResponse& response) {
  const long status = response.status;
  if (status >= 300 && status < 400) {
    return fail_call(
        Kind::Foreign,
        fmt::format("the service redirects to `{}`, which is not followed", response.location),
        true);
  }
  const Complaint complaint = complaint_of(response);
  const std::string message = fmt::format("status {}{}{}", status,
                                          complaint.message.empty() ? "" : ": ", complaint.message);
  if (is_too_long(response, complaint)) return fail_call(Kind::TooLong, message);
  const bool is_unpaid =
      complaint.code == "insufficient_quota" || complaint.type == "insufficient_quota";
  if (status == 429 && !is_unpaid) return fail_call(Kind::RateLimited, message);
  if (status == 408) return fail_call(Kind::Timeout, message);
  if (status >= 500) return fail_call(Kind::Server, message);
  if (status == 401 || status == 403) return fail_call(Kind::KeyRefused, message, true);
  if (status == 404 || status == 405) return fail_call(Kind::NotFound, message, true);
  return fail_call(Kind::Refused, message, is_unpaid || status == 402);
}

/// A plausible count: whole, not negative, and not more than any call uses.
std::optional<std::int64_t> count_at(const Json& usage, std::string_view key) {
  constexpr double kMost = 1LL << 40;
  const auto found = usage.find(key);
  if (found == usage.end() || !found->is_number()) return std::nullopt;
  const double count = found->get<double>();
  const bool is_count = count >= 0 && count <= kMost && count == std::floor(count);
  return is_count ? std::optional(static_cast<std::int64_t>(count)) : std::nullopt;
}

/// std::nullopt unless the service reports both counts: half of a cost is useless.
std::optional<ChatUsage> usage_of(const Json& body) {
  const auto usage = body.is_object() ? body.find("usage") : body.end();
  if (!body.is_object() || usage == body.end() || !usage->is_object()) return std::nullopt;
  const auto prompt = count_at(*usage, "prompt_tokens");
  const auto completion = count_at(*usage, "completion_tokens");
  if (!prompt || !completion) return std::nullopt;
  return ChatUsage{*prompt, *completion};
}

tl::unexpected<CallFailure> no_completion(const std::string& body) {
  const std::size_t first = body.find_first_not_of(" \t\r\n");
  const char begins = first == std::string::npos ? '\0' : body[first];
  if (begins == '{') return fail_call(Kind::Disconnected, "the response is cut off");
  if (begins == '<') return fail_call(Kind::Foreign, "the service returned an HTML page");
  return fail_call(Kind::Foreign, "the service returned invalid JSON");
}

}  // namespace

std::string completion_body(const ChatRequest& request, const std::string& model,
                            std::int64_t max_answer_tokens) {
  const Json body = {
      {"model", model},
      {"messages",
       {{{"role", "system"}, {"content", request.system}},
        {{"role", "user"}, {"content", request.user}}}},
      {"temperature", request.temperature},
      {"max_tokens", max_answer_tokens},
      {"response_format",
       {{"type", "json_schema"},
        {"json_schema",
         {{"name", request.schema_name}, {"strict", true}, {"schema", request.response_schema}}}}}};
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t most_prompt_tokens(const ChatRequest& request) {
  constexpr std::size_t kFrame = 64;  // what a service adds around two messages
  return static_cast<std::int64_t>(request.system.size() + request.user.size() +
                                   request.response_schema.dump().size() + kFrame);
}

std::int64_t estimated_prompt_tokens(const ChatRequest& request) {
  return estimated_tokens(static_cast<std::size_t>(most_prompt_tokens(request)));
}

std::int64_t estimated_tokens(std::size_t bytes) {
  constexpr std::size_t kBytesPerToken = 4;
  return static_cast<std::int64_t>((bytes + kBytesPerToken - 1) / kBytesPerToken);
}

tl::expected<Completion, CallFailure> read_completion(const HttpResponse& response) {
  if (response.fault != Fault::None)
    return fail_call(kind_of(response.fault),
                     fmt::format("{} ({})", describe(kind_of(response.fault)), response.message),
                     response.fault == Fault::Tls);
  if (response.status != 200) return failure_of_status(response);
  const Json body = parse_bounded_json(response.body);
  if (body.is_discarded()) return no_completion(response.body);
  const auto choices = body.is_object() ? body.find("choices") : body.end();
  if (!body.is_object() || choices == body.end() || !choices->is_array() || choices->empty() ||
      !(*choices)[0].is_object() || !(*choices)[0].contains("message"))
    return fail_call(Kind::Foreign, "the service's answer has no `choices[0].message`");
  const Json& choice = (*choices)[0];
  const std::string reason = string_at(choice, "finish_reason");
  const std::string refusal = string_at(choice["message"], "refusal");
  const auto declined = [&](std::string message) {
    return tl::unexpected(CallFailure{
        {Kind::Declined, std::move(message)}, /*concerns_service=*/false, usage_of(body)});
  };
  if (!refusal.empty()) return declined("the model declines: " + refusal);
  if (reason == "content_filter") return declined("a filter of the service stopped the answer");
  return Completion{string_at(choice["message"], "content"), usage_of(body), reason == "length"};
}

std::string_view without_fence(std::string_view answer) {
  constexpr std::string_view kFence = "```", kLanguage = "json";
  const std::string_view text = language::trim_blanks(answer);
  const bool is_fenced =
      text.size() >= 2 * kFence.size() && text.starts_with(kFence) && text.ends_with(kFence);
  if (!is_fenced) return answer;
  std::string_view inner = text.substr(kFence.size(), text.size() - 2 * kFence.size());
  if (inner.starts_with(kLanguage)) inner.remove_prefix(kLanguage.size());
  return inner;
}

}  // namespace seedc::llm
