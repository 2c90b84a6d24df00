// Binds a formula with every step as an output, compares numbers with thresholds, and leaves rows
// out.
#include "engine/formula_why.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/asked_formulas.h"
#include "engine/bounds/item_bounds.h"
#include "runtime/language/score_ops.h"

namespace seedc::engine {
namespace {

using language::Cell;
using language::Operation;

/// Leaving out each of so many rows takes no time.
constexpr std::size_t kMostRowsLeftOut = 500;

bool is_number(const Cell& cell) { return !cell.is_null() && language::is_number(cell.kind); }

/// The steps that are values of the item become outputs behind those of the program.
void add_steps(const check::CheckedFormula& checked, const explain::FormulaOutline& outline,
               ir::Module& module) {
  ir::Formula& formula = module.formulas[*checked.compiled];
  std::set<ir::ValueId> known;
  for (const ir::Output& output : formula.outputs) known.insert(output.value);
  std::set<std::string> values;
  for (const explain::StepOutline& step : outline.steps) {
    if (step.value != contract::kNoOperand) values.insert(step.name);
  }
  for (const check::FormulaValues::Step& step : checked.values.steps) {
    const bool is_inner = step.name.find('.') != std::string::npos;
    if (!is_inner && values.contains(step.name) && known.insert(step.value).second)
      formula.outputs.push_back({step.value, {}});
  }
}

/// Compares values of the outline's program with constants in conditions.
class Thresholds {
 public:
  Thresholds(const explain::FormulaExplanation& explanation)
      : program_(explanation.outline().formula.program), trace_(explanation.trace()) {}

  /// Those of what decides the step: its rules, or the conditions of its branches.
  std::vector<report::Threshold> of(const explain::StepOutline& step) {
    if (const auto* cases = std::get_if<explain::CaseOutline>(&step.body)) {
      for (const explain::CaseOutline::Rule& rule : cases->rules) {
        std::vector<explain::NamedValue> names;
        if (cases->source) names.push_back(*cases->source);
        add(rule.when.value, names_of(rule.when, std::move(names)), rule.when.text);
      }
    } else if (const auto* expr = std::get_if<explain::ExprOutline>(&step.body)) {
      for (const explain::ExprOutline::Choice& choice : expr->choices) {
        for (const explain::ValuedPart& condition : choice.conditions)
          add(condition.value, names_of(*expr, {}),
              expr->text.substr(condition.begin, condition.end - condition.begin));
      }
    }
    return std::move(found_);
  }

 private:
  static std::vector<explain::NamedValue> names_of(const explain::ExprOutline& expr,
                                                   std::vector<explain::NamedValue> names) {
    for (const explain::ValuedPart& part : expr.names)
      names.push_back({expr.text.substr(part.begin, part.end - part.begin), part.value});
    return names;
  }

  /// The value behind conversions and names.
  std::uint32_t plain(std::uint32_t number) const {
    while (true) {
      const contract::ScoreInst& inst = program_.code[number];
      const bool passes = inst.op == Operation::ToReal || inst.op == Operation::ExpectNumber ||
                          inst.op == Operation::Step || inst.op == Operation::ExpectBoolean;
      if (!passes) return number;
      number = inst.a;
    }
  }

  void add(std::uint32_t condition, const std::vector<explain::NamedValue>& names,
           const std::string& text) {
    if (condition == contract::kNoOperand || found_.size() == kMost) return;
    const contract::ScoreInst& inst = program_.code[plain(condition)];
    const auto is_any_of = [&](std::initializer_list<Operation> operations) {
      return std::ranges::find(operations, inst.op) != operations.end();
    };
    using enum Operation;
    if (is_any_of({BoolAnd, BoolOr, BoolNot})) {
      add(inst.a, names, text);
      if (inst.op != BoolNot) add(inst.b, names, text);
    } else if (is_any_of({Lt, Le, Gt, Ge, Eq, Ne})) {
      add_comparison(inst.a, inst.b, names, text);
      add_comparison(inst.b, inst.a, names, text);
    }
  }

