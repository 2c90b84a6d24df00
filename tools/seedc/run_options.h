// The options that `run` and `validate` share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/report/requests.h"
#include "engine/run.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/llm_options.h"

namespace seedc::tool {

/// Options of both commands.
struct RunOptions {
  std::vector<std::string> programs;
  engine::EvaluateOptions evaluate = command_evaluate_options();
  engine::CompileOptions compile = command_compile_options();
  report::Format format = report::Format::Table;
  bool by_item = false;      ///< as in StreamOptions
  std::string only_request;  ///< run: the one request to run, or empty
  /// Of formulas, as in FormulaRunOptions.
  std::vector<std::string> extractions;
  bool extract = false;  ///< a language model makes them
  LlmOptions llm;
  bool require_extractions = false;
  std::string sort;
  std::optional<std::size_t> top;
};

void add_run_options(CLI::App& command, RunOptions& options);

/// Compiles the programs, of them the one request that is asked for, and prints what is wrong.
base::Result<std::unique_ptr<engine::Compilation>> compile_programs(
    const RunOptions& options, const engine::CompileOptions& compile);

/// What `report_findings` reads.
data::DataNeeds needs_of_findings(const engine::Compilation& compilation);

/// Prints what the requests refer to and the data does not have, and which searches reached their
/// match limit. Where that is an error (-Werror), the requests become requests with errors, and the
/// result is false.
bool report_findings(const engine::Compilation& compilation, const diag::WarningOptions& warnings,
                     engine::ProgramRun& run);

}  // namespace seedc::tool
