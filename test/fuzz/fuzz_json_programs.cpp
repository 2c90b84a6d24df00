// JSON programs, requests and formulas: parsed, checked and compiled; those that the shorthand can
// express survive the conversion to it and back.
#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/parse/parse.h"
#include "test/fuzz/program_check.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz {
namespace {

/// Converted to the shorthand, it is formatted as a program that parses.
void check_conversion(const SourceManager& sources, FileId file) {
  Diagnostics diagnostics;
  JsonProgram json = parse_json_objects(sources, file, diagnostics);
  if (diagnostics.has_errors()) return;
  const auto program = format::from_json(std::move(json), diagnostics);
  if (!program) return;
  SourceManager converted;
  Diagnostics mistakes;
  const FileId shorthand = converted.add("converted.req", format::to_shorthand(*program));
  const ast::Program again = parse_shorthand(converted, shorthand, mistakes);
  require(!mistakes.has_errors(), "converted, a program parses");
  require(ast::same(*program, again), "converted, a program is the same");
}

void run(std::string_view input) {
  SourceManager sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("input.jsonl", std::string(input));
  const ast::Program program = parse_json_program(sources, file, diagnostics);
  print_tokens(sources, file, /*is_json=*/true);
  parse_library(sources, file, diagnostics);
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
}  // namespace seedc::fuzz
