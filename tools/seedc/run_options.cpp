// Parses formats and backends, and compiles programs for `run` and `validate`.
#include "tools/seedc/run_options.h"

#include "engine/lint/lint_data.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, report::Format> kFormats = {{"table", report::Format::Table},
                                                        {"jsonl", report::Format::Jsonl},
                                                        {"json", report::Format::Json},
                                                        {"csv", report::Format::Csv}};
const std::map<std::string, engine::Backend> kBackends = {{"auto", engine::Backend::Auto},
                                                          {"jit", engine::Backend::Jit},
                                                          {"interp", engine::Backend::Interp}};

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  add_choice(command, "--format", options.format, kFormats,
             "how to print the results (default: table)");
  add_choice(command, "--backend", options.evaluate.backend, kBackends,
             "evaluation backend (default: auto)");
  add_threads_option(command, options.evaluate.threads);
  add_strict_option(command, options.evaluate.strict);
  add_compile_options(command, options.compile);
}

base::Result<std::unique_ptr<engine::Compilation>> compile_programs(
    const RunOptions& options, const engine::CompileOptions& compile) {
  auto compilation = engine::compile_files(options.programs, compile);
  if (!compilation) return compilation;
  print_findings(**compilation);
  if (options.only_request.empty()) return compilation;
  return engine::select_request(**compilation, options.only_request).map([&] {
    return std::move(*compilation);
  });
}

data::DataNeeds needs_of_findings(const engine::Compilation& compilation) {
  return lint::needs_of_lint(compilation.module);
}

bool report_findings(const engine::Compilation& compilation, const diag::WarningOptions& warnings,
                     engine::ProgramRun& run) {
  diag::Diagnostics found(warnings);
  engine::refuse_requests(run, compilation,
                          lint::lint_data(compilation, run.dataset, run.run.texts(), found));
  print_findings(compilation, found);
  return !found.has_errors();
}

}  // namespace seedc::tool
