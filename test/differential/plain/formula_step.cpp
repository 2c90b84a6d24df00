// One function an operation.
#include "test/differential/plain/formula_step.h"

#include "test/differential/plain/formula_groups.h"
#include "test/differential/plain/group_names.h"
#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

const std::string& text_at(const ast::Json& step, const char* key) { return step.find(key)->text; }

/// The option, or null pointer if it is absent or null.
const ast::Json* given(const ast::Json& step, const char* key) {
  const ast::Json* option = step.find(key);
  return option == nullptr || option->kind == ast::Json::Kind::Null ? nullptr : option;
}

/// A literal, an expression, or an intended null.
Scalar branch(const ast::Json& json, const Scope& scope, const Row* row) {
  if (json.kind == ast::Json::Kind::Null) return none(language::NullCause::Intended);
  if (json.kind != ast::Json::Kind::Object) return scalar_of(json);
  return Evaluation(scope, row).value(*scope.formula.expression(*json.find("expr")));
}

/// The branch that a step chooses, of the kind that all of them have.
Scalar chosen(const ast::Json& json, const ast::Json& step, const Scope& scope, const Row* row) {
  return as_kind(kind_of_branches(scope.formula, step, scope.kinds), branch(json, scope, row));
}

}  // namespace

Scalar default_of(const ast::Json& step, language::NullCause otherwise, const Scope& scope,
                  const Row* row) {
  const ast::Json* given = step.find("default");
  return given == nullptr ? none(otherwise) : chosen(*given, step, scope, row);
}

