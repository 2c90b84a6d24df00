// Programs as text: the first byte chooses the notation, the rest is the program.
#include <cstdlib>

#include "compiler/check/check.h"
#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/parse/parse.h"
#include "compiler/plan/plan_builder.h"
#include "compiler/resolve/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seedc;
  if (size == 0) return 0;
  SourceManager sources;
  Diagnostics diagnostics;
  const FileId file =
      sources.add("input", std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  const ast::Program program = data[0] % 2 == 0 ? parse_shorthand(sources, file, diagnostics)
                                                : parse_json_program(sources, file, diagnostics);
  ir::Module module;
  Checker checker(module, diagnostics,
                  {.engine_refusal = [](const plan::Pattern&) { return std::nullopt; }});
  checker.check(program, Scope(program.lets, {}, /*is_incomplete=*/false, diagnostics));
  render_text(diagnostics, sources, /*colour=*/true);
  const ir::Module optimised = opt::optimise(module);
  if (!ir::verify(module).empty() || !ir::verify(optimised).empty()) std::abort();
  make_plan(optimised, /*keep_names=*/true);
  return 0;
}
