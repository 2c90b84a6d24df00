// Matches the operands of conditions against the values of columns.
#include "engine/lint/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "runtime/language/item_rules.h"
#include "runtime/language/text.h"

namespace seedc::lint {
namespace {

/// The operand that says what is asked for.
struct Matched {
  std::string_view option;
  const language::Value* value = nullptr;  ///< to be matched
  const std::string* text = nullptr;       ///< to be contained
};

Matched matched_by(const language::Condition& condition) {
  if (const auto* c = std::get_if<language::MetaNotContains>(&condition))
    return {.option = "not_contains", .text = &c->text};
  if (const auto* c = std::get_if<language::MetaContains>(&condition))
    return {.option = "contains", .text = &c->text};
  if (const auto* c = std::get_if<language::MetaNotMatch>(&condition))
    return {.option = "not_true", .value = &c->value};
  if (const auto* c = std::get_if<language::MetaMatch>(&condition)) {
    if (c->yes) return {.option = "true", .value = &*c->yes};
    if (c->no) return {.option = "false", .value = &*c->no};
  }
  if (const auto* c = std::get_if<language::MetaIs>(&condition))
    return {.option = "is", .value = &c->value};
  return {};
}

/// Those that match by text.
std::vector<Matched> operands_that_match(const language::Condition& condition) {
  if (const auto* c = std::get_if<language::MetaNotMatch>(&condition))
    return {{.option = "not_true", .value = &c->value}};
  const auto* c = std::get_if<language::MetaMatch>(&condition);
  std::vector<Matched> operands;
  const auto add = [&](std::string_view option, const std::optional<language::Value>& value) {
    if (value) operands.push_back({.option = option, .value = &*value});
  };
  if (c == nullptr) return operands;
  add("true", c->yes);
  add("false", c->no);
  add("neutral", c->neutral);
  return operands;
}

/// Whether some value of the column passes a test of the value and its text.
template <class Test>
bool any_value(const ColumnTexts& column, Test test) {
  for (const std::uint32_t code : column.codes) {
    const language::Value& value = column.column.values[code];
    if (!value.is_null() && test(value, column.of(code))) return true;
  }
  return false;
}

bool is_boolean_dict(const language::Value& value) {
  const language::Dict* dict = value.as<language::Dict>();
  return dict && !dict->empty() && std::all_of(dict->begin(), dict->end(), [](const auto& entry) {
           return entry.second.template as<bool>();
         });
}

language::List elements_of(const language::Value& operand) {
  const language::List* list = operand.as<language::List>();
  return list ? *list : language::List{operand};
}

/// The operands of an option, each ready to be matched.
struct Elements {
  explicit Elements(const language::Value& operand) : list(elements_of(operand)) {
    for (const language::Value& element : list) matchers.emplace_back(element);
  }

  static constexpr std::size_t kNone = SIZE_MAX;
  /// The operand that matches the value, where none is as good as equal to it.
  std::size_t loose(const language::Value& actual, const std::string& text) const {
    std::size_t found = kNone;
    for (std::size_t i = 0; i < matchers.size(); ++i) {
      if (matchers[i].equals(actual, text) || is_same_text(list[i], actual, text)) return kNone;
      const bool has_text = list[i] != language::Value("");
      if (found == kNone && has_text && matchers[i].matches(actual, text)) found = i;
    }
    return found;
  }

  bool is_met(std::size_t element, const ColumnTexts& column, bool by_equality) const {
    return any_value(column, [&](const language::Value& value, const std::string& text) {
      return by_equality ? matchers[element].equals(value, text)
                         : matchers[element].matches(value, text);
    });
  }

  /// Whether only their kinds differ: "4" and 4, "4" and 4.0.
  static bool is_same_text(const language::Value& operand, const language::Value& actual,
                           const std::string& text) {
    const auto number = language::numeric(operand);
    return language::text_of(operand) == text || (number && number == language::numeric(actual));
  }

