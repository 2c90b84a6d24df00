// The steps of a formula in their order, at one item after the other.
#include "test/differential/plain/formula.h"

namespace seedc::plain {
namespace {

bool is_filter(const ast::Json& step) { return step.find("op")->text == "define_filter"; }
bool is_row_value(const ast::Json& step) { return step.find("op")->text == "define_value"; }

language::Kind kind_of_type(const std::string& type) {
  if (type == "int") return language::Kind::Int;
  if (type == "float") return language::Kind::Real;
  return type == "bool" ? language::Kind::Bool : language::Kind::Str;
}

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
  for (const ast::Json& step : formula.json.find("compute")->elements) {
    const bool is_of_rows = is_filter(step) || is_row_value(step);
    const std::string name = (is_of_rows ? "$" : "") + step.find("name")->text;
    kinds.steps[name] = is_filter(step) ? language::Kind::Bool : kind_of_step(formula, step, kinds);
  }
  return kinds;
}

}  // namespace

FormulaValues evaluate_formula(const ast::Formula& formula, const FormulaWorld& world) {
  FormulaValues values;
  const Kinds kinds = kinds_of(formula);
  const auto rows = rows_of(formula, world, values.rows);
  values.defaulted = count_defaults(formula, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Scope scope{formula, kinds, world.world.items[i].value, rows[i], params_of(formula), {}, {}};
    for (const ast::Json& step : formula.json.find("compute")->elements) {
      const std::string& name = step.find("name")->text;
      if (is_filter(step)) {
        scope.filters[name] = &step;
      } else if (is_row_value(step)) {
        scope.row_values[name] = &step;
      } else {
        scope.steps[name] = value_of_step(step, scope, values.left_out[name]);
      }
    }
    values.items.push_back(std::move(scope.steps));
  }
  return values;
}

}  // namespace seedc::plain
