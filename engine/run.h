// Runs programs on a dataset: results of requests, ranked, and of formulas.
//
// Calls run on the caller's thread and use others inside, as many as the options say.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/evaluate.h"
#include "engine/formulas.h"
#include "engine/program.h"
#include "engine/report/data_findings.h"
#include "engine/report/requests.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// What a report needs. Its parts refer to one another; it can be moved, and needs nothing else.
/// One that outlives its call is formatted in another after `dataset = dataset.for_call(other)`.
struct ProgramRun {
  std::shared_ptr<const contract::Plan> plan;
  std::shared_ptr<const Prepared> prepared;
  data::Dataset dataset;
  exec::RunResult run;
  std::vector<report::RequestResult> results;  ///< of all requests, also those with errors
  std::deque<ScoredFormula> formulas;
  std::vector<report::FormulaReport> reports;  ///< of all formulas, the programs' own first
  std::size_t own_formulas = 0;                ///< how many of them come first
  std::vector<base::Error> faults = {};        ///< of the data (engine/review_fault.h)
};

/// Loads what the plan reads and `more`, and decides the requests. Formulas are not scored yet.
base::Result<ProgramRun> run_requests(const Compilation& compilation, contract::Plan plan,
                                      const EvaluateOptions& options,
                                      const data::DataNeeds& more = {});

/// The same with what was made of the plan before, for any number of runs: several threads may run
/// it at once, each with options of its own. A null pointer: it is made here, for as many items as
/// there are, and is in the result.
base::Result<ProgramRun> run_requests(const Compilation& compilation,
                                      std::shared_ptr<const contract::Plan> plan,
                                      std::shared_ptr<const Prepared> prepared,
                                      const EvaluateOptions& options,
                                      const data::DataNeeds& more = {});

/// Gives the requests of these numbers in the module the status of requests with errors.
void refuse_requests(ProgramRun& run, const Compilation& compilation,
                     std::span<const std::size_t> refused);

/// Scores the formulas, and ranks the requests by them, keeping the first `options.top` matches of
/// each. Fails if extractions cannot be read or, if they are required, are missing.
base::Result<void> run_formulas(ProgramRun& run, const Compilation& compilation,
                                const FormulaRunOptions& options);

/// That outputs of the programs' own formulas, or the first ones of a ranking, are not settled;
/// std::nullopt if all are.
std::optional<base::Error> find_open_outputs(const ProgramRun& run, base::SettingNames names);

/// What was wrong with the data and the extractions that the run read.
std::vector<report::DataFinding> data_findings(const ProgramRun& run);

/// `"key":[…]` of objects: those of one text are separated already, and some texts have none.
std::string json_list(std::string_view key, std::initializer_list<std::string> objects);

/// The tables of a run: its requests, if it has any, and its own formulas.
struct RunTables {
  bool requests = false;
  std::size_t formulas = 0;

  std::size_t count() const { return formulas + (requests ? 1 : 0); }
};
RunTables tables_of(const ProgramRun& run);

struct RunReportOptions {
  report::TableOptions tables = {};
  bool long_rows = false;  ///< CSV of requests: a row per request and item, not per match
  /// Of the tables only the one of this number, the first being that of the requests.
  std::optional<std::size_t> only = {};
};
/// Requests first, then the programs' own formulas. Of Json, the lists `requests` and `formulas`
/// without the braces around them. CSV is of one table.
std::string format_program_run(const ProgramRun& run, report::Format format,
                               const RunReportOptions& options = {});

}  // namespace seedc::engine
