// Programs in the shorthand: parsed, checked and compiled; formatting them preserves the program.
#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/parse/parse.h"
#include "test/fuzz/program_check.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::shorthand_target {
namespace {

void check_layout(const ast::Program& program, const source::SourceFile& source) {
  const std::string layout = format::format(program, source);
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("layout", layout);
  const ast::Program again = parse::parse_shorthand(sources, file, diagnostics);
  require(!diagnostics.has_errors(), "laid out, a program parses");
  require(ast::same(program, again), "laid out, a program is the same");
  require(format::format(again, sources.file(file)) == layout, "layout changes nothing twice");
}

void run(std::string_view input) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("input.req", std::string(input));
  const ast::Program program = parse::parse_shorthand(sources, file, diagnostics);
  parse::print_tokens(sources, file, /*is_json=*/false);
  if (!diagnostics.has_errors()) check_layout(program, sources.file(file));
  check_program(program, sources, diagnostics);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all = golden_inputs(".req");
  for (std::string& example : tree_files("examples", ".req")) all.push_back(std::move(example));
  return all;
}

const Registration kRegistration({"shorthand", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::shorthand_target
