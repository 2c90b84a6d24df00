// The `explain` command: explains a program's results at one item, or how a condition name is
// resolved.
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct ExplainCommand {
  ProgramOptions program;
  std::string name;  ///< a condition name instead of programs
  ExplainOptions explain;
};

/// Options of one language where there is only the other would have no effect.
void check_use(const Program& program, const ExplainOptions& options) {
  if (!options.request.empty() && program.request_ids().empty())
    fail_usage("`--request` names a request, and there is none");
  const bool has_formula = !program.formula_names().empty();
  if (!options.step.empty() && !has_formula)
    fail_usage("`--step` names a step of a formula, and there is no formula");
  if (!options.extractions.empty() && !has_formula)
    fail_usage("`--extractions` is read by formulas, and there is no formula");
}

int explain_programs(const ExplainCommand& options) {
  const Compiled compiled(options.program);
  check_use(compiled.program, options.explain);
  ExplainOptions explain = options.explain;
  if (explain.format == Format::Text) explain.format = text_format(STDOUT_FILENO);
  return print_result(compiled.program.explain(*compiled.data, explain, command_call()),
                      compiled.program.has_errors() ? kBadProgram : kDone);
}

/// Status 1 if the name has no reading, or several.
int explain_one_name(const ExplainCommand& options) {
  const Session session = command_session(options.program.threads);
  const ExplainedName explained =
      open_data(session, options.program.data)
          .explain_name(options.name, options.explain.format, command_call());
  return print_result(explained.text, explained.readings == 1 ? kDone : kNo);
}

int explain_command(const ExplainCommand& options) {
  if (!options.name.empty()) return explain_one_name(options);
  if (!options.program.has_programs() || options.explain.item.value_or("").empty()) {
    fail_usage("nothing to explain",
               "name a program and an item: PROGRAM --item ID; or a condition: --name X");
  }
  return explain_programs(options);
}

void add_explain_options(CLI::App& command, ExplainCommand& options) {
  CLI::Option* programs =
      add_programs(command, options.program,
                   "requests and formulas: .req, .json or .jsonl files; - is standard input");
  add_data_option(command, options.program.data);
  command
      .add_option("--item", options.explain.item, "the item's id, or its name if no other has it")
      ->type_name("ID");
  add_request_option(command, options.explain.request);
  command
      .add_option("--step", options.explain.step, "only this step of a formula and those it uses")
      ->type_name("NAME");
  add_extractions_option(
      command, options.explain.extractions,
      "what was extracted from the reviews; one file for all formulas, or one for each");
  add_set_option(command, options.program.compile);
  command.add_flag("--all", options.explain.all,
                   "show all reviews and rows, not only the first few");
  command.add_option("--name", options.name, "explain how this condition name is resolved")
      ->type_name("NAME")
      ->excludes(programs);
  add_text_or_json(command, options.explain.format);
  add_wide_option(command);
  add_threads_option(command, options.program.threads);
  add_compile_options(command, options.program.compile);
}

}  // namespace

Command add_explain(CLI::App& app) {
  const auto settings = std::make_shared<ExplainCommand>();
  CLI::App* command = app.add_subcommand("explain", "explain a program's results at one item");
  add_explain_options(*command, *settings);
  command->footer(
      "Examples: seedc explain examples/cafes/requests.req --data examples/cafes \\\n"
      "            --request R33 --item 0yfRtaK2ydjoeuCxkxO8xG\n"
      "          seedc explain examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --item 0yfRtaK2ydjoeuCxkxO8xG --step RISK\n"
      "          seedc explain --name wifi_free --data examples/cafes");
  return {command, [settings] { return explain_command(*settings); }};
}

}  // namespace seedc::tool
