// Evaluates requests, scores formulas, and ranks requests by them.
#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace seedc::engine {
namespace {

std::vector<report::RequestResult> results_of(const Compilation& compilation,
                                              const contract::Plan& plan,
                                              const exec::RunResult& run,
                                              const data::Dataset& dataset) {
  std::vector<report::RequestResult> results;
  for (const check::CheckedRequest& request : compilation.requests) {
    dataset.call().check();
    if (request.compiled) {
      results.push_back(
          report::result_of(plan.requests[*request.compiled], *request.compiled, run, dataset));
    } else {
      results.push_back({.id = request.id, .gold = request.gold, .status = report::Status::Error});
    }
  }
  return results;
}

void rank_requests(ProgramRun& run, const Compilation& compilation,
                   std::optional<std::size_t> top) {
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    run.dataset.call().check();
    const auto compiled = compilation.requests[i].compiled;
    const bool is_refused = run.results[i].status == report::Status::Error;
    const auto rank = compiled && !is_refused ? run.plan->requests[*compiled].rank : std::nullopt;
    if (!rank) continue;
    const ScoredFormula& formula = run.formulas[rank->formula];
    report::rank_matches(run.results[i], formula.formula->outputs[rank->output],
                         formula.result.outputs[rank->output], rank->descending, top);
  }
}

base::Result<ProgramRun> run_on(data::Dataset dataset, const Compilation& compilation,
                                std::shared_ptr<const contract::Plan> plan,
                                std::shared_ptr<const Prepared> prepared,
                                const EvaluateOptions& options) {
  auto run = evaluate(*prepared, dataset, options);
  if (!run) return tl::unexpected(run.error());
  auto results = results_of(compilation, *plan, *run, dataset);
  return ProgramRun{std::move(plan),
                    std::move(prepared),
                    std::move(dataset),
                    std::move(*run),
                    std::move(results),
                    {},
                    {},
                    own_compiled_formulas(compilation)};
}

}  // namespace

base::Result<ProgramRun> run_requests(const Compilation& compilation, contract::Plan plan,
                                      const EvaluateOptions& options, const data::DataNeeds& more) {
  return run_requests(compilation, std::make_shared<const contract::Plan>(std::move(plan)), nullptr,
                      options, more);
}

base::Result<ProgramRun> run_requests(const Compilation& compilation,
                                      std::shared_ptr<const contract::Plan> plan,
                                      std::shared_ptr<const Prepared> prepared,
                                      const EvaluateOptions& options, const data::DataNeeds& more) {
  auto dataset = load_for(*plan, options, more);
  if (!dataset) return tl::unexpected(dataset.error());
  if (!prepared) {
    auto made = Prepared::make(*plan, options.backend, dataset->item_count(), dataset->call());
    if (!made) return tl::unexpected(made.error());
    prepared = *std::move(made);
  }
  return run_on(std::move(*dataset), compilation, std::move(plan), std::move(prepared), options);
}

void refuse_requests(ProgramRun& run, const Compilation& compilation,
                     std::span<const std::size_t> refused) {
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const auto compiled = compilation.requests[i].compiled;
    if (!compiled || std::ranges::find(refused, *compiled) == refused.end()) continue;
    run.results[i] = {
        .id = run.results[i].id, .gold = run.results[i].gold, .status = report::Status::Error};
  }
}

base::Result<void> run_formulas(ProgramRun& run, const Compilation& compilation,
                                const FormulaRunOptions& options) {
  if (run.plan->formulas.empty()) return {};
  auto scored = score_formulas(*run.prepared, run.dataset, options);
  if (!scored) return tl::unexpected(scored.error());
  run.formulas = std::move(*scored);
  run.reports = report_formulas(run.formulas, options);
  rank_requests(run, compilation, options.top);
  return {};
}

std::string format_program_run(const ProgramRun& run, report::Format format,
                               base::SettingNames names) {
  const auto own = std::span(run.reports).first(std::min(run.own_formulas, run.reports.size()));
  const std::string requests = run.results.empty()
                                   ? std::string()
                                   : report::format_run(run.results, run.dataset, format, names);
  if (own.empty()) return requests;
  const std::string formulas = report::format_formulas(own, run.dataset, format, names);
  if (requests.empty()) return formulas;
  if (format == report::Format::Jsonl) return requests + formulas;
  if (format != report::Format::Json) return requests + '\n' + formulas;
  return "{\"requests\":" + requests + ",\"formulas\":" + formulas + "}\n";
}

}  // namespace seedc::engine
