// run and validate: compile, load what the plan needs, execute, score, report.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/exec/execute.h"
#include "runtime/exec/needs.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/formulas.h"
#include "tools/seedc/output.h"
#include "tools/terminal/progress.h"

namespace seedc {
namespace {

/// Everything a report needs. The plan stays where it is: kernels refer to it.
struct Finished {
  std::unique_ptr<Compilation> compilation;
  std::unique_ptr<plan::Plan> plan;
  Dataset dataset;
  RunResult run;
  std::vector<RequestResult> results;  ///< of all requests, also those with errors
  std::deque<ScoredFormula> formulas;
  std::vector<FormulaReport> reports;  ///< of all formulas, the programs' own first
};

/// Keeps only one request; an error if there is none of that id.
Result<bool> select_request(Compilation& compilation, const std::string& id) {
  const auto it = std::find_if(compilation.requests.begin(), compilation.requests.end(),
                               [&](const CheckedRequest& request) { return request.id == id; });
  if (it == compilation.requests.end()) {
    std::vector<std::string> ids;
    for (const CheckedRequest& request : compilation.requests) ids.push_back(request.id);
    const std::string near = nearest(id, ids);
    return fail(ErrorKind::Usage, fmt::format("no request `{}`", id),
                near.empty() ? "" : "did you mean `" + near + "`?");
  }
  CheckedRequest selected = *it;
  if (selected.compiled) {
    compilation.module.requests = {compilation.module.requests[*selected.compiled]};
    selected.compiled = 0;
  } else {
    compilation.module.requests.clear();
  }
  compilation.requests = {std::move(selected)};
  return true;
}

std::vector<RequestResult> results_of(const Compilation& compilation, const plan::Plan& plan,
                                      const RunResult& run, const Dataset& dataset) {
  std::vector<RequestResult> results;
  for (const CheckedRequest& request : compilation.requests) {
    if (request.compiled) {
      results.push_back(
          result_of(plan.requests[*request.compiled], *request.compiled, run, dataset));
    } else {
      results.push_back({.id = request.id,
                         .gold = request.gold,
                         .compiled = false,
                         .matches = {},
                         .unknown = 0,
                         .values = {},
                         .status = Status::Error});
    }
  }
  return results;
}

void print_text_ledger(const TextLedger& ledger) {
  if (ledger.searches_undecided == 0) return;
  fmt::print(
      stderr,
      "warning: {} searches reached the match limit of their pattern; they count as unknown\n",
      ledger.searches_undecided);
}

Result<Dataset> load(const RunOptions& options, const DataNeeds& needs) {
  Progress reading("reading data");
  return load_dataset(options.data, needs,
                      {.strict = options.strict,
                       .threads = options.threads,
                       .progress = [&](auto done, auto total) { reading.show(done, total); }});
}

Result<RunResult> run_plan(const RunOptions& options, const plan::Plan& plan,
                           const Dataset& dataset, const Kernels& kernels) {
  Progress searching("searching texts");
  return execute(plan, dataset, kernels,
                 {.threads = options.threads,
                  .progress = [&](auto done, auto total) { searching.show(done, total); }});
}

/// What requests and formulas read of the data.
DataNeeds all_needs(const plan::Plan& plan) {
  DataNeeds needs = needs_of(plan);
  needs.item_paths.push_back(name_path());
  for (const plan::Formula& formula : plan.formulas) {
    const DataNeeds own = needs_of(formula);
    needs.item_paths.insert(needs.item_paths.end(), own.item_paths.begin(), own.item_paths.end());
    needs.review_paths.insert(needs.review_paths.end(), own.review_paths.begin(),
                              own.review_paths.end());
    needs.texts = needs.texts || own.texts;
  }
  return needs;
}

void rank_requests(Finished& finished, std::optional<std::size_t> top) {
  for (std::size_t i = 0; i < finished.results.size(); ++i) {
    const auto compiled = finished.compilation->requests[i].compiled;
    const auto rank = compiled ? finished.plan->requests[*compiled].rank : std::nullopt;
    if (!rank) continue;
    const ScoredFormula& formula = finished.formulas[rank->formula];
    rank_matches(finished.results[i], formula.formula->outputs[rank->output],
                 formula.result.outputs[rank->output], rank->descending, top);
  }
}

FormulaRunOptions formula_options(const RunOptions& options) {
  return {.extractions = options.extractions,
          .require_extractions = options.require_extractions,
          .sort = options.sort,
          .top = options.top,
          .backend = options.backend,
          .load = {.strict = options.strict, .threads = options.threads, .progress = {}},
          .execute = {.threads = options.threads, .progress = {}}};
}

/// How many of the plan's formulas are of the programs themselves.
std::size_t own_formulas(const Compilation& compilation) {
  const auto begin = compilation.formulas.begin();
  return static_cast<std::size_t>(
      std::count_if(begin, begin + static_cast<std::ptrdiff_t>(compilation.own_formulas),
                    [](const CheckedFormula& formula) { return formula.compiled.has_value(); }));
}

/// Options of formulas where there is none would have no effect, which is not what was meant.
Result<bool> check_use(const RunOptions& options, const Compilation& compilation) {
  if (!options.sort.empty() && compilation.own_formulas == 0)
    return fail(ErrorKind::Usage, "`--sort` names an output of a formula, and there is no formula",
                "rank a request by one: R1: AND(…) rank by \"FORMULA.json\".NAME");
  if (!options.extractions.empty() && compilation.formulas.empty())
    return fail(ErrorKind::Usage, "`--extractions` is read by formulas, and there is no formula");
  return true;
}

/// Scores the formulas and ranks by them.
Result<bool> run_formulas(const RunOptions& options, Finished& finished) {
  if (finished.plan->formulas.empty()) return true;
  const FormulaRunOptions own_options = formula_options(options);
  auto scored = score_formulas(*finished.plan, finished.dataset, own_options);
  if (!scored) return tl::unexpected(scored.error());
  finished.formulas = std::move(*scored);
  finished.reports = report_formulas(finished.formulas, own_options);
  for (const ScoredFormula& formula : finished.formulas)
    print_absent_values(*formula.formula, finished.dataset, formula.extractions);
  rank_requests(finished, options.top);
  return true;
}

/// What validate has no use for.
void drop_formulas(ir::Module& module) {
  module.formulas.clear();
  for (ir::Request& request : module.requests) request.rank.reset();
}

/// Compiles and runs requests. Diagnostics and the ledger go to stderr on the way.
Result<Finished> compile_and_run(const RunOptions& options, bool is_validation, bool keep_names) {
  auto compilation = compile_files(options.programs, options.compile);
  if (!compilation) return tl::unexpected(compilation.error());
  print_diagnostics((*compilation)->diagnostics, (*compilation)->sources);
  if (!options.only_request.empty()) {
    if (auto selected = select_request(**compilation, options.only_request); !selected) {
      return tl::unexpected(selected.error());
    }
  }
  if (is_validation) drop_formulas((*compilation)->module);
  auto plan = std::make_unique<plan::Plan>(plan_of(**compilation, keep_names));
  if (!is_validation) {
    if (auto used = check_use(options, **compilation); !used) return tl::unexpected(used.error());
    const auto checked =
        check_options(*plan, own_formulas(**compilation), formula_options(options));
    if (!checked) return tl::unexpected(checked.error());
  } else if ((*compilation)->requests.empty() && !(*compilation)->formulas.empty()) {
    return fail(ErrorKind::Usage, "there is no request to validate",
                "`seedc run` scores items by formulas");
  }
  auto dataset = load(options, all_needs(*plan));
  if (!dataset) return tl::unexpected(dataset.error());
  print_load_report(dataset->report(), *dataset);
  const auto kernels = make_kernels(*plan, options.backend, dataset->item_count());
  if (!kernels) return tl::unexpected(kernels.error());
  auto run = run_plan(options, *plan, *dataset, **kernels);
  if (!run) return tl::unexpected(run.error());
  print_text_ledger(run->texts());
  auto results = results_of(**compilation, *plan, *run, *dataset);
  return Finished{std::move(*compilation),
                  std::move(plan),
                  std::move(*dataset),
                  std::move(*run),
                  std::move(results),
                  {},
                  {}};
}

/// Requests first, then the programs' own formulas.
std::string format_all(const Finished& finished, Format format) {
  const auto own = std::span(finished.reports).first(own_formulas(*finished.compilation));
  const std::string requests = finished.results.empty()
                                   ? std::string()
                                   : format_run(finished.results, finished.dataset, format);
  if (own.empty()) return requests;
  const std::string formulas = format_formulas(own, finished.dataset, format);
  if (requests.empty()) return formulas;
  if (format == Format::Jsonl) return requests + formulas;
  if (format != Format::Json) return requests + '\n' + formulas;
  return "{\"requests\":" + requests + ",\"formulas\":" + formulas + "}\n";
}

}  // namespace

int run_command(const RunOptions& options) {
  auto finished = compile_and_run(options, /*is_validation=*/false, /*keep_names=*/false);
  if (!finished) return print_error(finished.error());
  if (auto done = run_formulas(options, *finished); !done) return print_error(done.error());
  if (auto done = write_stdout(format_all(*finished, options.format)); !done)
    return print_error(done.error());
  for (const FormulaReport& report : finished->reports) print_formula_ledger(report);
  return finished->compilation->diagnostics.has_errors() ? kBadProgram : kDone;
}

int validate_command(const ValidateOptions& options) {
  const auto finished =
      compile_and_run(options.run, /*is_validation=*/true, !options.conditions.empty());
  if (!finished) return print_error(finished.error());
  const auto& [compilation, plan, dataset, run, results, formulas, reports] = *finished;
  const auto write = [](const std::string& path, const auto& text) -> Result<bool> {
    return path.empty() ? Result<bool>(true) : write_file(path, text());
  };
  for (const auto& done :
       {write(options.groundtruth, [&] { return format_groundtruth(results, dataset); }),
        write(options.matrix, [&] { return format_matrix(results, dataset); }),
        write(options.conditions, [&] { return format_conditions(*plan, run, dataset); }),
        write_stdout(format_validation(results, dataset, options.run.format,
                                       shows_colour(STDOUT_FILENO)))}) {
    if (!done) return print_error(done.error());
  }
  if (compilation->diagnostics.has_errors() || results.empty()) return kBadProgram;
  const bool all_ok = std::all_of(results.begin(), results.end(),
                                  [](const auto& r) { return r.status == Status::Ok; });
  return all_ok ? kDone : kNo;
}

}  // namespace seedc
