// `where` and defined filters: all keys hold, and of each key all operators.
#include <algorithm>

#include "test/differential/plain/formula_step.h"
#include "test/differential/plain/pattern.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

Operator operator_of(const std::string& spelling) {
  static const std::map<std::string, Operator> operators = {
      {"<", Operator::Lt},  {"<=", Operator::Le}, {">", Operator::Gt},
      {">=", Operator::Ge}, {"==", Operator::Eq}, {"!=", Operator::Ne}};
  return operators.at(spelling);
}

bool is_param(const ast::Json& operand) {
  return operand.kind == ast::Json::Kind::Object && operand.find("param") != nullptr;
}

/// The value of a literal, or of a parameter.
Scalar operand_value(const ast::Json& operand, const Scope& scope) {
  return is_param(operand) ? scope.steps.at(operand.find("param")->text) : scalar_of(operand);
}

bool is_in(const Scalar& value, const std::vector<ast::Json>& list, const Scope& scope) {
  return std::any_of(list.begin(), list.end(), [&](const ast::Json& entry) {
    return holds(compare(value, Operator::Eq, operand_value(entry, scope)));
  });
}

std::vector<std::string> texts_of(const ast::Json& operand, const Scope& scope) {
  std::vector<std::string> texts;
  if (operand.kind != ast::Json::Kind::Array)
    texts.push_back(std::get<std::string>(operand_value(operand, scope)));
  for (const ast::Json& element : operand.elements)
    texts.push_back(std::get<std::string>(operand_value(element, scope)));
  return texts;
}

/// `contains`, `contains_word` and `matches`, of strings only.
bool is_found(const Scalar& value, const std::string& op, const std::vector<std::string>& texts) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return false;
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& wanted) {
    if (op == "matches") return occurs(wanted, *text);
    if (op == "contains_word") return contains_word(lower(*text), lower(wanted));
    return lower(*text).find(lower(wanted)) != std::string::npos;
  });
}

/// Whether a value passes the test of a key: a literal, a parameter, a list or an object of
/// operators. A value that is missing or of another kind passes none.
bool passes_test(const Scalar& value, const ast::Json& test, const Scope& scope) {
  if (test.kind == ast::Json::Kind::Array) return is_in(value, test.elements, scope);
  if (test.kind != ast::Json::Kind::Object || is_param(test)) {
    return holds(compare(value, Operator::Eq, operand_value(test, scope)));
  }
  return std::all_of(test.members.begin(), test.members.end(), [&](const auto& entry) {
    if (entry.key == "in") return is_in(value, entry.value.elements, scope);
    if (entry.key == "matches" || entry.key.starts_with("contains"))
      return is_found(value, entry.key, texts_of(entry.value, scope));
    return holds(compare(value, operator_of(entry.key), operand_value(entry.value, scope)));
  });
}

bool passes_key(const std::string& key, const ast::Json& test, const Scope& scope, const Row& row) {
  const auto holds_here = [&](const ast::Json& where) { return passes(&where, scope, row); };
  if (key == "not") return !holds_here(test);
  if (key == "any") return std::ranges::any_of(test.elements, holds_here);
  if (key == "all") return std::ranges::all_of(test.elements, holds_here);
  const std::string name = key.starts_with('$') ? key.substr(1) : "";
  if (scope.row_values.contains(name))
    return passes_test(value_of_row_name(name, scope, row), test, scope);
  if (!name.empty()) {
    return is_in_filter(*scope.filters.at(name), *scope.places.at(name), row) == test.boolean;
  }
  Path keys = keys_of(key);
  if (keys.size() == 1) keys.insert(keys.begin(), "extraction");
  return passes_test(value_of_name(keys, scope.formula, &row, scope.item), test, scope);
}

/// The part of a filter whose keys lack their prefix.
bool passes_part(const ast::Json& definition, const std::string& prefix, const Scope& scope,
                 const Row& row) {
  const ast::Json* part = definition.find(prefix);
  if (part == nullptr) return true;
  return std::all_of(part->members.begin(), part->members.end(), [&](const auto& entry) {
    return passes_key(prefix + "." + entry.key, entry.value, scope, row);
  });
}

}  // namespace

bool is_in_filter(const ast::Json& definition, const Scope& scope, const Row& row) {
  return passes_part(definition, "extraction", scope, row) &&
         passes_part(definition, "meta", scope, row) &&
         passes(definition.find("where"), scope, row);
}

bool passes(const ast::Json* where, const Scope& scope, const Row& row) {
  if (where == nullptr) return true;
  return std::all_of(where->members.begin(), where->members.end(), [&](const auto& entry) {
    return passes_key(entry.key, entry.value, scope, row);
  });
}

}  // namespace seedc::plain
