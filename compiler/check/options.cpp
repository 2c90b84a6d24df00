// Reads options by type and reports missing, unknown and mistyped ones.
#include "compiler/check/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "compiler/check/suggest.h"
#include "runtime/language/decimal.h"

namespace seedc::check {
namespace {

using Kind = ast::Json::Kind;

language::Value number_value(const std::string& spelling) {
  const char* end = spelling.data() + spelling.size();
  std::int64_t integer = 0;
  if (const auto result = std::from_chars(spelling.data(), end, integer);
      result.ec == std::errc{} && result.ptr == end) {
    return integer;
  }
  // A number beyond the range of a double reads as infinity, which the checks reject.
  return language::parse_decimal(spelling).value_or(spelling.starts_with('-') ? -HUGE_VAL
                                                                              : HUGE_VAL);
}

bool holds_finite_numbers(const language::Value& value) {
  if (const auto* real = value.as<double>()) return std::isfinite(*real);
  if (const auto* list = value.as<language::List>())
    return std::all_of(list->begin(), list->end(), holds_finite_numbers);
  const auto* dict = value.as<language::Dict>();
  return dict == nullptr || std::all_of(dict->begin(), dict->end(), [](const auto& entry) {
           return holds_finite_numbers(entry.second);
         });
}

bool is_text(const ast::Json& json) { return json.kind == Kind::String || json.kind == Kind::Word; }

/// The node that is not valid in a list of texts: the value itself or one of its elements; a null
/// pointer if the value is such a list.
const ast::Json* first_non_text(const ast::Json& json) {
  if (json.kind != Kind::Array) return &json;
  const auto wrong = std::find_if_not(json.elements.begin(), json.elements.end(), is_text);
  return wrong == json.elements.end() ? nullptr : &*wrong;
}

/// One name where a list of them is expected; with a comma it may be several.
void suggest_list(diag::Diagnostic& report, const ast::Json& name) {
  const std::string list = "[" + language::to_json(language::Value(name.text)) + "]";
  report.help = "write `" + list + "`";
  report.fix = diag::FixIt{name.span, list, /*is_safe=*/name.text.find(',') == std::string::npos};
}

/// Options that people and language models know from elsewhere.
struct OptionWord {
  std::string_view word, option;
  std::string_view help;  ///< where there is such an option
};
constexpr OptionWord kOptionWords[] = {
    {"equals", "is", "did you mean `is`?"},
    {"equal", "is", "did you mean `is`?"},
    {"eq", "is", "did you mean `is`?"},
    {"in", "is", "did you mean `is`? It takes a list, too"},
    {"one_of", "is", "did you mean `is`? It takes a list, too"},
    {"not", "is", "put NOT(…) around the condition, with `is`"},
    {"is_not", "is", "put NOT(…) around the condition, with `is`"},
    {"not_is", "is", "put NOT(…) around the condition, with `is`"},
    {"not_equals", "is", "put NOT(…) around the condition, with `is`"},
    {"ne", "is", "put NOT(…) around the condition, with `is`"},
    {"not_in", "is", "put NOT(…) around the condition, with `is` and the list"},
    {"min", "gte", "did you mean `gte`?"},
    {"minimum", "gte", "did you mean `gte`?"},
    {"at_least", "gte", "did you mean `gte`?"},
    {"max", "lte", "did you mean `lte`?"},
    {"maximum", "lte", "did you mean `lte`?"},
    {"at_most", "lte", "did you mean `lte`?"},
    {"between", "gte", "write both bounds: `gte` and `lte`"},
    {"range", "gte", "write both bounds: `gte` and `lte`"},
    {"max_matches", "min_matches",
     "at most 2 is `NOT(…)` around the condition with `min_matches: 3`"},
    {"max_stars", "min_stars", "an upper bound is a comparison of `review_match(stars <= 2)`"},
    {"max_negative", "min_negative",
     "at most 2 is `NOT(…)` around the condition with `min_negative: 3`"},
    {"min_count", "min_matches", "did you mean `min_matches`?"},
    {"count", "min_matches", "did you mean `min_matches`?"},
    {"friends", "social_filter", "write `social_filter: {friends: [\"Alice\"]}`"},
    {"hops", "social_filter", "write `social_filter: {friends: [\"Alice\"], hops: 2}`"},
    {"contains", "at", "`true: \"9:00-10:00\"` asks for a whole range, `at: \"9:00\"` for a time"},
};

/// The help for one of them; empty if the word, or what it stands for here, is none.
std::string help_for_option(std::string_view word, std::span<const std::string> known) {
  const auto* found = std::ranges::find(kOptionWords, word, &OptionWord::word);
  const bool is_meant = found != std::end(kOptionWords) &&
                        std::find(known.begin(), known.end(), found->option) != known.end();
  return is_meant ? std::string(found->help) : std::string();
}

}  // namespace

std::string written(const ast::Json& json) {
  constexpr std::size_t kLongest = 40;
  switch (json.kind) {
    case Kind::Null:
      return "null";
    case Kind::Bool:
      return json.boolean ? "true" : "false";
    case Kind::Array:
      return json.elements.empty() ? "an empty list" : "a list";
    case Kind::Object:
      return "an object";
    case Kind::Number:
    case Kind::Word:
      return "`" + json.text + "`";
    case Kind::String:
      return json.text.size() > kLongest
                 ? "a string"
                 : "the string " + language::to_json(language::Value(json.text));
  }
  return "";
}

language::Value to_value(const ast::Json& json) {
  switch (json.kind) {
    case Kind::Null:
      return {};
    case Kind::Bool:
      return json.boolean;
    case Kind::Number:
      return number_value(json.text);
    case Kind::String:
    case Kind::Word:
      return json.text;
    case Kind::Array: {
      language::List list;
      for (const ast::Json& element : json.elements) list.push_back(to_value(element));
      return list;
    }
    case Kind::Object: {
      language::Dict members;
      for (const ast::Json::Member& member : json.members)
        members.emplace_back(member.key, to_value(member.value));
      return language::dict_of(std::move(members));
    }
  }
  return {};
}

const ast::Json* Options::find(std::string_view key) const {
  const ast::Json* value = object_.find(key);
  return value == nullptr || value->kind == Kind::Null ? nullptr : value;
}

const ast::Json* Options::require(std::string_view key, std::string_view help) {
  const ast::Json* value = find(key);
  if (value == nullptr)
    diagnostics_.report(diag::DiagCode::MissingOption, object_.span, owner_, key).help = help;
  return value;
}

const ast::Json* Options::object(std::string_view key) {
  const ast::Json* value = find(key);
  if (value == nullptr || value->kind == Kind::Object) return value;
  report_bad(*value, key, "an object");
  return nullptr;
}

std::optional<language::Value> Options::literal(std::string_view key) {
  const ast::Json* json = find(key);
  if (json == nullptr) return std::nullopt;
  language::Value value = to_value(*json);
  if (!holds_finite_numbers(value)) report_bad(*json, key, "of numbers within a double's range");
  return value;
}

language::Path Options::path(std::string_view key) {
  const ast::Json* value = find(key);
  if (value == nullptr) return {};
  if (value->kind == Kind::String) return {value->text};
  if (const ast::Json* wrong = value->kind == Kind::Word ? nullptr : first_non_text(*value)) {
    report_bad(*wrong, key, "a list of keys, or one key");
    return {};
  }
  language::Path path;
  for (const ast::Json& element : value->elements) path.push_back(element.text);
  return path;
}

std::string Options::text(std::string_view key) {
  const ast::Json* value = find(key);
  if (value == nullptr) return {};
  if (!is_text(*value)) report_bad(*value, key, "a string");
  return is_text(*value) ? value->text : std::string();
}

std::vector<std::string> Options::names(std::string_view key) {
  const ast::Json* value = find(key);
  if (value == nullptr) return {};
  if (const ast::Json* wrong = first_non_text(*value)) {
    auto& report = report_bad(*wrong, key, "a list of names");
    if (is_text(*value)) suggest_list(report, *value);
    return {};
  }
  std::vector<std::string> names;
  for (const ast::Json& element : value->elements) names.push_back(element.text);
  return names;
}

std::int64_t Options::integer(std::string_view key, std::int64_t otherwise, std::int64_t least) {
  const ast::Json* value = find(key);
  if (value == nullptr) return otherwise;
  const language::Value number = value->kind == Kind::Number ? to_value(*value) : language::Value();
  const auto* integer = number.as<std::int64_t>();
  if (integer != nullptr && *integer >= least) return *integer;
  const bool is_too_large = value->kind == Kind::Number && integer == nullptr &&
                            value->text.find_first_not_of("0123456789") == std::string::npos;
  std::string expected =
      least == INT64_MIN ? "an integer" : fmt::format("an integer from {}", least);
  if (is_too_large) expected += fmt::format(" to {}", INT64_MAX);
  report_bad(*value, key, expected);
  return otherwise;
}

std::optional<double> Options::number(std::string_view key) {
  const ast::Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  const auto number =
      value->kind == Kind::Number ? language::number_of(to_value(*value)) : std::nullopt;
  if (number && std::isfinite(*number)) return number;
  report_bad(*value, key, "a number");
  return std::nullopt;
}

double Options::number(std::string_view key, double otherwise) {
  return number(key).value_or(otherwise);
}

language::Tri Options::tri(std::string_view key, language::Tri otherwise) {
  const ast::Json* value = find(key);
  if (value == nullptr) return otherwise;
  const language::Value number = value->kind == Kind::Number ? to_value(*value) : language::Value();
  const auto* integer = number.as<std::int64_t>();
  if (integer != nullptr && -1 <= *integer && *integer <= 1)
    return static_cast<language::Tri>(*integer);
  report_bad(*value, key, "-1, 0 or 1");
  return otherwise;
}

std::optional<std::size_t> Options::choice_index(std::string_view key,
                                                 std::span<const language::ChoiceWord> words) {
  const ast::Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  const auto found = std::ranges::find(words, value->text, &language::ChoiceWord::word);
  if (is_text(*value) && found != words.end())
    return static_cast<std::size_t>(found - words.begin());
  std::vector<std::string> all;
  for (const language::ChoiceWord& word : words) all.emplace_back(word.word);
  auto& report = report_bad(*value, key, fmt::format("one of {}", fmt::join(all, ", ")));
  if (!is_text(*value)) return std::nullopt;
  const auto sign = std::ranges::find(words, value->text, &language::ChoiceWord::sign);
  suggest_string(diagnostics_, report, sign == words.end() ? value->text : sign->word, all);
  return std::nullopt;
}

diag::Diagnostic& Options::report_bad(const ast::Json& value, std::string_view key,
                                      std::string_view expected) {
  auto& report =
      diagnostics_.report(diag::DiagCode::BadValue, value.span, key, expected, written(value));
  const bool wants_number = expected.find("integer") != std::string_view::npos ||
                            expected.find("number") != std::string_view::npos ||
                            expected.starts_with('-');
  if (wants_number && is_text(value))
    suggest_unquoted(report, value.span, language::Value(value.text));
  return report;
}

void Options::report_unknown(std::span<const std::string> known,
                             std::span<const std::string> without_effect) {
  const auto holds = [](std::span<const std::string> names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const ast::Json::Member& member : object_.members) {
    if (holds(known, member.key) || holds(without_effect, member.key)) continue;
    auto& report =
        diagnostics_.report(diag::DiagCode::UnknownOption, member.key_span, owner_, member.key);
    report.help = help_for_option(member.key, known);
    if (!report.help.empty()) continue;
    suggest_string(diagnostics_, report, member.key, known,
                   fmt::format("its options are {}", fmt::join(known, ", ")));
  }
}

void Options::report_unknown(std::span<const language::OptionInfo> known,
                             std::vector<std::string> without_effect) {
  std::vector<std::string> names;
  for (const language::OptionInfo& option : known)
    (option.type == language::OptionType::Ignored ? without_effect : names)
        .emplace_back(option.name);
  report_unknown(names, without_effect);
}

}  // namespace seedc::check
