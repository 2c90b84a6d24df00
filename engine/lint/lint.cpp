// Runs the lints that need no data, in order.
#include "engine/lint/lint.h"

#include <utility>

#include "engine/lint/benchmark/request_form.h"
#include "engine/lint/bounds.h"
#include "engine/lint/empty_operands.h"
#include "engine/lint/redundancy.h"

namespace seedc::lint {

std::vector<NamedEvidence> lint_requests(const LintInput& input, bool benchmark,
                                         diag::Diagnostics& diagnostics) {
  std::vector<NamedEvidence> named;
  const RedundancyLint redundancy(input.module, input.values, input.sources, diagnostics);
  for (const ast::Program& program : input.programs) {
    for (const ast::Let& let : program.lets) {
      const bool has_errors =
          diagnostics.errors_within(source::join(let.name.span, let.value.span)) > 0;
      if (has_errors || !input.values.contains(&let.value)) continue;
      redundancy.check(let.value, /*is_root=*/false);
      lint_bounds(let.value, input.values, input.module, diagnostics);
      lint_empty_operands(let.value, input.values, input.module, diagnostics);
    }
  }
  for_each_compiled(input, [&](const ast::Request& request, const check::CheckedRequest& checked) {
    if (benchmark) {
      lint_form(request, input.sources.text(request.span).starts_with('{'), input.module,
                input.module.requests[*checked.compiled].root, diagnostics);
    }
    redundancy.check(*request.structure, /*is_root=*/true);
    lint_bounds(*request.structure, input.values, input.module, diagnostics);
    lint_empty_operands(*request.structure, input.values, input.module, diagnostics);
    auto more = match_shorthand(request, input.module, input.values, input.sources, diagnostics);
    named.insert(named.end(), more.begin(), more.end());
  });
  return named;
}

}  // namespace seedc::lint
