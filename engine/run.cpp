// Evaluates requests, scores formulas, and ranks requests by them.
#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "engine/report/load_report.h"
#include "engine/report/places.h"
#include "engine/report/text.h"
#include "engine/review_fault.h"

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
    const std::vector<language::Cell>& values = formula.result.outputs[rank->output];
    report::RequestResult& result = run.results[i];
    const std::size_t open = report::open_places(
        result.matches.list(), {rank->output, values, formula.open, rank->descending},
        top.value_or(result.matches.size()));
    report::rank_matches(result, formula.formula->outputs[rank->output], values, rank->descending,
                         top);
    result.ranking->open = open;
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

std::vector<report::DataFinding> data_findings(const ProgramRun& run) {
  auto findings = report::load_findings(run.dataset.report(), run.faults);
  const auto add = [&](std::vector<report::DataFinding>&& more) {
    std::ranges::move(more, std::back_inserter(findings));
  };
  for (const ScoredFormula& formula : run.formulas) {
    add(report::absent_findings(*formula.formula, run.dataset, formula.extractions));
    add(report::extraction_findings(formula.extractions.report()));
  }
  return findings;
}

std::string json_list(std::string_view key, std::initializer_list<std::string> objects) {
  std::string all;
  for (const std::string& some : objects) {
    if (!some.empty()) all += (all.empty() ? "" : ",\n") + some;
  }
  return fmt::format("\"{}\":[{}]", key, all.empty() ? "" : '\n' + all + '\n');
}

base::Result<ProgramRun> run_requests(const Compilation& compilation, contract::Plan plan,
                                      const EvaluateOptions& options, const data::DataNeeds& more) {
  return run_requests(compilation, std::make_shared<const contract::Plan>(std::move(plan)), nullptr,
                      options, more);
}

base::Result<ProgramRun> run_requests(const Compilation& compilation,
                                      std::shared_ptr<const contract::Plan> plan,
                                      std::shared_ptr<const Prepared> prepared,
                                      const EvaluateOptions& options, const data::DataNeeds& more) {
  auto dataset = load_for(*plan, options, more, TextUse::Searched);
  if (!dataset) return tl::unexpected(dataset.error());
  if (!prepared) {
    Stage stage(*options.host, "prepare");
    stage.did(plan->conditions.size(), "condition");
    auto made = Prepared::make(*plan, options.backend, dataset->item_count(), dataset->call());
    if (!made) return tl::unexpected(made.error());
    prepared = *std::move(made);
  }
  auto faults = data_faults(*dataset, needs_for(*plan), *options.data);
  return run_on(std::move(*dataset), compilation, std::move(plan), std::move(prepared), options)
      .map([&](ProgramRun run) {
        run.faults = std::move(faults);
        return run;
      });
}

void refuse_requests(ProgramRun& run, const Compilation& compilation,
                     std::span<const std::size_t> refused) {
  std::vector<bool> are_refused(run.results.size());
  for (const std::size_t request : refused) are_refused[request] = true;
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const auto compiled = compilation.requests[i].compiled;
    if (!compiled || !are_refused[*compiled]) continue;
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

std::optional<base::Error> find_open_outputs(const ProgramRun& run, base::SettingNames names) {
  std::vector<report::FormulaLedger> ledgers;
  for (const report::FormulaReport& report : run.reports)
    ledgers.push_back(report::FormulaLedger::of(report));
  const auto own = std::span(ledgers).first(std::min(run.own_formulas, ledgers.size()));
  if (auto error = find_open_outputs(own, names)) return error;
  const auto open = std::ranges::find_if(run.results, [](const report::RequestResult& result) {
    return result.ranking && result.ranking->open > 0;
  });
  if (open == run.results.end()) return std::nullopt;
  return not_settled(
      fmt::format("{} of the first {} of request `{}` {} not settled", open->ranking->open,
                  open->matches.size(), open->id, open->ranking->open == 1 ? "is" : "are"),
      ledgers, names);
}

RunTables tables_of(const ProgramRun& run) {
  return {.requests = !run.results.empty(),
          .formulas = std::min(run.own_formulas, run.reports.size())};
}

namespace {

/// The requests and formulas that are reported.
struct Reported {
  const std::vector<report::RequestResult>& requests;
  std::span<const report::FormulaReport> formulas;
};

std::string requests_text(const Reported& reported, const ProgramRun& run, report::Format format,
                          const RunReportOptions& options) {
  if (reported.requests.empty()) return {};
  return format == report::Format::Csv
             ? report::format_request_rows(reported.requests, run.dataset, options.long_rows)
             : report::format_run(reported.requests, run.dataset, format, options.tables.layout);
}

Reported reported(const ProgramRun& run, std::optional<std::size_t> only) {
  static const std::vector<report::RequestResult> kNone;
  const RunTables tables = tables_of(run);
  const auto formulas = std::span(run.reports).first(tables.formulas);
  if (!only) return {run.results, formulas};
  if (tables.requests && *only == 0) return {run.results, {}};
  return {kNone, formulas.subspan(*only - (tables.requests ? 1 : 0), 1)};
}

}  // namespace

std::string format_program_run(const ProgramRun& run, report::Format format,
                               const RunReportOptions& options) {
  const Reported shown = reported(run, options.only);
  std::string requests = requests_text(shown, run, format, options);
  const std::string formulas =
      report::format_formulas(shown.formulas, run.dataset, format, options.tables);
  if (format == report::Format::Json)
    return json_list("requests", {requests}) + ',' + json_list("formulas", {formulas});
  const bool are_apart = format == report::Format::Table && !requests.empty() && !formulas.empty();
  if (are_apart) requests += '\n';
  return std::move(requests) + formulas;
}

}  // namespace seedc::engine