  language::List list;
  std::vector<language::Matcher> matchers;
};

void add_parts(const language::Value& value, bool is_contained, std::set<std::string>& parts) {
  if (parts.size() >= kMostCandidates) return;
  const auto* dict = value.as<language::Dict>();
  const auto* list = value.as<language::List>();
  const auto* text = value.as<std::string>();
  if (dict) {
    for (const auto& [key, entry] : *dict)
      parts.insert("'" + key + "': " + language::python_str(entry));
  } else if (list) {
    for (const language::Value& element : *list) add_parts(element, is_contained, parts);
  } else if (!value.is_null()) {
    parts.insert(language::python_str(value));
  }
  if (!text || !is_contained) return;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find(", ", begin), text->size());
    parts.insert(text->substr(begin, end - begin));
    begin = end + 2;
  }
}

}  // namespace

const std::string& ColumnTexts::of(std::size_t code) const {
  std::optional<std::string>& text = texts_[code];
  if (!text) text = language::text_of(column.values[code]);
  return *text;
}

std::vector<std::string> ColumnTexts::all() const {
  std::vector<std::string> all;
  for (std::size_t code = 0; code < texts_.size(); ++code) all.push_back(of(code));
  return all;
}

std::optional<IgnoredOperand> ignored_operand(const language::Condition& condition,
                                              const data::Column& column) {
  const Matched operand = matched_by(condition);
  const bool can_be_ignored = std::holds_alternative<language::MetaMatch>(condition) ||
                              std::holds_alternative<language::MetaIs>(condition);
  if (!can_be_ignored || !operand.value) return std::nullopt;
  if (operand.option != "false" &&
      language::Matcher(*operand.value).matches(language::Value(true), "true"))
    return std::nullopt;
  const std::vector<std::uint32_t> codes = data::used_codes(column);
  const auto count = [&](auto test) {
    return std::ranges::count_if(codes,
                                 [&](std::uint32_t code) { return test(column.values[code]); });
  };
  const auto dicts = count(is_boolean_dict);
  const auto values = count([](const language::Value& value) { return !value.is_null(); });
  if (2 * dicts <= values) return std::nullopt;
  return IgnoredOperand{.option = operand.option, .is_by_all = dicts == values};
}

std::optional<UnmetOperand> unmet_operand(const language::Condition& condition,
                                          const ColumnTexts& column) {
  const Matched operand = matched_by(condition);
  const std::string* text = operand.text;
  if (text) {
    // A missing value has the text `none`, which `contains` sees and `not_contains` does not.
    const bool meets_missing =
        operand.option == "contains" && std::string_view("none").find(*text) != std::string::npos;
    const bool is_met =
        meets_missing || any_value(column, [&](const language::Value&, const auto& actual) {
          return actual.find(*text) != std::string::npos;
        });
    return is_met ? std::nullopt
                  : std::optional(UnmetOperand{operand.option, language::Value(*text)});
  }
  if (!operand.value) return std::nullopt;
  const language::Matcher matcher(*operand.value);
  const bool is_met =
      any_value(column, [&](const language::Value& value, const std::string& actual) {
        return operand.option == "is" ? matcher.equals(value, actual)
                                      : matcher.matches(value, actual);
      });
  return is_met ? std::nullopt : std::optional(UnmetOperand{operand.option, *operand.value});
}

std::vector<UnmetElement> unmet_elements(const language::Condition& condition,
                                         const ColumnTexts& column) {
  std::vector<Matched> operands = operands_that_match(condition);
  if (const auto* c = std::get_if<language::MetaIs>(&condition))
    operands.push_back({.option = "is", .value = &c->value});
  std::vector<UnmetElement> unmet;
  for (const Matched& operand : operands) {
    const Elements elements(*operand.value);
    for (std::size_t i = 0; i < elements.list.size(); ++i) {
      const auto* text = elements.list[i].as<std::string>();
      if (text != nullptr && !elements.is_met(i, column, operand.option == "is"))
        unmet.push_back({.option = operand.option, .text = *text});
    }
  }
  return unmet;
}

