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

/// A name none of whose readings is the condition by its form; whether it is by the data, a run
/// tells.
struct NameDoubt {
  std::string name;
  source::Span span;          ///< its first location
  ir::ValueId by_convention;  ///< in the module of the numbers
  ir::ValueId here;
};

/// Appends the conditions by convention to the module of `numbers`. A name and condition that
/// stand in many requests are looked at once.
std::vector<NameDoubt> doubtful_names(const std::vector<NamedEvidence>& named,
                                      ValueNumbers& numbers, const resolve::Convention& convention);

/// Reports those that the data does not show to be the same: two conditions on items are, if they
/// give the same value for missing and for every value of their path.
void lint_names(const std::vector<NameDoubt>& doubts, const LintRun& run,
                diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
