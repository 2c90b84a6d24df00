// Comparisons with values of reviews that hold of other values than they seem to: dates that are
// compared with the beginning of one, and numbers that are compared as texts.
#pragma once

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "runtime/data/model/dataset.h"

namespace seedc::lint {

/// `dataset` has the columns of the condition. Without one, a null pointer, a shortened date is
/// taken for the beginning of longer ones, and other numbers in quotes for numbers.
void lint_match(const ConditionSite& site, const language::Condition& condition,
                const data::Dataset* dataset, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