  void add_comparison(std::uint32_t value, std::uint32_t limit,
                      const std::vector<explain::NamedValue>& names, const std::string& text) {
    if (program_.code[plain(limit)].op != Operation::Constant) return;
    for (const explain::NamedValue& name : names) {
      if (name.value == contract::kNoOperand || plain(name.value) != plain(value)) continue;
      const Cell &now = trace_.value(name.value), &at = trace_.value(plain(limit));
      if (!is_number(now) || !is_number(at)) return;
      const auto is_known = [&](const report::Threshold& known) {
        return known.name == name.name &&
               language::score::real_of(known.at) == language::score::real_of(at);
      };
      if (std::ranges::none_of(found_, is_known)) found_.push_back({name.name, now, at, text});
      return;
    }
  }

  static constexpr std::size_t kMost = 20;
  const contract::ScoreProgram& program_;
  const explain::FormulaTrace& trace_;
  std::vector<report::Threshold> found_;
};

/// The number behind an output: itself, or the first step that its rules compare.
std::string number_behind(const explain::FormulaOutline& outline, const explain::StepOutline& step,
                          const Cell& value, const std::vector<report::Threshold>& thresholds) {
  if (is_number(value)) return step.name;
  const auto is_step = [&](const report::Threshold& threshold) {
    return find_step(outline, threshold.name) != nullptr;
  };
  const auto found = std::ranges::find_if(thresholds, is_step);
  return found == thresholds.end() ? step.name : found->name;
}

/// Scores the rows of an item, and them without one.
class RowsLeftOut {
 public:
  RowsLeftOut(const exec::PreparedFormula& prepared, const bounds::ItemRows& rows,
              std::size_t output)
      : score_(prepared), rows_(rows), output_(output) {
    for (const bounds::ItemRow& row : rows.rows) {
      if (row.state == bounds::ItemRow::State::Row) counted_.push_back(&row);
    }
  }

  const std::vector<const bounds::ItemRow*>& counted() const { return counted_; }
  /// The output without the row, one of `counted`; a null pointer for none.
  Cell without(const bounds::ItemRow* left_out) {
    std::vector<const std::vector<Cell>*> loads;
    for (const bounds::ItemRow* row : counted_) {
      if (row != left_out) loads.push_back(&row->loads);
    }
    return score_.outputs(rows_.item_loads, loads)[output_];
  }

