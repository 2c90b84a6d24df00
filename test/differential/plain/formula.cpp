// The steps of a formula in their order, at one item after the other.
#include "test/differential/plain/formula.h"

#include "test/differential/plain/formula_groups.h"
#include "test/differential/plain/group_names.h"

namespace seedc::plain {
namespace {

language::Kind kind_of_type(const std::string& type) {
  if (type == "int") return language::Kind::Int;
  if (type == "float") return language::Kind::Real;
  return type == "bool" ? language::Kind::Bool : language::Kind::Str;
}

/// Of the data; those of steps come with the steps.
Kinds kinds_of(const ast::Formula& formula) {
  Kinds kinds;
  for (const ast::Json& field : fields_of(formula)) {
    kinds.fields[field.find("name")->text] = kind_of_type(field.find("type")->text);
  }
  if (formula.json.find("judge") != nullptr)
    kinds.fields["confidence"] = kinds.fields["evidence_quality"] = language::Kind::Real;
  for (const auto& [name, value] : params_of(formula)) {
    const bool is_text = std::holds_alternative<std::string>(value);
    kinds.steps[name] = std::holds_alternative<bool>(value)     ? language::Kind::Bool
                        : is_text                               ? language::Kind::Str
                        : std::holds_alternative<double>(value) ? language::Kind::Real
                                                                : language::Kind::Int;
  }
  return kinds;
}

/// An output that is a value of a group has the name that it was written with.
void add_outputs(const ast::Formula& formula, Scope& scope) {
  const ast::Json* outputs = formula.json.find("output");
  if (outputs == nullptr) return;
  for (const ast::Json& output : outputs->elements) {
    const Path parts = parts_of_name(output.text);
    if (parts.size() == 1) continue;
    const std::string name = name_of_step(parts);
    if (scope.lists.contains(name)) {
      scope.lists[output.text] = scope.lists.at(name);
    } else {
      scope.steps[output.text] = scope.steps.at(name);
    }
  }
}

}  // namespace

FormulaValues evaluate_formula(const ast::Formula& formula, const FormulaWorld& world) {
  FormulaValues values;
  const Kinds kinds = kinds_of(formula);
  const auto rows = rows_of(formula, world, values.rows);
  values.defaulted = count_defaults(formula, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Scope scope{formula, kinds, world.world.items[i].value, rows[i], params_of(formula), {}, {}};
    add_steps(formula.json.find("compute")->elements, scope, values.ledger);
    add_outputs(formula, scope);
    values.items.push_back(std::move(scope.steps));
    values.lists.push_back(std::move(scope.lists));
  }
  return values;
}

}  // namespace seedc::plain
