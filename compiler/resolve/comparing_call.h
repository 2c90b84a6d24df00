// Calls of kinds of evidence that take comparisons: `KIND("cozy", stars >= 4, hops: 2)`.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/conditions.h"

namespace seedc::resolve {

/// Adds the options that the arguments of the call mean to `evidence`. A string without a name is
/// the kind's first option; comparisons and bare paths join its list of conditions, and members of
/// some objects, given by themselves, their object. Reports options that are given twice, and
/// members whose object cannot do without another one. `kind` must take comparisons.
void add_comparing_arguments(ast::Json& evidence, const ast::Expr& call,
                             const language::EvidenceInfo& kind, diag::Diagnostics& diagnostics);

}  // namespace seedc::resolve
