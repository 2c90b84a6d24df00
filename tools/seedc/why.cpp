// The `why` command: finds the smallest changes that would turn a result: of requests at one item
// or over all items, of formulas at one item.
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct WhyCommand {
  ProgramOptions program;
  ExplainOptions why;
};

/// Options of one language where there is only the other would have no effect.
void check_use(const Program& program, const ExplainOptions& options) {
  const bool has_formulas = !program.formula_names().empty();
  if (has_formulas && program.request_ids().empty() && options.output.empty())
    fail_usage("no output is chosen", "name one of the formula's: `--output NAME`");
  if (has_formulas) return;
  if (!options.output.empty())
    fail_usage("`--output` names an output of a formula, and there is no formula");
  if (!options.extractions.empty())
    fail_usage("`--extractions` is read by formulas, and there is no formula");
}

void add_output_options(CLI::App& command, CLI::Option* item, ExplainOptions& options) {
  CLI::Option* output =
      command
          .add_option("--output", options.output,
                      "of formulas, the output whose value at the item is explained: the smallest "
                      "change of its rows that gives another value")
          ->type_name("NAME")
          ->needs(item);
  command.add_option("--to", options.to, "the value that the output is to have")
      ->type_name("VALUE")
      ->needs(output);
  add_extractions_option(
      command, options.extractions,
      "what was extracted from the reviews; one file for all formulas, or one for each");
  constexpr double kLeast = 0.001;
  constexpr double kMost = 1e9;
  command
      .add_option("--search-time", options.search_time,
                  "how long to search for changes of rows (default: 10)")
      ->check(between(kLeast, kMost))
      ->type_name("SECONDS");
}

int why_command(const WhyCommand& options) {
  const Compiled compiled(options.program);
  check_use(compiled.program, options.why);
  ExplainOptions why = options.why;
  if (why.format == Format::Text) why.format = text_format(STDOUT_FILENO);
  return print_result(compiled.program.why(*compiled.data, why, command_call()),
                      compiled.program.has_errors() ? kBadProgram : kDone);
}

}  // namespace

Command add_why(CLI::App& app) {
  const auto settings = std::make_shared<WhyCommand>();
  WhyCommand& options = *settings;
  CLI::App* command = app.add_subcommand(
      "why", "find the smallest changes of conditions or rows that would change a result");
  add_programs(*command, options.program,
               "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_data_option(*command, options.program.data);
  CLI::Option* item =
      command
          ->add_option("--item", options.why.item,
                       "the item's id, or its name if no other has it; without one, the items that "
                       "miss by one condition")
          ->type_name("ID");
  add_request_option(*command, options.why.request);
  add_output_options(*command, item, options.why);
  add_set_option(*command, options.program.compile);
  command->add_option("--top", options.why.top, "list no more than K items (default: 10 in text)")
      ->check(between(1, 1'000'000'000))
      ->type_name("K")
      ->excludes(item);
  add_text_or_json(*command, options.why.format);
  add_wide_option(*command);
  add_threads_option(*command, options.program.threads);
  add_compile_options(*command, options.program.compile);
  command->footer(
      "Examples: seedc why examples/cafes/requests.req --data examples/cafes \\\n"
      "            --request R33\n"
      "          seedc why examples/cafes/requests.req --data examples/cafes \\\n"
      "            --request R33 --item 0yfRtaK2ydjoeuCxkxO8xG\n"
      "          seedc why examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --item 0yfRtaK2ydjoeuCxkxO8xG --output VERDICT");
  return {command, [settings] { return why_command(*settings); }};
}

}  // namespace seedc::tool
