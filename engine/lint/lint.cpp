// Runs the lints that need no data, in order.
#include "engine/lint/lint.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/lint/benchmark/request_form.h"
#include "engine/lint/bounds.h"
#include "engine/lint/empty_operands.h"
#include "engine/lint/missing_as_yes.h"
#include "engine/lint/redundancy.h"

namespace seedc::lint {

namespace {

using Lets = std::map<std::string_view, const ast::Let*>;

/// Takes out the definitions that the expression uses, and those that these use.
void take_used(const ast::Expr& root, Lets& unused) {
  std::vector<const ast::Expr*> open = {&root};
  while (!open.empty()) {
    const ast::Expr& expr = *open.back();
    open.pop_back();
    for (const ast::Expr& arg : expr.args) open.push_back(&arg);
    const auto let = expr.kind == ast::Expr::Kind::Name ? unused.find(expr.name) : unused.end();
    if (let == unused.end()) continue;
    open.push_back(&let->second->value);
    unused.erase(let);
  }
}

/// Definitions that no request of their program uses. A program without requests is imported by
/// others, and what could not be read may use anything.
void lint_unused(const ast::Program& program, diag::Diagnostics& diagnostics) {
  if (program.requests.empty() || diagnostics.has_errors()) return;
  Lets unused;
  for (const ast::Let& let : program.lets) unused.emplace(let.name.text, &let);
  for (const ast::Request& request : program.requests) {
    if (request.structure) take_used(*request.structure, unused);
  }
  for (const ast::Let& let : program.lets) {
    if (unused.contains(let.name.text))
      diagnostics.report(diag::DiagCode::Unused, let.name.span, "condition", let.name.text);
  }
}

}  // namespace

std::vector<NamedEvidence> lint_requests(const LintInput& input, const ValueNumbers& numbers,
                                         bool benchmark, Proofs& proofs,
                                         diag::Diagnostics& diagnostics, const base::Call& call) {
  std::vector<NamedEvidence> named;
  RedundancyLint redundancy(numbers, input.values, input.sources, proofs, diagnostics, call);
  for (const ast::Program& program : input.programs) {
    lint_unused(program, diagnostics);
    for (const ast::Let& let : program.lets) {
      call.check();
      const bool has_errors =
          diagnostics.errors_within(source::join(let.name.span, let.value.span)) > 0;
      if (has_errors || !input.values.contains(&let.value)) continue;
      redundancy.check(let.value, /*is_root=*/false,
                       lint_bounds(let.value, input.values, input.module, diagnostics));
      lint_empty_operands(let.value, input.values, input.module, diagnostics);
    }
  }
  for_each_compiled(input, [&](const ast::Request& request, const check::CheckedRequest& checked) {
    call.check();
    if (benchmark) {
      lint_form(request, input.sources.text(request.span).starts_with('{'), input.module,
                input.module.requests[*checked.compiled].root, diagnostics);
    }
    redundancy.check(*request.structure, /*is_root=*/true,
                     lint_bounds(*request.structure, input.values, input.module, diagnostics));
    lint_empty_operands(*request.structure, input.values, input.module, diagnostics);
    lint_missing_as_yes(*request.structure, input.module, input.values, diagnostics);
    auto more = match_shorthand(request, input.module, input.values, input.sources, diagnostics);
    named.insert(named.end(), more.begin(), more.end());
  });
  return named;
}

}  // namespace seedc::lint
