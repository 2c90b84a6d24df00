// The `validate` command: checks that each request matches its gold item and no other.
#include <unistd.h>

#include <algorithm>

#include "engine/run.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_options.h"
#include "tools/seedc/setting_names.h"

namespace seedc::tool {
namespace {

struct ValidateOptions {
  RunOptions run;
  std::string groundtruth, matrix, conditions;  ///< files to write, or empty
};

base::Result<bool> write_results(const ValidateOptions& options, const engine::ProgramRun& run) {
  const auto write = [](const std::string& path, const auto& text) -> base::Result<bool> {
    return path.empty() ? base::Result<bool>(true) : write_file(path, text());
  };
  const auto& [plan, prepared, dataset, values, results, formulas, reports, own] = run;
  for (const auto& done :
       {write(options.groundtruth, [&] { return report::format_groundtruth(results, dataset); }),
        write(options.matrix, [&] { return report::format_matrix(results, dataset); }),
        write(options.conditions,
              [&] { return report::format_conditions(*plan, values, dataset); }),
        write_stdout(report::format_validation(results, dataset, options.run.format,
                                               shows_colour(STDOUT_FILENO), setting_name))}) {
    if (!done) return done;
  }
  return true;
}

int validate_command(const ValidateOptions& options) {
  engine::CompileOptions compile = options.run.compile;
  compile.data = options.run.evaluate.data;
  const auto compilation = compile_programs(options.run, compile);
  if (!compilation) return print_error(compilation.error());
  engine::drop_formulas(**compilation);  // they have no effect here
  contract::Plan plan = engine::plan_of(**compilation, /*keep_names=*/!options.conditions.empty());
  if ((*compilation)->requests.empty() && !(*compilation)->formulas.empty()) {
    return print_error({base::ErrorKind::Usage, "there is no request to validate",
                        "`seedc run` scores items by formulas"});
  }
  auto run = engine::run_requests(**compilation, std::move(plan), options.run.evaluate,
                                  needs_of_findings(**compilation));
  if (!run) return print_error(run.error());
  const bool is_clean = report_findings(**compilation, options.run.compile.warnings, *run);
  if (auto done = write_results(options, *run); !done) return print_error(done.error());
  if ((*compilation)->diagnostics.has_errors() || !is_clean || run->results.empty())
    return kBadProgram;
  const bool all_ok = std::ranges::all_of(run->results, [](const report::RequestResult& result) {
    return result.status == report::Status::Ok;
  });
  return all_ok ? kDone : kNo;
}

}  // namespace

Command add_validate(CLI::App& app) {
  const auto settings = std::make_shared<ValidateOptions>();
  ValidateOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("validate", "check that each request matches its gold item and no other");
  command->add_option("REQUESTS", options.run.programs, "requests: .req, .json or .jsonl files")
      ->required()
      ->type_name("");
  add_data_option(*command, options.run.evaluate.data);
  add_run_options(*command, options.run);
  command
      ->add_option("--groundtruth", options.groundtruth,
                   "write one line per request with its status")
      ->type_name("FILE");
  command->add_option("--matrix", options.matrix, "write the value of every request at every item")
      ->type_name("FILE");
  command
      ->add_option("--conditions", options.conditions,
                   "write the value of every named condition at every item")
      ->type_name("FILE");
  command->footer(
      "Exit status 0 if all are ok, 1 if not, 2 if a request is wrong.\n"
      "Example: seedc validate examples/cafes/requests.jsonl --data examples/cafes \\\n"
      "           --matrix matrix.json");
  return {command, [settings] { return validate_command(*settings); }};
}

}  // namespace seedc::tool
