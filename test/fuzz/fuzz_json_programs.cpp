// JSON programs, requests and formulas: parsed, checked and compiled; those that the shorthand can
// express survive the conversion to it and back.
#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/parse/parse.h"
#include "test/fuzz/program_check.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::json_programs_target {
namespace {

/// Converted to the shorthand, it is formatted as a program that parses.
void check_conversion(const source::SourceManager& sources, source::FileId file) {
  diag::Diagnostics diagnostics;
  parse::JsonProgram json = parse::parse_json_objects(sources, file, diagnostics);
  if (diagnostics.has_errors()) return;
  const auto program = format::from_json(std::move(json), diagnostics);
  if (!program) return;
  source::SourceManager converted;
  diag::Diagnostics mistakes;
  const source::FileId shorthand = converted.add("converted.req", format::to_shorthand(*program));
  const ast::Program again = parse::parse_shorthand(converted, shorthand, mistakes);
  require(!mistakes.has_errors(), "converted, a program parses");
  require(ast::same(*program, again), "converted, a program is the same");
}

void run(std::string_view input) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("input.jsonl", std::string(input));
  const ast::Program program = parse::parse_json_program(sources, file, diagnostics);
  parse::print_tokens(sources, file, /*is_json=*/true);
  parse::parse_library(sources, file, diagnostics);
  if (!diagnostics.has_errors()) check_conversion(sources, file);
  check_program(program, sources, diagnostics);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all = golden_inputs(".json");
  for (std::string& lines : golden_inputs(".jsonl")) all.push_back(std::move(lines));
  for (std::string& example : tree_files("examples", ".json")) all.push_back(std::move(example));
  return all;
}

const Registration kRegistration({"json_programs", run, seeds});

}  // namespace
}  // namespace seedc::fuzz::json_programs_target
