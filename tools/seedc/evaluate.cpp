// Loading and running.
#include "tools/seedc/evaluate.h"

#include <fmt/format.h>

#include "runtime/exec/needs.h"
#include "runtime/report/requests.h"
#include "tools/seedc/output.h"
#include "tools/terminal/progress.h"

namespace seedc {
namespace {

void add_needs(DataNeeds& needs, const DataNeeds& more) {
  const auto append = [](std::vector<Path>& paths, const std::vector<Path>& others) {
    paths.insert(paths.end(), others.begin(), others.end());
  };
  append(needs.item_paths, more.item_paths);
  append(needs.review_paths, more.review_paths);
  needs.texts = needs.texts || more.texts;
  needs.names = needs.names || more.names;
  needs.judgements = needs.judgements || more.judgements;
}

void print_text_ledger(const TextLedger& ledger) {
  if (ledger.searches_undecided == 0) return;
  fmt::print(
      stderr,
      "warning: {} searches reached the match limit of their pattern; they count as unknown\n",
      ledger.searches_undecided);
}

}  // namespace

Result<Dataset> load_for(const plan::Plan& plan, const EvaluateOptions& options,
                         const DataNeeds& more) {
  DataNeeds needs = needs_of(plan);
  needs.item_paths.push_back(name_path());
  for (const plan::Formula& formula : plan.formulas) add_needs(needs, needs_of(formula));
  add_needs(needs, more);
  Progress reading("reading data");
  auto dataset =
      load_dataset(options.data, needs,
                   {.strict = options.strict,
                    .threads = options.threads,
                    .progress = [&](auto done, auto total) { reading.show(done, total); }});
  if (dataset) print_load_report(dataset->report(), *dataset);
  return dataset;
}

Result<RunResult> evaluate(const plan::Plan& plan, const Dataset& dataset,
                           const EvaluateOptions& options) {
  const auto kernels = make_kernels(plan, options.backend, dataset.item_count());
  if (!kernels) return tl::unexpected(kernels.error());
  Progress searching("searching texts");
  auto run = execute(plan, dataset, **kernels,
                     {.threads = options.threads,
                      .progress = [&](auto done, auto total) { searching.show(done, total); }});
  if (run) print_text_ledger(run->texts());
  return run;
}

}  // namespace seedc
