// What the user decides about the requests to a model: parameters, and the form in which they are
// sent. The client decides the rest (request_form.h).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::llm {

/// How a service is asked for JSON.
enum class ResponseFormat : std::uint8_t {
  JsonSchema,  ///< it is given the schema, and enforces it
  JsonObject,  ///< it enforces some JSON object; the prompt has the schema
  Text,        ///< it is not asked: the prompt has the schema
};

/// As it is written: `json_schema`, `json_object`, `text`.
std::string_view name_of(ResponseFormat format);
std::optional<ResponseFormat> response_format_named(std::string_view name);

/// The names by which services know the maximum number of tokens of an answer, in the order in
/// which they are tried.
inline constexpr std::string_view kLimitFields[] = {"max_tokens", "max_completion_tokens"};

struct RequestChoice {
  /// Members of every request. They count as part of the question: another value makes another
  /// request, with an answer of its own.
  std::map<std::string, nlohmann::ordered_json> parameters;
  bool omits_temperature = false;  ///< counts as part of the question, too
  // The rest makes no other question: an answer is checked in the same way whatever its form.
  std::optional<std::string> limit_field;    ///< empty: answers are not limited
  std::optional<std::int64_t> answer_limit;  ///< tokens of every answer
  std::optional<ResponseFormat> response_format;

  bool decides_temperature() const {
    return omits_temperature || parameters.contains("temperature");
  }
  bool operator==(const RequestChoice&) const = default;
};

/// What the user writes; each may be empty.
struct WrittenChoice {
  std::span<const std::string> parameters;  ///< `K=V`, V in JSON; `K=` removes K; the last counts
  std::string limit_field;
  std::string response_format;
};

/// Fails (Usage) for a value that is not JSON, for names and formats that do not exist, and for
/// members that the client itself writes.
base::Result<RequestChoice> read_choice(const WrittenChoice& written);

}  // namespace seedc::llm
