// Writes and reads the fields of conditions, with one pair of functions per type of field.
#include "compiler/ir/condition_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>

namespace seedc::ir {
namespace {

template <class T>
constexpr bool kIsCircle =
    std::is_same_v<T, language::Circle> || std::is_same_v<T, std::optional<language::Circle>>;

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;
template <>
constexpr bool kIsOptional<std::vector<language::MatchCondition>> = true;  // empty if absent

// Conversion of fields to values.

language::Value value_of(const language::Value& value) { return value; }
language::Value value_of(const std::string& text) { return text; }
language::Value value_of(std::int64_t number) { return number; }
language::Value value_of(double number) { return number; }
language::Value value_of(language::Tri tri) { return static_cast<int>(tri); }
language::Value value_of(const language::Pattern& pattern) { return pattern.source; }
language::Value value_of(const std::vector<std::string>& strings) {
  return language::List(strings.begin(), strings.end());
}
template <language::Choice Enum>
language::Value value_of(Enum choice) {
  return std::string(language::word_of(choice));
}
/// One object per condition, with the options of a program.
language::Value value_of(const std::vector<language::MatchCondition>& conditions) {
  if (conditions.empty()) return {};
  language::List list;
  for (const language::MatchCondition& condition : conditions) {
    language::Dict object = {{"path", value_of(condition.path)}, {"op", value_of(condition.test)}};
    if (!condition.value.is_null()) object.emplace_back("value", condition.value);
    list.emplace_back(std::move(object));
  }
  return list;
}
template <class T>
language::Value value_of(const std::optional<T>& field) {
  return field ? value_of(*field) : language::Value();
}

void append(std::string& out, std::string_view name, const language::Value& value) {
  if (!value.is_null()) out += fmt::format(" {}={}", name, language::to_json(value));
}

// Conversion of values to fields: each function returns whether the value has the type; the type is
// also given in words.

bool set(const language::Value& value, language::Value& field) {
  field = value;
  return true;
}
bool set(const language::Value& value, std::string& field) {
  const auto* text = value.as<std::string>();
  if (text != nullptr) field = *text;
  return text != nullptr;
}
bool set(const language::Value& value, language::Pattern& field) {
  return set(value, field.source);
}
bool set(const language::Value& value, std::int64_t& field) {
  const auto* integer = value.as<std::int64_t>();
  if (integer != nullptr) field = *integer;
  return integer != nullptr;
}
bool set(const language::Value& value, double& field) {
  const auto number = language::number_of(value);
  if (!number || !std::isfinite(*number)) return false;
  field = *number;
  return true;
}
bool set(const language::Value& value, language::Tri& field) {
  const auto* integer = value.as<std::int64_t>();
  if (integer == nullptr || *integer < -1 || *integer > 1) return false;
  field = static_cast<language::Tri>(*integer);
  return true;
}
bool set(const language::Value& value, language::MatchCondition& field);
template <class T>
bool set(const language::Value& value, std::vector<T>& field) {
  const language::List* list = value.as<language::List>();
  if (list == nullptr) return false;
  std::vector<T> elements;
  for (const language::Value& element : *list) {
    if (!set(element, elements.emplace_back())) return false;
  }
  field = std::move(elements);
  return true;
}
template <language::Choice Enum>
bool set(const language::Value& value, Enum& field) {
  const auto* word = value.as<std::string>();
  const auto choice = word == nullptr ? std::nullopt : language::choice_of<Enum>(*word);
  if (choice) field = *choice;
  return choice.has_value();
}
bool set(const language::Value& value, language::MatchCondition& field) {
  const language::Dict* object = value.as<language::Dict>();
  if (object == nullptr) return false;
  const language::Value* path = find(*object, "path");
  const language::Value* test = find(*object, "op");
  const language::Value* operand = find(*object, "value");
  if (operand != nullptr) field.value = *operand;
  const std::size_t known = operand != nullptr ? 3 : 2;
  return object->size() == known && path != nullptr && test != nullptr && set(*path, field.path) &&
         set(*test, field.test);
}
template <class T>
bool set(const language::Value& value, std::optional<T>& field) {
  return set(value, field.emplace());
}
/// Sets the hops of a circle.
bool set_hops(const language::Value& value, int& field) {
  const auto* hops = value.as<std::int64_t>();
  if (hops == nullptr || *hops < 1 || *hops > 2) return false;
  field = static_cast<int>(*hops);
  return true;
}

std::string type_text(const language::Value&) { return "a value"; }
std::string type_text(const std::string&) { return "a string"; }
std::string type_text(const language::Pattern&) { return "a string"; }
std::string type_text(std::int64_t) { return "an integer"; }
std::string type_text(double) { return "a number"; }
std::string type_text(language::Tri) { return "-1, 0 or 1"; }
std::string type_text(const std::vector<std::string>&) { return "a list of strings"; }
std::string type_text(const std::vector<language::MatchCondition>&) {
  return "a list of conditions with `path`, `op` and `value`";
}
template <language::Choice Enum>
std::string type_text(Enum) {
  std::string text = "one of ";
  for (const language::ChoiceWord& word : language::words_of<Enum>()) {
    if (&word != language::words_of<Enum>().data()) text += ", ";
    text += word.word;
  }
  return text;
}
template <class T>
std::string type_text(const std::optional<T>&) {
  return type_text(T());
}

/// Supplies attributes one by one, in the order in which the fields are visited.
class FieldReader {
 public:
  explicit FieldReader(std::span<const language::Value> attributes) : attributes_(attributes) {}

