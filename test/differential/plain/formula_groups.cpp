// A group is a copy of the scope with fewer rows, in which its steps are computed as any others.
#include "test/differential/plain/formula_groups.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "test/differential/plain/group_names.h"

namespace seedc::plain {
namespace {

bool is_filter(const ast::Json& step) { return step.find("op")->text == "define_filter"; }
bool is_list(const ast::Json& step) { return step.find("op")->text == "collect"; }
bool is_row_value(const ast::Json& step) { return step.find("op")->text == "define_value"; }

const ast::Json& field_named(const std::string& name, const ast::Formula& formula) {
  const auto& fields = fields_of(formula);
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const ast::Json& field) { return field.find("name")->text == name; });
}

std::vector<std::string> keys_in(const ast::Json& object) {
  std::vector<std::string> keys;
  for (const auto& entry : object.members) keys.push_back(entry.key);
  return keys;
}

/// The texts among which a row value chooses, in the order in which they are written.
std::vector<std::string> texts_of(const ast::Json& definition) {
  std::vector<std::string> texts;
  const auto add = [&](const ast::Json* branch) {
    const bool is_new = branch != nullptr && branch->kind == ast::Json::Kind::String &&
                        std::find(texts.begin(), texts.end(), branch->text) == texts.end();
    if (is_new) texts.push_back(branch->text);
  };
  if (const ast::Json* table = definition.find("table")) {
    for (const auto& entry : table->members) add(&entry.value);
  }
  if (const ast::Json* rules = definition.find("rules")) {
    for (const ast::Json& rule : rules->elements) {
      add(rule.find("then"));
      add(rule.find("else"));
    }
  }
  add(definition.find("default"));
  return texts;
}

/// The labels of a group, in order.
std::vector<std::string> labels_of(const ast::Json& by, const Scope& scope) {
  if (by.kind == ast::Json::Kind::Object) return keys_in(by);
  if (by.text.starts_with('$')) return texts_of(*scope.row_values.at(by.text.substr(1)));
  const ast::Formula& formula = scope.formula;
  const ast::Json& field = field_named(keys_of(by.text)[1], formula);
  if (field.find("type")->text == "bool") return {"true", "false"};
  return keys_in(*field.find("values"));
}

/// Whether a row that the group's `where` lets through is among those of a label.
bool has_label(const ast::Json& by, const std::string& label, const Scope& scope, const Row& row) {
  if (by.kind == ast::Json::Kind::Object) return passes(by.find(label), scope, row);
  if (by.text.starts_with('$'))
    return value_of_row_name(by.text.substr(1), scope, row) == Scalar(label);
  return text_of(value_of_name(keys_of(by.text), scope.formula, &row, scope.item)) == Scalar(label);
}

std::vector<Row> rows_of_label(const ast::Json& group, const std::string& label,
                               const Scope& scope) {
  std::vector<Row> rows;
  for (const Row& row : scope.rows) {
    const bool is_in =
        passes(group.find("where"), scope, row) && has_label(*group.find("by"), label, scope, row);
    if (is_in) rows.push_back(row);
  }
  return rows;
}

/// Computes the steps of a group at a label; their values and kinds then go by their names in the
/// group, and its filters are no more.
void add_label(const ast::Json& group, const std::string& label, Scope& scope, Ledger& ledger) {
  const std::string& name = group.find("name")->text;
  const std::vector<ast::Json>& steps = group.find("compute")->elements;
  const std::vector<Row> rows = rows_of_label(group, label, scope);
  Scope inside = scope;
  inside.rows = rows;
  inside.prefix = name_in_group(name, label, "");
  add_steps(steps, inside, ledger);
  for (const ast::Json& step : steps) {
    if (is_filter(step) || is_row_value(step)) continue;
    const std::string& inner = step.find("name")->text;
    const std::string outer = name_in_group(name, label, inner);
    if (is_list(step)) {
      scope.lists[outer] = inside.lists.at(inner);
      continue;
    }
    scope.steps[outer] = inside.steps.at(inner);
    scope.kinds.steps[outer] = inside.kinds.steps.at(inner);
    scope.kinds.groups[name][inner] = inside.kinds.steps.at(inner);
  }
}

/// A value of a group's step, as expressions over the group read it by its bare name: a null that
/// arose in a step of the group belongs to no step.
Scalar inner_value(const Scalar& value, const std::string& group, const std::string& label,
                   const Scope& scope) {
  const Null* null = null_of(value);
  if (null == nullptr) return value;
  const auto& steps = scope.kinds.groups.at(group);
  const bool is_inner = std::any_of(steps.begin(), steps.end(), [&](const auto& step) {
    return null->step == name_in_group(group, label, step.first);
  });
  return is_inner ? none(null->cause) : value;
}

/// What an expression over a group may read at one of its labels: the names of the group's steps
/// hide others.
Scope scope_at(const std::string& group, const std::string& label, const Scope& scope) {
  Scope at = scope;
  for (const auto& [step, kind] : scope.kinds.groups.at(group)) {
    at.steps[step] =
        inner_value(scope.steps.at(name_in_group(group, label, step)), group, label, scope);
    at.kinds.steps[step] = kind;
  }
  return at;
}

using Expr = ast::FormulaExpr;

/// What a label adds to a step: a number, or why there is none; nothing if its condition does not
/// hold. Without an expression it is counted. The condition comes first.
std::optional<Scalar> part_of(const Expr* where, const Expr* expr, const Scope& scope) {
  if (where != nullptr) {
    const Scalar condition =
        as_kind(language::Kind::Bool, Evaluation(scope, nullptr).value(*where));
    if (null_of(condition) != nullptr) return condition;
    if (!holds(condition)) return std::nullopt;
  }
  if (expr == nullptr) return std::int64_t{1};
  return as_kind(language::Kind::Int, Evaluation(scope, nullptr).value(*expr));
}