 private:
  bounds::ItemScore score_;
  const bounds::ItemRows& rows_;
  std::size_t output_;
  std::vector<const bounds::ItemRow*> counted_;
};

/// What each row adds to a sum or a count.
std::vector<report::Contribution> added_by_rows(const explain::FormulaExplanation& explanation,
                                                const explain::StepOutline& step) {
  std::vector<report::Contribution> added;
  const auto& of_rows = std::get<explain::RowsOutline>(step.body);
  for (const explain::RowFate& fate : explanation.rows_of(step).counted) {
    const Cell value = of_rows.summand ? explanation.trace().value(of_rows.summand->value, fate.row)
                                       : Cell::of(std::int64_t{1});
    added.push_back({explanation.reviews().rows[fate.row], value});
  }
  return added;
}

/// The difference that each row makes, where there are numbers with it and without.
std::vector<report::Contribution> changed_by_rows(RowsLeftOut& rows, const Cell& whole) {
  std::vector<report::Contribution> changed;
  for (const bounds::ItemRow* row : rows.counted()) {
    const Cell difference = language::score::subtract(whole, rows.without(row));
    changed.push_back({row->review, difference});
  }
  return changed;
}

report::Contributions contributions_of(const explain::FormulaExplanation& explanation,
                                       const contract::Formula& formula,
                                       const exec::PreparedFormula& prepared,
                                       const bounds::ItemRows& item_rows, const std::string& name) {
  report::Contributions result{.of = name};
  const explain::StepOutline* step = find_step(explanation.outline(), name);
  const auto output = std::ranges::find(formula.outputs, name);
  if (step == nullptr || output == formula.outputs.end()) return result;
  RowsLeftOut rows(prepared, item_rows, static_cast<std::size_t>(output - formula.outputs.begin()));
  const Cell whole = rows.without(nullptr);
  result.is_null = whole.is_null();
  if (!is_number(whole)) return result;
  result.value = whole;
  result.is_exact = std::holds_alternative<explain::RowsOutline>(step->body) &&
                    (step->operation == "sum" || step->operation == "count");
  result.rows = result.is_exact ? added_by_rows(explanation, *step) : changed_by_rows(rows, whole);
  std::erase_if(result.rows, [](const report::Contribution& row) {
    return !is_number(row.value) || language::score::real_of(row.value) == 0;
  });
  std::ranges::stable_sort(result.rows, std::ranges::greater(),
                           [](const report::Contribution& row) {
                             return std::abs(language::score::real_of(row.value));
                           });
  return result;
}

}  // namespace

contract::Plan plan_of_steps(const Compilation& compilation,
                             const std::vector<explain::FormulaOutline>& outlines) {
  return plan_of_own_formulas(
      compilation, [&](std::size_t number, const check::CheckedFormula& checked,
                       ir::Module& module) { add_steps(checked, outlines[number], module); });
}

report::FormulaWhy FormulaAtItem::facts(const std::string& output, bool with_rows) const {
  const contract::Formula& formula = formula_.formula();
  const explain::StepOutline& step = *find_step(explanation_.outline(), output);
  report::FormulaWhy why{.formula = &formula,
                         .output = output,
                         .value = explanation_.trace().value(step.value),
                         .to = {}};
  why.thresholds = Thresholds(explanation_).of(step);
  if (with_rows) {
    why.contributions =
        contributions_of(explanation_, formula, formula_.prepared(), found_,
                         number_behind(explanation_.outline(), step, why.value, why.thresholds));
  }
  why.relevant = found_.rows.size();
  for (const bounds::ItemRow& row : found_.rows) {
    if (row.is_awaited) why.open.push_back(row.review);
    why.left_out += row.state == bounds::ItemRow::State::LeftOut ? 1 : 0;
    why.rows += row.state == bounds::ItemRow::State::Row ? 1 : 0;
    if (row.values.empty()) continue;
    for (std::size_t i = 0; i < row.values.size(); ++i)
      why.values[row.review].push_back({formula_.rows().cases().fields()[i].field, *row.values[i]});
  }
  return why;
}

report::FormulaWhy FormulaAtItem::verdict(const std::string& output, bool with_rows) const {
  report::FormulaWhy why = facts(output, with_rows && found_.rows.size() <= kMostRowsLeftOut);
  const auto& outputs = formula_.formula().outputs;
  const auto number = std::ranges::find(outputs, output) - outputs.begin();
  why.changes = bounds::single_changes(formula_.rows(), found_, static_cast<std::size_t>(number),
                                       {why.value, {}}, explanation_.dataset().call());
  return why;
}

std::vector<std::string> verdicts_of(const contract::Formula& formula,
                                     const explain::FormulaExplanation& explanation,
                                     const std::string& step) {
  std::vector<std::string> verdicts;
  const std::vector<std::string>& outputs = formula.outputs;
  for (const explain::StepOutline& each : explanation.outline().steps) {
    const bool is_shown = step.empty() || each.name == step;
    const bool is_of_item = each.is_output && each.value != contract::kNoOperand &&
                            std::ranges::find(outputs, each.name) != outputs.end();
    if (!is_shown || !is_of_item || is_number(explanation.trace().value(each.value))) continue;
    if (!Thresholds(explanation).of(each).empty()) verdicts.push_back(each.name);
  }
  return verdicts;
}

}  // namespace seedc::engine
