// explain: how a program comes to its result at one item.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/compile.h"
#include "tools/seedc/explain_formula.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

enum class ExplainFormat { Text, Json };
const std::map<std::string, ExplainFormat> kExplainFormats = {{"text", ExplainFormat::Text},
                                                              {"json", ExplainFormat::Json}};

struct ExplainOptions {
  std::vector<std::string> programs;
  CompileOptions compile;
  ExplainFormulaOptions formulas;
  ExplainFormat format = ExplainFormat::Text;
};

int explain_command(ExplainOptions& options) {
  const auto compilation = compile_files(options.programs, options.compile);
  if (!compilation) return print_error(compilation.error());
  print_diagnostics((*compilation)->diagnostics, (*compilation)->sources);
  const bool has_errors = (*compilation)->diagnostics.has_errors();
  if ((*compilation)->own_formulas == 0) {
    if (has_errors) return kBadProgram;
    return print_error({ErrorKind::Usage, "there is no formula to explain", {}});
  }
  options.formulas.is_json = options.format == ExplainFormat::Json;
  const auto text = explain_formulas(**compilation, options.formulas);
  if (!text) return print_error(text.error());
  if (auto done = write_stdout(*text); !done) return print_error(done.error());
  return has_errors ? kBadProgram : kDone;
}

}  // namespace

Command add_explain(CLI::App& app) {
  const auto settings = std::make_shared<ExplainOptions>();
  ExplainOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("explain", "how a formula comes to its scores at one item, step by step");
  command->add_option("PROGRAM", options.programs, "formulas: .json or .jsonl files")
      ->required()
      ->type_name("");
  add_data_option(*command, options.formulas.evaluate.data);
  command->add_option("--item", options.formulas.item, "the item, by its business_id")
      ->required()
      ->type_name("ID");
  command
      ->add_option("--extractions", options.formulas.extractions,
                   "what was extracted of the reviews; once for all formulas, or once for each")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--step", options.formulas.step, "only this step of a formula and those it uses")
      ->type_name("NAME");
  command->add_flag("--all", options.formulas.all, "every row, not the first few");
  add_choice(*command, "--format", options.format, kExplainFormats,
             "how to print it (default: text)");
  add_threads_option(*command, options.formulas.evaluate.threads);
  add_warning_options(*command, options.compile.warnings);
  command->footer(
      "Example: seedc explain examples/cafes/risk.json --data examples/cafes \\\n"
      "           --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "           --item 0yfRtaK2ydjoeuCxkxO8xG --step RISK");
  return {command, [settings] { return explain_command(*settings); }};
}

}  // namespace seedc
