// The `explain` command: explains a program's results at one item, or how a condition name is
// resolved.
#include <unistd.h>

#include "engine/explain_program.h"
#include "engine/names.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct ExplainCommand {
  std::vector<std::string> programs;
  std::string name;  ///< a condition name instead of programs
  TextOrJson format = TextOrJson::Text;
  engine::CompileOptions compile = command_compile_options();
  engine::ExplainProgramOptions explain{.evaluate = command_evaluate_options()};

  bool is_json() const { return format == TextOrJson::Json; }
};

/// Options of one language where there is only the other would have no effect.
base::Result<void> check_use(const engine::Compilation& compilation,
                             const engine::ExplainProgramOptions& options) {
  if (!options.request.empty() && compilation.requests.empty())
    return base::fail(base::ErrorKind::Usage, "`--request` names a request, and there is none");
  if (!options.step.empty() && compilation.own_formulas == 0)
    return base::fail(base::ErrorKind::Usage,
                      "`--step` names a step of a formula, and there is no formula");
  if (!options.extractions.empty() && compilation.own_formulas == 0)
    return base::fail(base::ErrorKind::Usage,
                      "`--extractions` is read by formulas, and there is no formula");
  return {};
}

int explain_programs(const ExplainCommand& options) {
  engine::CompileOptions compile = options.compile;
  compile.data = options.explain.evaluate.data;
  const auto compilation = engine::compile_files(options.programs, compile);
  if (!compilation) return print_error(compilation.error());
  print_findings(**compilation);
  if (auto used = check_use(**compilation, options.explain); !used)
    return print_error(used.error());
  engine::ExplainProgramOptions explain = options.explain;
  explain.is_json = options.is_json();
  explain.colour = shows_colour(STDOUT_FILENO);
  const auto text = engine::explain_program(**compilation, explain);
  if (!text) return print_error(text.error());
  return print_result(*text, (*compilation)->diagnostics.has_errors() ? kBadProgram : kDone);
}

/// Status 1 if the name has no reading, or several.
int explain_one_name(const ExplainCommand& options) {
  const auto explanation = engine::explain_name(options.name, options.explain.evaluate);
  if (!explanation) return print_error(explanation.error());
  return print_result(options.is_json() ? engine::explanation_json(*explanation)
                                        : engine::explanation_text(*explanation),
                      explanation->readings.size() == 1 ? kDone : kNo);
}

int explain_command(const ExplainCommand& options) {
  if (!options.name.empty()) return explain_one_name(options);
  if (options.programs.empty() || options.explain.item.empty()) {
    return print_error({base::ErrorKind::Usage, "nothing to explain",
                        "name a program and an item: PROGRAM --item ID; or a condition: --name X"});
  }
  return explain_programs(options);
}

void add_explain_options(CLI::App& command, ExplainCommand& options) {
  CLI::Option* programs =
      add_programs(command, options.programs,
                   "requests and formulas: .req, .json or .jsonl files; - is standard input");
  add_data_option(command, options.explain.evaluate.data);
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
  add_set_option(command, options.compile);
  command.add_flag("--all", options.explain.all,
                   "show all reviews and rows, not only the first few");
  command.add_option("--name", options.name, "explain how this condition name is resolved")
      ->type_name("NAME")
      ->excludes(programs);
  add_text_or_json(command, options.format);
  add_threads_option(command, options.explain.evaluate.threads);
  add_compile_options(command, options.compile);
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
