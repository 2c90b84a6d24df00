// What is known of values at compile time: the kind of each expression and step.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "runtime/contract/score.h"

namespace seedc::plain {

/// Kinds by name. Any: the data decides.
struct Kinds {
  std::map<std::string, language::Kind> fields;  ///< of the extraction
  /// Earlier steps, and row values and filters under `$NAME`.
  std::map<std::string, language::Kind> steps;
  /// The steps of earlier groups.
  std::map<std::string, std::map<std::string, language::Kind>> groups = {};
};

language::Kind kind_of(const ast::FormulaExpr& expr, const Kinds& known);
/// Whether the joint of a sum adds to what can only be a real: a string is of the wrong kind there,
/// beside a null, too.
bool adds_to_real(const ast::FormulaExpr& sum, std::size_t joint, const Kinds& known);
/// The required kind of the values that one is chosen from (the branches of an `if`, the arguments
/// of `default`), as far as it is known: Int means any number.
language::Kind kind_of_choices(const std::vector<ast::FormulaExpr>& choices, const Kinds& known);
/// The required kind of the branches of a step, as far as it is known.
language::Kind kind_of_branches(const ast::Formula& formula, const ast::Json& step,
                                const Kinds& known);
/// The kind of a step other than a filter, or of a row value.
language::Kind kind_of_step(const ast::Formula& formula, const ast::Json& step, const Kinds& known);

}  // namespace seedc::plain