struct Part {
  std::string label;
  Scalar value;  ///< a number, or the null of a step outside the group
};

const Expr* expression_at(const ast::Json& object, const char* key, const Scope& scope) {
  const ast::Json* text = object.find(key);
  return text == nullptr ? nullptr : scope.formula.expression(*text);
}

/// The parts of all labels that count, in their order. Others are counted in `left_out` if they are
/// null.
std::vector<Part> parts_of(const ast::Json& step, const Scope& scope, LeftOut& left_out) {
  const std::string& group = step.find("over")->text;
  std::vector<Part> parts;
  for (const std::string& label : scope.groups.at(group)) {
    const auto part = part_of(expression_at(step, "where", scope),
                              expression_at(step, "expr", scope), scope_at(group, label, scope));
    if (!part) continue;
    const Null* null = null_of(*part);
    if (null != nullptr && null->step.empty()) {
      ++left_out[null->cause];
    } else {
      parts.push_back({label, *part});
    }
  }
  return parts;
}

/// Starts at 0. Once null it stays so.
Scalar sum_of(const std::vector<Part>& parts, language::Kind kind) {
  Scalar sum = as_kind(kind, std::int64_t{0});
  for (const Part& part : parts) {
    if (null_of(sum) == nullptr) sum = calculate(sum, Operator::Add, part.value);
  }
  return sum;
}

/// The first part that is null, or a null pointer.
const Scalar* null_among(const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    if (null_of(part.value) != nullptr) return &part.value;
  }
  return nullptr;
}

/// max (`op` is Gt) or min (Lt).
Scalar extreme_of(const std::vector<Part>& parts, Operator op, const ast::Json& step,
                  const Scope& scope) {
  std::optional<Scalar> found;
  for (const Part& part : parts) found = extreme(found.value_or(part.value), op, part.value);
  if (found) return *found;
  return as_kind(language::Kind::Int,
                 default_of(step, language::NullCause::NoGroup, scope, nullptr));
}

/// argmax (`op` is Gt) or argmin (Lt): the first label of equal ones.
Scalar label_of(const std::vector<Part>& parts, Operator op, const ast::Json& step,
                const Scope& scope) {
  const Part* found = nullptr;
  for (const Part& part : parts) {
    if (found == nullptr || holds(compare(part.value, op, found->value))) found = &part;
  }
  if (found != nullptr) return found->label;
  return as_kind(language::Kind::Str,
                 default_of(step, language::NullCause::NoGroup, scope, nullptr));
}

}  // namespace

void add_steps(const std::vector<ast::Json>& steps, Scope& scope, Ledger& ledger) {
  for (const ast::Json& step : steps) {
    const std::string& name = step.find("name")->text;
    if (is_filter(step)) {
      scope.places[name] = std::make_shared<const Scope>(scope);
      scope.row_values.erase(name);
      scope.filters[name] = &step;
      scope.kinds.steps["$" + name] = language::Kind::Bool;
    } else if (is_row_value(step)) {
      scope.places[name] = std::make_shared<const Scope>(scope);
      scope.filters.erase(name);
      scope.row_values[name] = &step;
      scope.kinds.steps["$" + name] = kind_of_step(scope.formula, step, scope.kinds);
    } else if (step.find("op")->text == "group") {
      const auto labels = labels_of(*step.find("by"), scope);
      scope.kinds.groups[name] = {};
      for (const std::string& label : labels) add_label(step, label, scope, ledger);
      scope.groups[name] = labels;
    } else if (is_list(step)) {
      scope.lists[name] = list_of(step, scope, ledger.lists[scope.prefix + name]);
    } else {
      const Scalar value = value_of_step(step, scope, ledger.left_out[scope.prefix + name]);
      const language::Kind kind = kind_of_step(scope.formula, step, scope.kinds);
      scope.steps[name] = value;
      scope.kinds.steps[name] = kind;
    }
  }
}

Scalar value_over_groups(const ast::Json& step, const Scope& scope, LeftOut& left_out) {
  const std::string& op = step.find("op")->text;
  const std::vector<Part> parts = parts_of(step, scope, left_out);
  if (op == "sum") return sum_of(parts, kind_of_step(scope.formula, step, scope.kinds));
  if (const Scalar* null = null_among(parts)) return *null;
  if (op == "count") return static_cast<std::int64_t>(parts.size());
  if (op == "max") return extreme_of(parts, Operator::Gt, step, scope);
  if (op == "min") return extreme_of(parts, Operator::Lt, step, scope);
  return label_of(parts, op == "argmax" ? Operator::Gt : Operator::Lt, step, scope);
}

Scalar label_of_greatest(const ast::Json& step, const Scope& scope) {
  std::vector<Part> parts;
  for (const auto& [label, span, given] : step.find("of")->members) {
    const Expr* whole = scope.formula.expression(given);  // null if it is an object
    const auto part =
        part_of(expression_at(given, "where", scope),
                whole != nullptr ? whole : expression_at(given, "expr", scope), scope);
    if (part && null_of(*part) == nullptr) parts.push_back({label, *part});
  }
  const bool is_max = step.find("op")->text == "argmax";
  return label_of(parts, is_max ? Operator::Gt : Operator::Lt, step, scope);
}

}  // namespace seedc::plain
