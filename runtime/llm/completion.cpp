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

bool is_unpaid(long status, const Complaint& complaint) {
  constexpr std::string_view kCode = "insufficient_quota";
  return status == 402 || complaint.code == kCode || complaint.type == kCode;
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
  if (is_unpaid(status, complaint)) return fail_call(Kind::Unpaid, message, true);
  if (status == 429) return fail_call(Kind::RateLimited, message);
  if (status == 408) return fail_call(Kind::Timeout, message);
  if (status == 401 || status == 403) return fail_call(Kind::KeyRefused, message, true);
  if (status == 404 || status == 405) return fail_call(Kind::NotFound, message, true);
  // A service that enforces JSON, and could not make the model write it.
  if (complaint.code == "json_validate_failed") return fail_call(Kind::InvalidJson, message);
  auto failure = fail_call(status >= 500 ? Kind::Server : Kind::Refused, message);
  failure.value().complaint = complaint;
  return failure;
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

/// What the prompt says if the service is not given the schema.
std::string schema_prompt(const ChatRequest& request) {
  return fmt::format(
      "\nAnswer with one JSON object and nothing else. It satisfies this JSON Schema:\n{}\n",
      request.response_schema.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// The text of a message, which some services divide into parts, of which reasoning is one.
std::string content_of(const Json& message) {
  const auto content = message.is_object() ? message.find("content") : message.end();
  if (!message.is_object() || content == message.end() || !content->is_array())
    return string_at(message, "content");
  std::string text;
  for (const Json& part : *content) {
    if (string_at(part, "type") == "text") text += string_at(part, "text");
  }
  return text;
}

}  // namespace

std::string completion_body(const ChatRequest& request, const Asking& asking,
                            std::int64_t max_answer_tokens) {
  const RequestForm& form = asking.form;
  const bool has_schema_in_prompt = form.response_format != ResponseFormat::JsonSchema;
  const std::string system =
      has_schema_in_prompt ? request.system + schema_prompt(request) : request.system;
  Json body = {
      {"model", asking.model},
      {"messages",
       {{{"role", "system"}, {"content", system}}, {{"role", "user"}, {"content", request.user}}}}};
  if (form.has_temperature) body["temperature"] = request.temperature;
  if (!form.limit_field.empty()) body[form.limit_field] = max_answer_tokens;
  if (form.response_format == ResponseFormat::JsonSchema) {
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema",
         {{"name", request.schema_name}, {"strict", true}, {"schema", request.response_schema}}}};
  } else if (form.response_format == ResponseFormat::JsonObject) {
    body["response_format"] = {{"type", "json_object"}};
  }
  for (const auto& [name, value] : asking.choice.parameters) body[name] = value;
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t most_prompt_tokens(const ChatRequest& request) {
  constexpr std::size_t kFrame = 64;  // what a service adds around two messages
  return static_cast<std::int64_t>(request.system.size() + request.user.size() +
                                   schema_prompt(request).size() + kFrame);
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
  return Completion{content_of(choice["message"]), usage_of(body), reason == "length"};
}

}  // namespace seedc::llm
