// Options of evidence that are allowed where they stand, and change nothing there.
//
//   item_meta(categories, contains: "Bars", missing: -1)    `missing` has no effect beside
//   `contains`
#pragma once

#include "compiler/ast/json.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

/// Warns of each such option of an evidence object, and of its social_filter, at its key.
void report_no_effect(const ast::Json& evidence, language::EvidenceKind kind,
                      diag::Diagnostics& diagnostics);

}  // namespace seedc::check