  template <class T>
  void operator()(std::string_view name, T& field) {
    if constexpr (kIsCircle<T>) {
      read_circle(field);
    } else {
      const language::Value& value = next();
      if (!value.is_null()) {
        expect(set(value, field), name, type_text(field), value);
      } else if (!kIsOptional<T>) {
        errors_.push_back(fmt::format("`{}` is missing", name));
      }
    }
  }

  std::vector<std::string> take_errors() { return std::move(errors_); }

 private:
  const language::Value& next() { return attributes_[next_++]; }

  void expect(bool is_set, std::string_view name, std::string_view type,
              const language::Value& value) {
    if (!is_set)
      errors_.push_back(
          fmt::format("`{}` must be {}, not {}", name, type, language::to_json(value)));
  }

  void read_circle(language::Circle& circle) {
    (*this)("friends", circle.friends);
    const language::Value& hops = next();
    if (hops.is_null()) {
      errors_.emplace_back("`hops` is missing");
    } else {
      expect(set_hops(hops, circle.hops), "hops", "1 or 2", hops);
    }
  }

  void read_circle(std::optional<language::Circle>& circle) {
    const bool has_friends = !attributes_[next_].is_null();
    const bool has_hops = !attributes_[next_ + 1].is_null();
    if (has_friends && has_hops) {
      read_circle(circle.emplace());
      return;
    }
    next_ += 2;
    if (has_friends != has_hops) errors_.emplace_back("`friends` and `hops` go together");
  }

  std::span<const language::Value> attributes_;
  std::size_t next_ = 0;
  std::vector<std::string> errors_;
};

/// Whether a condition's value is one that its test takes.
bool has_operand(const language::MatchCondition& c) {
  switch (c.test) {
    case language::MatchTest::NotEmpty:
      return c.value.is_null();
    case language::MatchTest::Equals:
      return !c.value.is_null() && c.value != language::Value(language::List());
    case language::MatchTest::Contains:
      return c.value.as<std::string>() != nullptr;
    case language::MatchTest::Gte:
    case language::MatchTest::Gt:
    case language::MatchTest::Lte:
    case language::MatchTest::Lt:
      return c.value.as<std::string>() != nullptr || language::number_of(c.value).has_value();
  }
  return false;
}

std::vector<std::string> wrong(const std::vector<language::MatchCondition>& conditions) {
  std::vector<std::string> lines;
  for (const language::MatchCondition& each : conditions) {
    if (each.path.empty()) lines.emplace_back("a `path` is empty");
    if (!has_operand(each))
      lines.push_back(fmt::format("`{}` does not take the value {}", language::word_of(each.test),
                                  language::to_json(each.value)));
  }
  return lines;
}

}  // namespace

std::string attributes_text(const seedc::language::Condition& condition) {
  std::string out;
  const auto write = [&]<class T>(std::string_view name, const T& field) {
    if constexpr (std::is_same_v<T, language::Circle>) {
      append(out, "friends", value_of(field.friends));
      append(out, "hops", field.hops);
    } else if constexpr (kIsCircle<T>) {
      append(out, "friends", field ? value_of(field->friends) : language::Value());
      append(out, "hops", field ? language::Value(field->hops) : language::Value());
    } else {
      append(out, name, value_of(field));
    }
  };
  std::visit([&](const auto& each) { language::for_each_field(each, write); }, condition);
  return out;
}

std::vector<std::string_view> attribute_names(const seedc::language::Condition& condition) {
  std::vector<std::string_view> names;
  const auto add = [&]<class T>(std::string_view name, const T&) {
    if constexpr (kIsCircle<T>) {
      names.insert(names.end(), {"friends", "hops"});
    } else {
      names.push_back(name);
    }
  };
  std::visit([&](const auto& each) { language::for_each_field(each, add); }, condition);
  return names;
}

std::vector<std::string> set_fields(seedc::language::Condition& condition,
                                    std::span<const language::Value> attributes) {
  FieldReader reader(attributes);
  std::visit([&](auto& each) { language::for_each_field(each, reader); }, condition);
  return reader.take_errors();
}

std::vector<std::string> wrong_fields(const seedc::language::Condition& condition) {
  const auto broken = language::broken_invariants(condition);
  std::vector<std::string> lines(broken.begin(), broken.end());
  using Conditions = std::vector<language::MatchCondition>;
  if (const auto* conditions = language::find_field<Conditions>(condition).value)
    std::ranges::move(wrong(*conditions), std::back_inserter(lines));
  return lines;
}

}  // namespace seedc::ir
