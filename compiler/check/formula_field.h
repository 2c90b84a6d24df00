// Checks the default and the bounds of a field of `extract` (semantics.md section 6, Rows).
#pragma once

#include "compiler/check/formula_object.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/contract/formula.h"

namespace seedc::check {

/// Sets `minimum` and `maximum`. Returns false after an error (reported).
bool check_field_bounds(const FormulaObject& object, contract::Field& field,
                        diag::Diagnostics& diagnostics);

/// Sets `otherwise` from `default`, which must be within the bounds. Returns false after an error
/// (reported).
bool check_field_default(const FormulaObject& object, contract::Field& field,
                         diag::Diagnostics& diagnostics);

}  // namespace seedc::check