std::vector<std::string_view> options_that_match(const language::Condition& condition) {
  std::vector<std::string_view> options;
  for (const Matched& operand : operands_that_match(condition)) options.push_back(operand.option);
  if (const Matched operand = matched_by(condition); operand.text != nullptr)
    options.push_back(operand.option);
  return options;
}

std::vector<LooseMatch> loose_matches(const language::Condition& condition,
                                      const ColumnTexts& column) {
  std::vector<LooseMatch> found;
  for (const Matched& operand : operands_that_match(condition)) {
    const Elements elements(*operand.value);
    any_value(column, [&](const language::Value& actual, const std::string& text) {
      const bool is_ignored = operand.option != "not_true" && is_boolean_dict(actual);
      const std::size_t at = is_ignored ? elements.kNone : elements.loose(actual, text);
      if (at == elements.kNone) return false;
      const auto* expected = elements.list[at].as<std::string>();
      found.push_back({.option = operand.option,
                       .expected = elements.list[at],
                       .actual = language::python_str(actual),
                       .is_of_strings = actual.as<std::string>() != nullptr &&
                                        expected != nullptr &&
                                        language::read(*expected).as<std::string>() != nullptr});
      return true;
    });
  }
  return found;
}

bool is_number_alone(const language::Value& operand, const language::List& operands) {
  const auto number = language::number_of(operand);
  return number && std::ranges::none_of(operands, [&](const language::Value& other) {
           return other.as<std::string>() != nullptr && language::numeric(other) == number;
         });
}

std::optional<NumberInText> number_in_text(const language::Condition& condition,
                                           const ColumnTexts& column) {
  const auto* is = std::get_if<language::MetaIs>(&condition);
  if (is == nullptr) return std::nullopt;
  std::optional<NumberInText> found;
  const language::List elements = elements_of(is->value);
  for (const language::Value& element : elements) {
    if (!is_number_alone(element, elements) || found) continue;
    any_value(column, [&](const language::Value& actual, const std::string&) {
      if (actual.as<std::string>() == nullptr || !language::numeric(actual)) return false;
      found = NumberInText{language::python_str(element), *actual.as<std::string>()};
      return true;
    });
  }
  return found;
}

std::vector<std::string> other_values_of_key(const data::Column& column, std::string_view text) {
  const std::size_t colon = text.find("': ");
  if (colon == std::string_view::npos) return {};
  std::vector<std::string> parts = possible_operands(column, "contains");
  std::erase_if(parts, [&](const std::string& part) {
    return language::lower(part.substr(0, colon + 1)) != language::lower(text.substr(0, colon + 1));
  });
  return parts;
}

std::optional<std::string> false_entry(const language::Condition& condition,
                                       const data::Column& column) {
  const auto* contains = std::get_if<language::MetaContains>(&condition);
  const auto* not_contains = std::get_if<language::MetaNotContains>(&condition);
  if (contains == nullptr && not_contains == nullptr) return std::nullopt;
  const std::string text = language::lower(contains ? contains->text : not_contains->text);
  for (const std::uint32_t code : data::used_codes(column)) {
    const language::Value& value = column.values[code];
    if (!is_boolean_dict(value)) continue;
    for (const auto& [key, held] : *value.as<language::Dict>()) {
      if (!*held.as<bool>() && language::lower(key) == text) return fmt::format("'{}': False", key);
    }
  }
  return std::nullopt;
}

std::vector<std::string> possible_operands(const data::Column& column, std::string_view option) {
  std::set<std::string> parts;
  for (const std::uint32_t code : data::used_codes(column))
    add_parts(column.values[code], option.ends_with("contains"), parts);
  return {parts.begin(), parts.end()};
}

bool is_same_on(const language::Condition& a, const language::Condition& b,
                const ColumnTexts& column) {
  if (language::item_path(a) != language::item_path(b)) return false;
  const std::vector<std::string> texts = column.all();
  const auto of_a = language::decide(a, column.column.values, texts);
  const auto of_b = language::decide(b, column.column.values, texts);
  return of_a[0] == of_b[0] && std::ranges::all_of(column.codes, [&](std::uint32_t code) {
           return of_a[code] == of_b[code];
         });
}

}  // namespace seedc::lint
