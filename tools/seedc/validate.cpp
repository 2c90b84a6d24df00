// The `validate` command: checks that each request matches its gold item and no other.
#include <unistd.h>

#include <algorithm>

#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct ValidateOptions {
  RunCommand run;
  std::string groundtruth, matrix, conditions;  ///< files to write, or empty
  bool failed_only = false;
};

/// Requests without an error whose gold item is not the one match.
bool is_in_question(Status status) {
  return status == Status::MultiMatch || status == Status::GoldNotMatch;
}

/// What could be changed, for people.
std::string changes_for(const Compiled& compiled, const Results& results) {
  if (std::ranges::none_of(results.statuses(), is_in_question)) return "";
  return compiled.program
      .distinguish(*compiled.data, {.count = 1, .depth = 2, .brief = true}, command_call())
      .text;
}

void write_results(const ValidateOptions& options, const Compiled& compiled, const Results& results,
                   OutputFile& output) {
  if (!options.groundtruth.empty()) write_file(options.groundtruth, results.groundtruth());
  if (!options.matrix.empty()) write_file(options.matrix, results.matrix());
  if (!options.conditions.empty()) write_file(options.conditions, results.conditions());
  const std::string validation = results.validation(
      format_on(options.run), {.failed_only = options.failed_only}, command_call());
  const std::string changes =
      options.run.format == Format::Text ? changes_for(compiled, results) : "";
  // What failed ends with the counts; the changes begin with a blank line.
  const bool is_changes_first = options.failed_only && !changes.empty();
  output.write(is_changes_first ? changes.substr(1) + '\n' + validation : validation + changes);
  output.finish();
}

int validate_command(const ValidateOptions& options) {
  use_width_of(options.run.output);
  const Compiled compiled(options.run.program);
  const Program& program = compiled.program;
  if (program.request_ids().empty() && program.scoring_count() > 0)
    fail_usage("there is no request to validate", "`seedc run` scores items by formulas");
  if (view().wide && options.run.format != Format::Text)
    fail_usage("`--wide` is for tables: other formats cut nothing off");
  OutputFile output(options.run.output);
  const Results results =
      program
          .prepare({.backend = options.run.backend, .conditions = !options.conditions.empty()},
                   command_call())
          .run(*compiled.data, {}, command_call());
  print_stderr(results.findings_text(text_format(STDERR_FILENO), command_call()));
  write_results(options, compiled, results, output);
  write_page(options.run.page, options.run.program, {}, results, *compiled.data);
  const std::vector<Status> statuses = results.statuses();
  if (program.has_errors() || has_errors(results) || statuses.empty()) return kBadProgram;
  const bool all_ok =
      std::ranges::all_of(statuses, [](Status status) { return status == Status::Ok; });
  return all_ok ? kDone : kNo;
}

}  // namespace

Command add_validate(CLI::App& app) {
  const auto settings = std::make_shared<ValidateOptions>();
  ValidateOptions& options = *settings;
  options.run.program.compile.requests_only = true;
  CLI::App* command =
      app.add_subcommand("validate", "check that each request matches its gold item and no other");
  add_programs(*command, options.run.program, "requests: .req, .json or .jsonl files")->required();
  add_data_option(*command, options.run.program.data);
  add_run_options(*command, options.run, /*validates=*/true);
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
  command->add_flag("--failed", options.failed_only,
                    "list only the requests that are not ok, and the counts at the end");
  command->footer(
      "Exit status 0 if all are ok, 1 if not, 2 if a request is wrong.\n"
      "Example: seedc validate examples/cafes/requests.jsonl --data examples/cafes \\\n"
      "           --matrix matrix.json");
  return {command, [settings] { return validate_command(*settings); }};
}

}  // namespace seedc::tool
