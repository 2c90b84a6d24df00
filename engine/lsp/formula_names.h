// Where the names of a Formula Seed are defined and used: steps, filters, row values, parameters
// and fields.
#pragma once

#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/ast/formula.h"

namespace seedc::lsp {

/// A location of a name.
struct FormulaName {
  std::string name;
  source::Span defined;  ///< where it is defined: the same for all its locations
  source::Span span;     ///< without quotes, `$`, and the `extraction.` of a field; of a string
                         ///< with escapes, all of it
  bool is_field = false;
  bool is_of_group = false;  ///< a step inside of a group

  bool is_definition() const { return span == defined; }
  /// Whether requests may be ranked by it, if it is a step.
  bool may_be_output() const { return !is_field && !is_of_group; }
};

/// All of them. A name that is not defined is not there.
std::vector<FormulaName> locations_of_names(const ast::Formula& formula);
/// Those of the name at the offset in a formula of the program; empty if there is none.
std::vector<FormulaName> formula_names_at(const ast::Program& program, std::size_t offset);

}  // namespace seedc::lsp
