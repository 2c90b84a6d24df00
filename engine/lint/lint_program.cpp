// Runs all lints in order: those without data first, then the others on one run over the data.
#include "engine/lint/lint_program.h"

#include <utility>

#include "compiler/check/evidence_check.h"
#include "engine/ignored_lines.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/lint.h"
#include "engine/lint/lint_conditions.h"
#include "engine/lint/lint_formula_values.h"
#include "engine/lint/lint_formulas.h"
#include "engine/lint/lint_match.h"
#include "engine/lint/lint_names.h"
#include "engine/lint/lint_results.h"
#include "engine/lint/lint_run.h"
#include "engine/lint/requests_alike.h"

namespace seedc::lint {
namespace {

/// Reports names whose meaning on this data is not what it was in the first edition.
void lint_editions(const engine::Compilation& compilation, diag::Diagnostics& diagnostics) {
  for (const ast::Field& use : compilation.convention_uses) {
    const auto reading = compilation.conventions.find(use.text);
    if (reading == compilation.conventions.end() || reading->second.earlier.empty()) continue;
    diagnostics
        .report(diag::DiagCode::EditionChange, use.span, "`" + use.text + "`",
                check::meaning_of(reading->second), reading->second.earlier)
        .help = "write the condition out to keep the earlier meaning";
  }
}

std::vector<ir::Request> numbered(const ir::Module& module, const ValueNumbers& numbers) {
  std::vector<ir::Request> requests;
  for (const ir::Request& request : module.requests)
    requests.push_back({.id = request.id, .root = numbers.canonical[request.root]});
  return requests;
}

base::Result<void> run_lints(engine::Compilation& compilation, const LintOptions& options) {
  diag::Diagnostics& diagnostics = compilation.diagnostics;
  const LintInput input{compilation.sources, compilation.programs, compilation.requests,
                        compilation.module, compilation.values};
  ValueNumbers numbers = number_values(compilation.module);
  const auto proofs = options.proofs != nullptr ? options.proofs : std::make_shared<Proofs>();
  const std::vector<NamedEvidence> named =
      lint_requests(input, numbers, options.benchmark, *proofs, diagnostics, options.host->call());
  lint_editions(compilation, diagnostics);
  if (auto done = lint_formulas(compilation, options); !done) return done;
  lint_formula_values(compilation);  // unless others say more of a location
  if (compilation.module.requests.empty()) return {};

  if (auto done = lint_requests_alike(input, numbers, diagnostics, options.host->call()); !done)
    return done;
  const std::vector<ConditionSite> sites = condition_sites(input, numbers);
  if (!options.data) {
    for (const ConditionSite& site : sites) {
      options.host->call().check();
      lint_match(site, *numbers.module.insts[site.value].condition, nullptr, {}, diagnostics);
    }
    return {};
  }
  check::SchemaNeeds needs;
  for (const NamedEvidence& name : named) needs.add(name.name);
  const bool can_look_up = compilation.names->read(needs).has_value();
  const resolve::Convention* convention = compilation.names->convention();
  const std::vector<NameDoubt> doubts = can_look_up && convention != nullptr
                                            ? doubtful_names(named, numbers, *convention)
                                            : std::vector<NameDoubt>();
  std::vector<ir::ValueId> conditions;
  for (const ConditionSite& site : sites) conditions.push_back(site.value);
  for (const NameDoubt& doubt : doubts) conditions.push_back(doubt.by_convention);
  const auto run =
      LintRun::make(numbers.module, conditions, numbered(compilation.module, numbers),
                    {.data = options.data, .threads = options.threads, .host = options.host});
  if (!run) return tl::unexpected(run.error());
  const auto never = lint_conditions(sites, *run, *compilation.names, diagnostics);
  lint_names(doubts, *run, diagnostics);
  lint_results(input, numbers, *run, never, diagnostics);
  return {};
}

}  // namespace

base::Result<void> lint(engine::Compilation& compilation, const LintOptions& options) {
  if (auto done = run_lints(compilation, options); !done) return done;
  engine::report_unused_ignores(
      compilation, {.has_data = options.data != nullptr, .has_benchmark = options.benchmark});
  return {};
}

}  // namespace seedc::lint
