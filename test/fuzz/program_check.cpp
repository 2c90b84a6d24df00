// Runs a parsed program through all stages up to its plan.
#include "test/fuzz/program_check.h"

#include "compiler/check/check.h"
#include "compiler/check/formula_check.h"
#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"
#include "compiler/plan/plan_builder.h"
#include "runtime/data/source.h"
#include "runtime/text/pattern_set.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz {
namespace {

const resolve::Convention& convention() {
  static const language::Schema schema =
      data::source_at(SEEDC_SOURCE_DIR "/test/golden/Inputs/data")->schema().value();
  static const resolve::Convention names(schema);
  return names;
}

void check_text(const ir::Module& module) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const std::string printed = ir::print(module);
  const source::FileId file = sources.add("printed", printed);
  require(ir::print(ir::read(sources, file, diagnostics)) == printed,
          "a module that is printed reads back");
}

/// In SARIF one time in 32: its table of rules, always the same, takes longer than everything else.
void render(const diag::Diagnostics& diagnostics, const source::SourceManager& sources) {
  static unsigned calls = 0;
  diag::render_text(diagnostics, sources, /*colour=*/true);
  diag::render_json(diagnostics, sources);
  if (calls++ % 32 == 0) diag::render_sarif(diagnostics, sources, "0");
}

}  // namespace

void check_program(const ast::Program& program, const source::SourceManager& sources,
                   diag::Diagnostics& diagnostics) {
  ir::Module module;
  check::Checker checker(module, diagnostics,
                         {.engine_refusal = text::engine_refusal, .convention = &convention()});
  checker.check(program, resolve::Scope(program.lets, {}, /*is_incomplete=*/false, diagnostics));
  for (const ast::Formula& formula : program.formulas)
    check::check_formula(formula, "input", module, diagnostics);
  render(diagnostics, sources);
  module = opt::drop_dead(std::move(module));  // left behind by formulas with errors
  require(ir::verify(module).empty(), "a checked module verifies");
  check_text(module);
  const ir::Module optimised = opt::optimise(module);
  require(ir::verify(optimised).empty(), "an optimised module verifies");
  plan::make_plan(module, plan::named_values(module).values);
  plan::make_plan(optimised, plan::named_values(optimised).values);
}

}  // namespace seedc::fuzz
