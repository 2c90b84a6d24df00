// A request's `rank_by`, read from JSON: `{"formula": "risk.json", "output": "SCORE", "order":
// "asc"}`.
#pragma once

#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::parse {

/// std::nullopt if the request has no `rank_by`, or an invalid one (reported).
std::optional<ast::Rank> read_rank(ast::Json& request, diag::Diagnostics& diagnostics);

}  // namespace seedc::parse
