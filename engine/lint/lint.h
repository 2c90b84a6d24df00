// Warnings about requests that are allowed but probably mistakes, found without data.
//
// Requests that did not compile are skipped: their errors come first.
#pragma once

#include <span>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/source/source.h"
#include "engine/lint/proofs.h"
#include "engine/lint/shorthand_match.h"
#include "engine/lint/value_numbers.h"
#include "runtime/base/call.h"

namespace seedc::lint {

/// Checked programs. `requests` are those of the programs, in order; `values` belong to `module`,
/// which is not optimised.
struct LintInput {
  const source::SourceManager& sources;
  std::span<const ast::Program> programs;
  std::span<const check::CheckedRequest> requests;
  const ir::Module& module;
  const check::ExprValues& values;
};

/// Calls `visit(request, checked)` for each request that compiled.
template <class Visit>
void for_each_compiled(const LintInput& input, Visit visit) {
  std::size_t next = 0;
  for (const ast::Program& program : input.programs) {
    for (const ast::Request& request : program.requests) {
      const check::CheckedRequest& checked = input.requests[next++];
      if (checked.compiled && request.structure) visit(request, checked);
    }
  }
}

/// Reports all lints that need no data; the house rules of a benchmark (ids, groups, fields that
/// must be there) only with `benchmark`. `numbers` are of the module. Returns the names that
/// shorthands give to conditions of structures, to be compared with their meaning by convention.
/// Checks the call at each request.
std::vector<NamedEvidence> lint_requests(const LintInput& input, const ValueNumbers& numbers,
                                         bool benchmark, Proofs& proofs,
                                         diag::Diagnostics& diagnostics, const base::Call& call);

}  // namespace seedc::lint
