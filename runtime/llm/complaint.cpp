// Reads complaints, and recognises those about the form of a request by the names of its members.
#include "runtime/llm/complaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "runtime/language/decimal.h"
#include "runtime/language/text.h"
#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

/// The member at a key; null if there is none.
Json member(const Json& object, std::string_view key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : Json();
}

/// `["body", "response_format", "type"]` as `response_format.type`.
std::string path_of(const Json& location) {
  std::string path;
  if (!location.is_array()) return path;
  for (const Json& key : location) {
    if (!key.is_string() || key == "body") continue;
    if (!path.empty()) path += '.';
    path += key.get<std::string>();
  }
  return path;
}

/// FastAPI's list of errors, of which the first is taken.
void take_list(const Json& errors, Complaint& complaint) {
  if (!errors.is_array() || errors.empty()) return;
  complaint.parameter = path_of(member(errors.front(), "loc"));
  complaint.message = string_at(errors.front(), "msg");
  if (!complaint.parameter.empty())
    complaint.message = fmt::format("`{}`: {}", complaint.parameter, complaint.message);
}

/// A text, a list of errors, or an object with one of them as `detail`.
void take_details(const Json& value, Complaint& complaint) {
  if (value.is_string()) complaint.message = value.get<std::string>();
  if (value.is_array()) take_list(value, complaint);
  const Json detail = member(value, "detail");
  if (detail.is_string()) complaint.message = detail.get<std::string>();
  take_list(detail, complaint);
}

/// The first line of a body that is not JSON; HTML pages are not readable for people.
std::string first_line(std::string_view body) {
  body = language::trim_blanks(body);
  return body.starts_with('<') ? "" : std::string(body.substr(0, body.find_first_of("\r\n")));
}

/// Names of members as complaints mention them.
constexpr std::pair<std::string_view, FormPart> kNames[] = {
    {"max_tokens", FormPart::AnswerLimit},         {"max_completion_tokens", FormPart::AnswerLimit},
    {"temperature", FormPart::Temperature},        {"response_format", FormPart::ResponseFormat},
    {"response format", FormPart::ResponseFormat}, {"json_schema", FormPart::ResponseFormat},
    {"json_object", FormPart::ResponseFormat}};

/// Words by which services say that they do not take a member, or not this value of it.
constexpr std::string_view kRefusals[] = {
    "support",    "not permitted", "allowed",      "deprecated", "unavailable",       "unknown",
    "unexpected", "unrecognized",  "unrecognised", "may only",   "cannot find field", "extra"};
/// Words by which they say that a number is out of its range.
constexpr std::string_view kRanges[] = {"too large", "at most", "less than", "maximum", "minimum"};

/// Words by which they list the values that they take.
constexpr std::string_view kOneOf[] = {"must be one of", "should be"};

template <std::size_t N>
bool has_any(std::string_view text, const std::string_view (&words)[N]) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// The part that a text mentions first.
std::optional<FormPart> part_in(std::string_view text) {
  std::optional<FormPart> part;
  std::size_t first = std::string_view::npos;
  for (const auto& [name, named] : kNames) {
    const std::size_t at = text.find(name);
    if (at < first) {
      first = at;
      part = named;
    }
  }
  return part;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_name(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_character(text[at - 1]);
    const bool ends = end == text.size() || !is_name_character(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

Complaint complaint_of(const HttpResponse& response) {
  Json body = parse_bounded_json(response.body);
  if (body.is_discarded()) return {.message = first_line(response.body)};
  if (body.is_array() && body.size() == 1 && body.front().is_object()) body = Json(body.front());
  const bool has_error = body.is_object() && body.contains("error");
  const Json& error = has_error ? body["error"] : body;
  Complaint complaint{.message = string_at(error, "message"),
                      .code = string_at(error, "code"),
                      .type = string_at(error, "type"),
                      .parameter = string_at(error, "param")};
  if (error.is_string()) complaint.message = error.get<std::string>();
  if (complaint.message.empty()) take_details(member(error, "message"), complaint);
  if (complaint.message.empty()) take_details(body, complaint);
  return complaint;
}

std::optional<FormPart> refused_part(long status, const Complaint& complaint) {
  constexpr std::array kStatuses = {400L, 422L, 500L, 501L};
  if (std::ranges::find(kStatuses, status) == kStatuses.end()) return std::nullopt;
  const std::string message = language::lower(complaint.message);
  const auto part = complaint.parameter.empty() ? part_in(message)
                                                : part_in(language::lower(complaint.parameter));
  if (!part) return std::nullopt;
  const bool is_said_by_code =
      complaint.code.starts_with("unsupported_") || complaint.code == "unknown_parameter";
  const bool is_client_error = status < 500;
  if (is_said_by_code || has_any(message, kRefusals))
    return *part == FormPart::AnswerLimit && !is_said_by_code && has_any(message, kRanges)
               ? std::nullopt
               : part;
  // Whatever a service has against a schema, it may take a request without one.
  const bool is_about_schema = *part == FormPart::ResponseFormat;
  return is_about_schema && (is_client_error || has_any(message, kOneOf)) ? part : std::nullopt;
}

bool names_parameter(long status, const Complaint& complaint, const RequestChoice& choice) {
  if (status != 400 && status != 422) return false;
  const std::string& about = complaint.parameter.empty() ? complaint.message : complaint.parameter;
  return std::ranges::any_of(
      choice.parameters, [&](const auto& parameter) { return has_name(about, parameter.first); });
}

}  // namespace seedc::llm
