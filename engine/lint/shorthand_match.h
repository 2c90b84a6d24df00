// Compares a request's shorthand with its structure: both must have the same tree and names.
#pragma once

#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/source/source.h"

namespace seedc::lint {

/// A name in a shorthand, and the condition that the structure has in its place under the same
/// name.
struct NamedEvidence {
  std::string name;
  source::Span span;           ///< in the shorthand
  const ast::Expr* structure;  ///< of kind Evidence
  ir::ValueId value;           ///< what it became
};

/// Reports a shorthand that does not parse, or the narrowest differences. An AND or OR of one
/// argument counts as the argument; a hop or call is compared with the condition by its meaning,
/// everything else by names. Returns the names that agree.
std::vector<NamedEvidence> match_shorthand(const ast::Request& request, const ir::Module& module,
                                           const check::ExprValues& values,
                                           const source::SourceManager& sources,
                                           diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