namespace {

Scalar count(const ast::Json& step, const Scope& scope) {
  std::int64_t count = 0;
  for (const Row& row : scope.rows) count += passes(step.find("where"), scope, row) ? 1 : 0;
  return count;
}

/// Starts at 0 and goes over the rows in their order. Once null it stays so; rows are still
/// counted.
Scalar sum(const ast::Json& step, const Scope& scope, LeftOut& left_out) {
  const ast::FormulaExpr& expr = *scope.formula.expression(*step.find("expr"));
  Scalar sum = as_kind(kind_of(expr, scope.kinds), std::int64_t{0});
  for (const Row& row : scope.rows) {
    if (!passes(step.find("where"), scope, row)) continue;
    const Scalar value = Evaluation(scope, &row).value(expr);
    const Null* null = null_of(value);
    if (null != nullptr && !null->step.empty()) {  // an earlier step is null
      sum = null_of(sum) != nullptr ? sum : *null;
    } else if (!is_number(value)) {
      ++left_out[null_of(value) != nullptr ? null_of(value)->cause
                                           : language::NullCause::WrongKind];
    } else {
      sum = calculate(sum, Operator::Add, value);
    }
  }
  return sum;
}

/// The extreme of a field over the rows that have it. Values that are not numbers are left out.
Scalar extreme_of(const ast::Json& step, Operator op, const Scope& scope, LeftOut& left_out) {
  const Path keys = keys_of(text_at(step, "field"));
  std::optional<Scalar> found;
  for (const Row& row : scope.rows) {
    if (!passes(step.find("where"), scope, row)) continue;
    const Scalar value = keys[0].starts_with('$')
                             ? value_of_row_name(keys[0].substr(1), scope, row)
                             : value_of_name(keys, scope.formula, &row, scope.item);
    const Null* null = null_of(value);
    if (is_number(value)) {
      found = extreme(found.value_or(value), op, value);
    } else if (value != none(language::NullCause::Missing)) {
      ++left_out[null != nullptr ? null->cause : language::NullCause::WrongKind];
    }
  }
  if (found) return *found;
  return as_kind(language::Kind::Int,
                 default_of(step, language::NullCause::NoRows, scope, nullptr));
}

/// The literal or the name that a test compares with, and how.
Scalar passes_when(const Scalar& source, const ast::Json& when, const Scope& scope,
                   const Row* row) {
  const ast::FormulaExpr* test = scope.formula.expression(when);
  if (test == nullptr) return compare(source, Operator::Eq, scalar_of(when));
  return compare(source, test->joints[0].op, Evaluation(scope, row).value(test->args[0]));
}

/// `row` is null where the step is one of the item, here and below.
Scalar source_of(const ast::Json& step, const Scope& scope, const Row* row) {
  if (const ast::FormulaExpr* literal = scope.formula.expression(*step.find("source")))
    return Evaluation(scope, row).value(*literal);
  const Path keys = parts_of_name(text_at(step, "source"));
  if (keys[0].starts_with('$')) return value_of_row_name(keys[0].substr(1), scope, *row);
  if (names_step(keys)) return scope.steps.at(name_of_step(keys));
  return value_of_name(keys, scope.formula, row, scope.item);
}

Scalar case_of(const ast::Json& step, const Scope& scope, const Row* row) {
  for (const ast::Json& rule : step.find("rules")->elements) {
    const ast::Json* when = rule.find("when");
    if (when == nullptr) return chosen(*rule.find("else"), step, scope, row);
    const Scalar passes = step.find("source") != nullptr
                              ? passes_when(source_of(step, scope, row), *when, scope, row)
                              : Evaluation(scope, row).value(*scope.formula.expression(*when));
    if (null_of(passes) != nullptr) return passes;
    if (!std::holds_alternative<bool>(passes)) return none(language::NullCause::WrongKind);
    if (holds(passes)) return chosen(*rule.find("then"), step, scope, row);
  }
  return none(language::NullCause::NoRule);
}

/// The text to look up: str() of a value, the entries of a list joined.
std::string key_of(const Json& value) {
  if (!value.is_array()) return str(value);
  std::string joined;
  for (std::size_t i = 0; i < value.size(); ++i) joined += (i == 0 ? "" : ", ") + str(value[i]);
  return joined;
}

using Entries = std::vector<ast::Json::Member>;

const ast::Json* exact(const Entries& table, const std::string& key) {
  for (const auto& entry : table) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const ast::Json* substring(const Entries& table, const std::string& key, bool takes_highest) {
  const ast::Json* found = nullptr;
  for (const auto& entry : table) {
    if (lower(key).find(lower(entry.key)) == std::string::npos) continue;
    if (!takes_highest) return &entry.value;
    const bool is_higher =
        found == nullptr || holds(compare(scalar_of(entry.value), Operator::Gt, scalar_of(*found)));
    if (is_higher) found = &entry.value;
  }
  return found;
}

Scalar look_up(const ast::Json& step, const std::string& key, const Scope& scope, const Row* row) {
  const Entries& table = step.find("table")->members;
  const ast::Json* match = given(step, "match");
  const std::string mode = match == nullptr ? "exact" : match->text;
  const ast::Json* found =
      mode == "exact" ? exact(table, key) : substring(table, key, mode == "substring_max");
  return found != nullptr ? chosen(*found, step, scope, row)
                          : default_of(step, language::NullCause::NoKey, scope, row);
}

/// Whether the source is a boolean that the compiler knows to be one.
bool has_boolean_source(const Path& keys, const Scope& scope) {
  if (keys[0] == "extraction" && keys.size() == 2)
    return scope.kinds.fields.at(keys[1]) == language::Kind::Bool;
  return names_step(keys) && scope.kinds.steps.at(name_of_step(keys)) == language::Kind::Bool;
}

Scalar lookup(const ast::Json& step, const Scope& scope, const Row* row) {
  if (scope.formula.expression(*step.find("source")) != nullptr) {
    const Scalar literal = source_of(step, scope, row);
    const bool is_boolean = std::holds_alternative<bool>(literal);
    return look_up(step, is_boolean ? lower(str(literal)) : str(literal), scope, row);
  }
  const Path keys = parts_of_name(text_at(step, "source"));
  const bool is_of_data = keys[0] == "context" || (keys[0] == "meta" && keys[1] != "year");
  if (is_of_data) {
    const Json& whole = keys[0] == "context" ? scope.item : *row->review;
    const Json value = value_at(whole, Path(keys.begin() + 1, keys.end()));
    return value.is_null() ? default_of(step, language::NullCause::NoKey, scope, row)
                           : look_up(step, key_of(value), scope, row);
  }
  const Scalar source = source_of(step, scope, row);
  if (null_of(source) != nullptr)
    return names_step(keys) ? source : default_of(step, language::NullCause::NoKey, scope, row);
  const std::string key = has_boolean_source(keys, scope) ? lower(str(source)) : str(source);
  return look_up(step, key, scope, row);
}

Scalar raw_value(const ast::Json& step, const Scope& scope, LeftOut& left_out) {
  const std::string& op = text_at(step, "op");
  if (step.find("over") != nullptr) return value_over_groups(step, scope, left_out);
  if (step.find("of") != nullptr) return label_of_greatest(step, scope);
  if (op == "const") return scalar_of(*step.find("value"));
  if (op == "count") return count(step, scope);
  if (op == "sum") return sum(step, scope, left_out);
  if (op == "max") return extreme_of(step, Operator::Gt, scope, left_out);
  if (op == "min") return extreme_of(step, Operator::Lt, scope, left_out);
  if (op == "lookup") return lookup(step, scope, nullptr);
  if (op == "case") return case_of(step, scope, nullptr);
  return Evaluation(scope, nullptr).value(*scope.formula.expression(*step.find("expr")));
}

Scalar raw_row_value(const ast::Json& definition, const Scope& scope, const Row& row) {
  if (given(definition, "table") != nullptr) return lookup(definition, scope, &row);
  if (given(definition, "rules") != nullptr) return case_of(definition, scope, &row);
  return Evaluation(scope, &row).value(*scope.formula.expression(*definition.find("expr")));
}

}  // namespace

Scalar value_of_row_name(const std::string& name, const Scope& scope, const Row& row) {
  const auto filter = scope.filters.find(name);
  const Scope& there = *scope.places.at(name);
  if (filter != scope.filters.end()) return is_in_filter(*filter->second, there, row);
  const ast::Json& definition = *scope.row_values.at(name);
  return as_kind(scope.kinds.steps.at("$" + name), raw_row_value(definition, there, row));
}

Scalar value_of_step(const ast::Json& step, const Scope& scope, LeftOut& left_out) {
  const std::string& name = text_at(step, "name");
  const language::Kind kind = kind_of_step(scope.formula, step, scope.kinds);
  const Scalar value = as_kind(kind, raw_value(step, scope, left_out));
  const Null* null = null_of(value);
  if (null == nullptr || !null->step.empty()) return value;
  return Null{null->cause, scope.prefix + name};
}

}  // namespace seedc::plain
