// run and validate: compile, load what the plan needs, execute, report.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/exec/execute.h"
#include "runtime/exec/needs.h"
#include "tools/seedc/commands.h"
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

/// Compiles and runs. Diagnostics and the ledger go to stderr on the way.
Result<Finished> compile_and_run(const RunOptions& options, bool keep_names) {
  auto compilation = compile_files(options.programs, options.compile);
  if (!compilation) return tl::unexpected(compilation.error());
  print_diagnostics((*compilation)->diagnostics, (*compilation)->sources);
  if (!options.only_request.empty()) {
    if (auto selected = select_request(**compilation, options.only_request); !selected) {
      return tl::unexpected(selected.error());
    }
  }
  auto plan = std::make_unique<plan::Plan>(plan_of(**compilation, keep_names));
  DataNeeds needs = needs_of(*plan);
  needs.item_paths.push_back(name_path());
  auto dataset = load(options, needs);
  if (!dataset) return tl::unexpected(dataset.error());
  print_load_report(dataset->report(), *dataset);
  const auto kernels = make_kernels(*plan, options.backend, dataset->item_count());
  if (!kernels) return tl::unexpected(kernels.error());
  auto run = run_plan(options, *plan, *dataset, **kernels);
  if (!run) return tl::unexpected(run.error());
  print_text_ledger(run->texts());
  auto results = results_of(**compilation, *plan, *run, *dataset);
  return Finished{std::move(*compilation), std::move(plan), std::move(*dataset), std::move(*run),
                  std::move(results)};
}

}  // namespace

int run_command(const RunOptions& options) {
  const auto finished = compile_and_run(options, /*keep_names=*/false);
  if (!finished) return print_error(finished.error());
  if (auto done = write_stdout(format_run(finished->results, finished->dataset, options.format));
      !done) {
    return print_error(done.error());
  }
  return finished->compilation->diagnostics.has_errors() ? kBadProgram : kDone;
}

int validate_command(const ValidateOptions& options) {
  const auto finished = compile_and_run(options.run, !options.conditions.empty());
  if (!finished) return print_error(finished.error());
  const auto& [compilation, plan, dataset, run, results] = *finished;
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
