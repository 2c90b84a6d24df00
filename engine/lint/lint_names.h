// Warns about names in shorthands whose meaning by convention differs from the condition in the
// structure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/resolve/convention.h"
#include "engine/lint/lint_program.h"
#include "engine/lint/lint_run.h"
#include "engine/lint/shorthand_match.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {

/// A name none of whose readings has the form of the condition. Whether they are equal on the data
/// is known after a run.
struct NameDoubt {
  std::string name;
  source::Span span;          ///< its first location
  ir::ValueId by_convention;  ///< in the module of the numbers
  ir::ValueId here;
};

/// Appends the conditions by convention to the module of `numbers`. A name and condition that occur
/// in many requests are compared once.
std::vector<NameDoubt> doubtful_names(const std::vector<NamedEvidence>& named,
                                      ValueNumbers& numbers, const resolve::Convention& convention);

/// Reports those that differ on the data. Two conditions on items are the same if they give the
/// same value for a missing value and for every value of their path.
void lint_names(const std::vector<NameDoubt>& doubts, const LintRun& run,
                diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
