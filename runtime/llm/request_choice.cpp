// Reads parameters as users write them, and keeps them from the members that the client writes.
#include "runtime/llm/request_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/language/display_text.h"
#include "runtime/llm/bounded_json.h"

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::pair<std::string_view, ResponseFormat> kFormatWords[] = {
    {"json_schema", ResponseFormat::JsonSchema},
    {"json_object", ResponseFormat::JsonObject},
    {"text", ResponseFormat::Text}};

/// A member that the client writes.
struct OwnMember {
  std::string_view name;
  std::string_view reason;
};
constexpr OwnMember kOwn[] = {{"model", "is the name of the model, which has an option of its own"},
                              {"messages", "has the prompts, which are part of the question"},
                              {"stream", "would divide the answer, which is read as a whole"},
                              {"n", "would pay for several answers, of which one is read"},
                              {"response_format", "has an option of its own"}};

constexpr std::string_view kHow = "write `NAME=VALUE`, with the value in JSON: `top_p=0.5`";

/// Letters, digits, `_`, `-` and `.`, as names of parameters have them.
bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

std::string clipped(std::string_view text) { return language::clip(std::string(text), 60); }

/// Takes parameters one after the other.
class ChoiceReader {
 public:
  explicit ChoiceReader(RequestChoice& choice) : choice_(choice) {}

  base::Result<bool> take(std::string_view written) {
    const std::size_t sign = written.find('=');
    const std::string_view name = written.substr(0, sign);
    if (sign == std::string_view::npos || !is_name(name)) {
      return base::fail_with_help<base::ErrorCode::NotAModelParameter>(std::string(kHow),
                                                                       clipped(written));
    }
    const auto* const own = std::ranges::find(kOwn, name, &OwnMember::name);
    if (own != std::end(kOwn)) {
      return base::fail_with_help<base::ErrorCode::OwnModelParameter>("leave it out", name,
                                                                      own->reason);
    }
    const std::string_view text = written.substr(sign + 1);
    const bool is_limit = std::ranges::find(kLimitFields, name) != std::end(kLimitFields);
    if (text.empty()) return remove(name, is_limit);
    Json value = parse_bounded_json(text);
    if (value.is_discarded()) {
      return base::fail_with_help<base::ErrorCode::ParameterIsNoJson>(
          fmt::format("a text is written in quotes: '{}=\"{}\"'", name, clipped(text)), name,
          clipped(text));
    }
    return is_limit ? limit(name, value) : set(name, std::move(value));
  }

 private:
  base::Result<bool> remove(std::string_view name, bool is_limit) {
    choice_.parameters.erase(std::string(name));
    if (name == "temperature") choice_.omits_temperature = true;
    if (!is_limit) return true;
    choice_.limit_field = "";
    choice_.answer_limit.reset();
    return true;
  }

  base::Result<bool> set(std::string_view name, Json value) {
    if (name == "temperature") choice_.omits_temperature = false;
    choice_.parameters.insert_or_assign(std::string(name), std::move(value));
    return true;
  }

  base::Result<bool> limit(std::string_view name, const Json& value) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    const bool is_count = value.is_number_integer() && value > 0 && value <= kMost;
    if (!is_count) {
      return base::fail_with_help<base::ErrorCode::NotACountOfTokens>("an answer has at least one",
                                                                      name, clipped(value.dump()));
    }
    choice_.limit_field = std::string(name);
    choice_.answer_limit = value.get<std::int64_t>();
    return true;
  }

  RequestChoice& choice_;
};

base::Result<bool> take_limit_field(RequestChoice& choice, const std::string& name) {
  if (!is_name(name)) {
    return base::fail_with_help<base::ErrorCode::NotAParameterName>(
        "services call it `max_tokens` or `max_completion_tokens`", clipped(name));
  }
  if (choice.limit_field && *choice.limit_field != name) {
    return base::fail_with_help<base::ErrorCode::LimitDecidedTwice>(
        "keep one of the two", name,
        choice.limit_field->empty() ? "removed" : fmt::format("as `{}`", *choice.limit_field));
  }
  if (choice.parameters.contains(name)) {
    return base::fail_with_help<base::ErrorCode::ParameterIsLimit>("keep one of the two", name);
  }
  choice.limit_field = name;
  return true;
}

}  // namespace

std::string_view name_of(ResponseFormat format) {
  return kFormatWords[static_cast<std::size_t>(format)].first;
}

std::optional<ResponseFormat> response_format_named(std::string_view name) {
  const auto* const found =
      std::ranges::find(kFormatWords, name, &std::pair<std::string_view, ResponseFormat>::first);
  return found == std::end(kFormatWords) ? std::nullopt : std::optional(found->second);
}

base::Result<RequestChoice> read_choice(const WrittenChoice& written) {
  RequestChoice choice;
  ChoiceReader reader(choice);
  for (const std::string& parameter : written.parameters) {
    if (auto taken = reader.take(parameter); !taken) return tl::unexpected(taken.error());
  }
  if (!written.limit_field.empty()) {
    if (auto taken = take_limit_field(choice, written.limit_field); !taken)
      return tl::unexpected(taken.error());
  }
  if (written.response_format.empty()) return choice;
  choice.response_format = response_format_named(written.response_format);
  if (choice.response_format) return choice;
  return base::fail_with_help<base::ErrorCode::NotAResponseFormat>(
      "there are `json_schema`, `json_object` and `text`", clipped(written.response_format));
}

}  // namespace seedc::llm
