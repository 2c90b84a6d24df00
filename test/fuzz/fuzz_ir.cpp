// IR text of any origin: an error, or a module that verifies, prints and reads back, verifies after
// every pass, and gives the same results on both backends, optimised or not.
#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/parse/parse.h"
#include "engine/program.h"
#include "test/fuzz/module_run.h"
#include "test/fuzz/seeds.h"
#include "test/fuzz/target.h"

namespace seedc::fuzz::ir_target {
namespace {

/// std::nullopt if it has errors.
std::optional<ir::Module> read_module(std::string_view text) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("input.ir", std::string(text));
  ir::Module module = ir::read(sources, file, diagnostics);
  diag::render_text(diagnostics, sources, /*colour=*/true);
  return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(module));
}

void check_text(const ir::Module& module) {
  const std::string printed = ir::print(module);
  const auto again = read_module(printed);
  require(again && ir::print(*again) == printed, "a module that is printed reads back");
}

void run(std::string_view input) {
  const auto module = read_module(input);
  if (!module) return;
  check_text(*module);
  ir::Module optimised = *module;
  for (const opt::Pass& pass : opt::pipeline()) {
    optimised = pass.run(optimised);
    require(ir::verify(optimised).empty(), "a module verifies behind every pass");
  }
  for (const opt::Pass& pass : opt::all_passes())
    require(ir::verify(pass.run(*module)).empty(), "a module verifies behind any pass");
  check_run(*module, optimised);
}

/// A program of the examples as a module.
std::string module_of(const std::string& path) {
  const auto compilation = engine::compile_text(path, tree_file(path), {});
  require(compilation.has_value(), "the examples compile");
  return ir::print((*compilation)->module);
}

std::vector<std::string> seeds() {
  std::vector<std::string> all = golden_inputs(".ir");
  for (const char* path : {"examples/first.json", "examples/cafes/freshness.json",
                           "examples/cafes/risk.json", "examples/cafes/value.json"})
    all.push_back(module_of(path));
  return all;
}

const Registration kRegistration({"ir", run, seeds, /*price=*/2});

}  // namespace
}  // namespace seedc::fuzz::ir_target
