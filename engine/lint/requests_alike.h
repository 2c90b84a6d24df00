// Requests with different gold items that cannot both be what was meant, whatever the data: two
// that match the same items, and one whose matches all match the other, which then has more matches
// than its own. Requests with the same gold may well be alike (one need in other words, or narrowed
// down), and requests without one are filters, which may overlap.
#pragma once

#include "compiler/diag/diagnostics.h"
#include "engine/lint/lint.h"
#include "engine/lint/value_numbers.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"

namespace seedc::lint {

/// Reports at the later of two that are the same, and at the narrower one of two others.
/// Requests that no item satisfies, or all do, are left out; so is what is not decided within a
/// limit. Fails as engine::ItemRuns does.
base::Result<void> lint_requests_alike(const LintInput& input, const ValueNumbers& numbers,
                                       diag::Diagnostics& diagnostics, const base::Call& call);

}  // namespace seedc::lint
