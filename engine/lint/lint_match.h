// Comparisons with values of reviews that hold of other values than they seem to, or of none: dates
// that are compared with the beginning of one, numbers that are compared as texts, weights that are
// no numbers.
#pragma once

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/lint_operands.h"
#include "runtime/data/model/dataset.h"

namespace seedc::lint {

/// `dataset` has the columns of the condition. Without one, a null pointer, a shortened date is
/// taken for the beginning of longer ones, and other numbers in quotes for numbers. What no review
/// meets is reported where the uses need one that does. Returns whether it was.
bool lint_match(const ConditionSite& site, const language::Condition& condition,
                const data::Dataset* dataset, Uses uses, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
