// Where an output of a formula at one item comes from: how far thresholds are from the numbers that
// are compared with them, and the rows that carry it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/bounds/item_rows.h"
#include "engine/explain/formula_facts.h"
#include "engine/explain/outline.h"
#include "engine/program.h"
#include "engine/report/why_formula.h"
#include "runtime/contract/plan.h"
#include "runtime/exec/formula.h"

namespace seedc::engine {

/// The programs' own formulas, with each step that is a value of the item as an output behind those
/// of the program. The outlines are those of `written_formulas`.
contract::Plan plan_of_steps(const Compilation& compilation,
                             const std::vector<explain::FormulaOutline>& outlines);

/// The outputs that are no numbers and that numbers decide by thresholds, or `step` if it is one of
/// them. `formula` is one of `plan_of_steps`.
std::vector<std::string> verdicts_of(const contract::Formula& formula,
                                     const explain::FormulaExplanation& explanation,
                                     const std::string& step);

/// A formula in a dataset. All that it is made from outlives it, and its answers.
class FormulaInData {
 public:
  FormulaInData(const contract::Formula& formula, const data::Dataset& dataset,
                const data::Extractions& extractions, unsigned threads)
      : prepared_(std::make_shared<const exec::PreparedFormula>(formula)),
        bound_(exec::BoundFormula::bind(prepared_, dataset, extractions, {.threads = threads})),
        rows_(prepared_, bound_, dataset, extractions) {}
  FormulaInData(const FormulaInData&) = delete;
  FormulaInData& operator=(const FormulaInData&) = delete;

  const contract::Formula& formula() const { return prepared_->formula(); }
  const exec::PreparedFormula& prepared() const { return *prepared_; }
  const exec::BoundFormula& bound() const { return bound_; }
  const bounds::FormulaRows& rows() const { return rows_; }

 private:
  std::shared_ptr<const exec::PreparedFormula> prepared_;
  exec::BoundFormula bound_;
  bounds::FormulaRows rows_;
};

/// A formula at an item, which is that of the explanation. All that it is made from outlives it,
/// and its answers.
class FormulaAtItem {
 public:
  /// `formula` is one of `plan_of_steps`.
  FormulaAtItem(const FormulaInData& formula, const explain::FormulaExplanation& explanation)
      : formula_(formula),
        explanation_(explanation),
        found_(formula.rows().at(explanation.item())) {}

  /// All but changes, and without the rows that carry it unless they are wanted. The output is one
  /// of one value.
  report::FormulaWhy facts(const std::string& output, bool with_rows = true) const;
  /// With single changes that turn the output. It comes soon: of many rows, which of them carry it
  /// is left out.
  report::FormulaWhy verdict(const std::string& output, bool with_rows = true) const;

  const bounds::ItemRows& at_item() const { return found_; }

 private:
  const FormulaInData& formula_;
  const explain::FormulaExplanation& explanation_;
  bounds::ItemRows found_;
};

}  // namespace seedc::engine
