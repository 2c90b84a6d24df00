// The form of a benchmark's requests: id, group, and the fields that go with them.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"

namespace seedc::lint {

/// Ids and groups are checked in requests that have a group; missing fields in those that have
/// any of scenario, text, group and gold, which JSON calls `gold_restaurant`. Others are ad hoc
/// queries.
void lint_form(const ast::Request& request, bool is_json, const ir::Module& module,
               ir::ValueId root, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
