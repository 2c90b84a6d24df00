// Where the names of a Formula Seed are defined and used: steps, filters, row values, parameters
// and fields.
#pragma once

#include <vector>

#include "compiler/ast/formula.h"

namespace seedc::lsp {

/// A location of a name.
struct FormulaName {
  source::Span defined;  ///< where it is defined: the same for all its locations
  source::Span span;     ///< without quotes, `$`, and the `extraction.` of a field
  bool is_field = false;
  bool is_of_group = false;  ///< a step inside of a group

  bool is_definition() const { return span == defined; }
};

/// All of them. A name that is not defined is not there.
std::vector<FormulaName> locations_of_names(const ast::Formula& formula);

}  // namespace seedc::lsp
