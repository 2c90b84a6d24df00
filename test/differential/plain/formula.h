// The oracle for Formula Seeds: the plain reading of semantics.md section 6, one obvious function a
// rule. It is slow, and shares nothing with the compiler and the runtime but the tree of a formula
// and the names of kinds and causes.
//
//   plain::FormulaValues values = plain::evaluate_formula(formula, world);
//   const plain::Scalar& risk = values.items[0].at("RISK");
//
// Formulas are taken to be free of errors.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_groups.h"
#include "test/differential/plain/formula_rows.h"
#include "test/differential/plain/formula_step.h"

namespace seedc::plain {

struct FormulaValues {
  RowCounts rows;
  /// All steps but filters and row values, of each item; those of groups as `G.mild.N`, and as
  /// outputs name them.
  std::vector<std::map<std::string, Scalar>> items;
  /// The lists among them, which are not values.
  std::vector<std::map<std::string, Json>> lists;
  Ledger ledger;
  /// By field, the rows that read its default. An engine has fields that outputs need only.
  std::map<std::string, std::uint64_t> defaulted;
};

FormulaValues evaluate_formula(const ast::Formula& formula, const FormulaWorld& world);

}  // namespace seedc::plain
