// Reads a line's values with the JSON parser, and cuts the texts of its members out of it.
#include "runtime/llm/classification_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runtime/language/decimal.h"
#include "runtime/language/json_string.h"
#include "runtime/language/text.h"
#include "runtime/language/value.h"

namespace seedc::llm {
namespace {

using Mistake = ClassificationLine::Mistake;

constexpr std::string_view kError = "error";
/// Members that the judge replaces or removes.
constexpr std::array<std::string_view, 8> kWritten = {"confidence",       "original_confidence",
                                                      "evidence_quality", "evidence_type",
                                                      "evidence_issue",   "is_valid",
                                                      "blocked",          kError};

std::string_view type_name(data::JsonElement value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  if (value.is_string()) return "a string";
  if (value.is_bool()) return "a boolean";
  return value.is_null() ? "null" : "a number";
}

/// The parts between the brackets of a JSON list or object, split at its commas. The text is valid
/// JSON.
std::vector<std::string_view> parts_of(std::string_view container) {
  std::vector<std::string_view> parts;
  container = language::trim_blanks(container);
  std::size_t depth = 0;
  std::size_t begin = 1;
  bool is_string = false;
  for (std::size_t at = 0; at < container.size(); ++at) {
    const char c = container[at];
    if (is_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      is_string = !is_string;
    } else if (!is_string && (c == '{' || c == '[')) {
      ++depth;
    } else if (!is_string && (c == '}' || c == ']')) {
      --depth;
    }
    const bool is_end = at + 1 == container.size();
    if (is_string || !(is_end || (c == ',' && depth == 1))) continue;
    parts.push_back(language::trim_blanks(container.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (parts.size() == 1 && parts.front().empty()) parts.clear();
  return parts;
}

/// The parts of `"key": value`, the key with its quotes.
std::pair<std::string_view, std::string_view> key_and_value(std::string_view member) {
  std::size_t end = 1;
  while (member[end] != '"') end += member[end] == '\\' ? 2 : 1;
  return {member.substr(0, end + 1),
          language::trim_blanks(member.substr(member.find(':', end) + 1))};
}

/// A member without blanks between its parts.
std::string compact(std::string_view member) {
  const auto [key, value] = key_and_value(member);
  return fmt::format("{}:{}", key, value);
}

std::optional<double> number_in(data::JsonElement value) {
  return value.is_number() ? std::optional(value.get_double().value_unsafe()) : std::nullopt;
}

/// Null counts as absent.
std::optional<data::JsonElement> present(data::JsonObject object, std::string_view key) {
  const auto value = data::member(object, key);
  return value && !value->is_null() ? value : std::nullopt;
}

tl::expected<std::string, Mistake> read_value(data::JsonObject object) {
  const auto value = present(object, "value");
  if (!value || data::string_of(*value) == "") {
    return tl::unexpected(Mistake{"a classification without a `value`",
                                  "say what was classified: \"value\": \"25-34\""});
  }
  return language::python_str(data::to_value(*value));
}

tl::expected<std::optional<double>, Mistake> read_confidence(data::JsonObject object,
                                                             std::string_view key) {
  static constexpr std::string_view kHelp = "a confidence is a number from 0 to 1, not in quotes";
  const auto value = present(object, key);
  if (!value) return std::nullopt;
  const auto number = number_in(*value);
  if (!number) {
    const auto text = data::string_of(*value);
    return tl::unexpected(Mistake{
        fmt::format("`{}` is {}, not a number", key,
                    text ? fmt::format("the string {}", language::to_json(std::string(*text)))
                         : std::string(type_name(*value))),
        std::string(kHelp)});
  }
  if (*number < 0 || *number > 1) {
    return tl::unexpected(
        Mistake{fmt::format("`{}` is {}, which is not from 0 to 1", key, simdjson::minify(*value)),
                std::string(kHelp)});
  }
  return number;
}

tl::expected<std::string, Mistake> read_reasoning(data::JsonObject object) {
  const auto value = present(object, "reasoning");
  if (!value) return "";
  if (const auto text = data::string_of(*value)) return std::string(*text);
  return tl::unexpected(Mistake{fmt::format("`reasoning` is {}, not a string", type_name(*value)),
                                "write the reasoning as one text"});
}

/// The text of an integer is that of the line, which may have more digits than a double.
CitedPart cited_part(double number, std::string_view written) {
  const bool is_integer = written.find_first_of(".eE") == std::string_view::npos;
  return {number, is_integer ? std::string(written) : language::shortest(number)};
}

/// `written` is the list as it is in the line.
tl::expected<std::vector<CitedPart>, Mistake> read_cited(data::JsonObject object,
                                                         const std::string& key,
                                                         std::string_view written) {
  std::vector<CitedPart> numbers;
  const auto value = present(object, key);
  if (!value) return numbers;
  const auto list = data::array_of(*value);
  if (!list) {
    return tl::unexpected(
        Mistake{fmt::format("`{}` is {}, not a list of numbers", key, type_name(*value)),
                fmt::format("write \"{}\": [3, 4]", key)});
  }
  const auto parts = parts_of(written);
  auto part = parts.begin();
  for (const data::JsonElement element : *list) {
    const auto number = number_in(element);
    if (!number) {
      return tl::unexpected(
          Mistake{fmt::format("`{}` holds {}, not only numbers", key, type_name(element)),
                  fmt::format("write \"{}\": [3, 4]", key)});
    }
    numbers.push_back(cited_part(*number, *part++));
  }
  return numbers;
}

}  // namespace

tl::expected<ClassificationLine, Mistake> ClassificationLine::read(std::string_view line,
                                                                   std::string_view noun,
                                                                   data::JsonParser& json) {
  const auto root = json.parse(line);
  const auto object = root ? data::object_of(*root) : std::nullopt;
  if (!object) {
    return tl::unexpected(Mistake{
        root ? fmt::format("{}, not an object", type_name(*root)) : std::string(root.error()),
        "write one JSON object a line"});
  }
  auto value = read_value(*object);
  if (!value) return tl::unexpected(value.error());
  const bool is_judged = present(*object, "original_confidence").has_value();
  const std::string_view confidence_key = is_judged ? "original_confidence" : "confidence";
  const auto confidence = read_confidence(*object, confidence_key);
  if (!confidence) return tl::unexpected(confidence.error());
  auto reasoning = read_reasoning(*object);
  if (!reasoning) return tl::unexpected(reasoning.error());

  ClassificationLine read;
  const auto parts = parts_of(line);
  auto part = parts.begin();
  for (const auto member : *object)
    read.members_.push_back({std::string(member.key), compact(*part++)});
  const std::string cited_key = language::lower(noun) + "_numbers";
  auto cited = read_cited(*object, cited_key, read.written(cited_key));
  if (!cited) return tl::unexpected(cited.error());
  read.classification_ = {std::move(*value), *confidence, std::move(*reasoning), std::move(*cited)};
  if (*confidence) read.original_confidence_ = read.written(confidence_key);
  return read;
}

std::string_view ClassificationLine::written(std::string_view key) const {
  const auto found = std::find_if(members_.rbegin(), members_.rend(),
                                  [&](const Member& member) { return member.key == key; });
  return found == members_.rend() ? std::string_view() : key_and_value(found->text).second;
}

std::optional<double> ClassificationLine::adjusted(const EvidenceEvaluation& evaluation) const {
  if (!classification_.confidence) return std::nullopt;
  return adjust_confidence_with_evidence_quality(*classification_.confidence, evaluation);
}

std::string ClassificationLine::judged(const EvidenceEvaluation& evaluation,
                                       bool is_blocked) const {
  const auto adjusted_confidence = adjusted(evaluation);
  const std::string confidence =
      fmt::format(R"("confidence":{})",
                  adjusted_confidence ? language::shortest(*adjusted_confidence) : "null");
  std::string out = "{";
  const auto add = [&](std::string_view text) {
    if (out.size() > 1) out += ',';
    out += text;
  };
  bool has_confidence = false;
  for (const Member& member : members_) {
    const bool is_confidence = member.key == "confidence";
    if (is_confidence && !has_confidence) add(confidence);
    has_confidence = has_confidence || is_confidence;
    if (std::ranges::find(kWritten, member.key) == kWritten.end()) add(member.text);
  }
  if (!has_confidence) add(confidence);
  const std::string& issue = evaluation.issue;
  add(fmt::format(R"("original_confidence":{},"evidence_quality":{},"evidence_type":{})",
                  original_confidence_.empty() ? "null" : original_confidence_,
                  language::shortest(evaluation.quality_score),
                  language::json_string(evaluation.evidence_type)));
  add(fmt::format(R"("evidence_issue":{},"is_valid":{},"blocked":{})",
                  issue.empty() ? "null" : language::json_string(issue), evaluation.is_valid,
                  is_blocked));
  return out + "}";
}

std::string unjudged_line(std::string_view line, std::uint64_t number, std::string_view error,
                          data::JsonParser& json) {
  const auto root = json.parse(line);
  if (!root || !root->is_object())
    return fmt::format(R"({{"error":{},"line":{}}})", language::json_string(error), number);
  std::string out = "{";
  const std::string earlier = language::json_string(kError);
  for (const std::string_view part : parts_of(line)) {
    if (key_and_value(part).first != earlier) out += compact(part) + ',';
  }
  return fmt::format(R"({}"error":{}}})", out, language::json_string(error));
}

}  // namespace seedc::llm
