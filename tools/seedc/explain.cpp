// explain: how a program comes to its results at one item, or how a name is read.
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "engine/program.h"
#include "engine/explain_formula.h"
#include "engine/explain_request.h"
#include "engine/names.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

enum class ExplainFormat { Text, Json };
const std::map<std::string, ExplainFormat> kExplainFormats = {{"text", ExplainFormat::Text},
                                                              {"json", ExplainFormat::Json}};

struct ExplainCommand {
  std::vector<std::string> programs;
  std::string name;  ///< a condition name instead of programs
  std::string item;
  std::string request;
  std::string step;
  std::vector<std::string> extractions;
  bool all = false;
  ExplainFormat format = ExplainFormat::Text;
  CompileOptions compile;
  EvaluateOptions evaluate;

  bool is_json() const { return format == ExplainFormat::Json; }
};

Result<std::string> requests_text(const Compilation& compilation, const ExplainCommand& options) {
  if (compilation.requests.empty()) return std::string();
  return explain_requests(
      compilation, {.evaluate = options.evaluate,
                    .item = options.item,
                    .request = options.request,
                    .is_json = options.is_json(),
                    .report = {.all_reviews = options.all, .colour = shows_colour(STDOUT_FILENO)}});
}

Result<std::string> formulas_text(const Compilation& compilation, const ExplainCommand& options) {
  if (compilation.own_formulas == 0) return std::string();
  return explain_formulas(compilation, {.evaluate = options.evaluate,
                                        .extractions = options.extractions,
                                        .item = options.item,
                                        .step = options.step,
                                        .all = options.all,
                                        .is_json = options.is_json()});
}

/// Options of one language where there is only the other would have no effect.
Result<bool> check_use(const Compilation& compilation, const ExplainCommand& options) {
  if (!options.request.empty() && compilation.requests.empty())
    return fail(ErrorKind::Usage, "`--request` names a request, and there is none");
  if (!options.step.empty() && compilation.own_formulas == 0)
    return fail(ErrorKind::Usage, "`--step` names a step of a formula, and there is no formula");
  if (!options.extractions.empty() && compilation.own_formulas == 0)
    return fail(ErrorKind::Usage, "`--extractions` is read by formulas, and there is no formula");
  return true;
}

/// Requests first, then formulas; as JSON a list, or an object of both lists.
Result<std::string> explain(const Compilation& compilation, const ExplainCommand& options) {
  if (auto used = check_use(compilation, options); !used) return tl::unexpected(used.error());
  const auto requests = requests_text(compilation, options);
  if (!requests || compilation.own_formulas == 0) return requests;
  const auto formulas = formulas_text(compilation, options);
  if (!formulas || requests->empty() || formulas->empty())
    return formulas && formulas->empty() ? requests : formulas;
  if (!options.is_json()) return *requests + '\n' + *formulas;
  return "{\"requests\":" + *requests + ",\"formulas\":" + *formulas + "}\n";
}

int explain_programs(const ExplainCommand& options) {
  CompileOptions compile = options.compile;
  compile.data = options.evaluate.data;
  const auto compilation = compile_files(options.programs, compile);
  if (!compilation) return print_error(compilation.error());
  print_diagnostics((*compilation)->diagnostics, (*compilation)->sources);
  const auto text = explain(**compilation, options);
  if (!text) return print_error(text.error());
  if (const auto done = write_stdout(*text); !done) return print_error(done.error());
  return (*compilation)->diagnostics.has_errors() ? kBadProgram : kDone;
}

int explain_command(const ExplainCommand& options) {
  if (!options.name.empty()) {
    return explain_name(options.name, options.evaluate,
                        options.is_json() ? NameFormat::Json : NameFormat::Text);
  }
  if (options.programs.empty() || options.item.empty()) {
    return print_error({ErrorKind::Usage, "what is to be explained?",
                        "name a program and an item: PROGRAM --item ID; or a condition: --name X"});
  }
  return explain_programs(options);
}

void add_explain_options(CLI::App& command, ExplainCommand& options) {
  CLI::Option* programs = command.add_option("PROGRAM", options.programs,
                                             "requests and formulas: .req, .json or .jsonl files; "
                                             "- is standard input");
  programs->type_name("");
  add_data_option(command, options.evaluate.data);
  command.add_option("--item", options.item, "the item's id, or its name if no other has it")
      ->type_name("ID");
  command.add_option("--request", options.request, "only the request of this id")->type_name("ID");
  command.add_option("--step", options.step, "only this step of a formula and those it uses")
      ->type_name("NAME");
  command
      .add_option("--extractions", options.extractions,
                  "what was extracted of the reviews; once for all formulas, or once for each")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_flag("--all", options.all, "all reviews and rows, not the first few");
  command.add_option("--name", options.name, "how this condition name is read, and from what")
      ->type_name("NAME")
      ->excludes(programs);
  add_choice(command, "--format", options.format, kExplainFormats,
             "how to print it (default: text)");
  add_threads_option(command, options.evaluate.threads);
  add_compile_options(command, options.compile);
}

}  // namespace

Command add_explain(CLI::App& app) {
  const auto settings = std::make_shared<ExplainCommand>();
  CLI::App* command =
      app.add_subcommand("explain", "how a program comes to its results at one item");
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

}  // namespace seedc
