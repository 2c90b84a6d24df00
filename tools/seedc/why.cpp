// The `why` command: finds the smallest changes that would turn a result: of requests at one item
// or over all items, of formulas at one item.
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Format> kWhyFormats = {
    {"json", Format::Json}, {"jsonl", Format::Jsonl}, {"text", Format::Text}};

struct WhyCommand {
  ProgramOptions program;
  ExplainOptions why;
  SensitivityOptions sensitivity;  ///< if its probability is not 0; what it shares is in `why`
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

/// Without an item there is an answer about an output only if it is how often that flips.
void check_item(const WhyCommand& options) {
  const bool is_sensitivity = options.sensitivity.probability > 0;
  if (!options.why.output.empty() && !options.why.item && !is_sensitivity)
    fail_usage("no item is chosen",
               "name the one whose output is explained: `--item ID`; `--sensitivity P` is of all "
               "items");
  if (!is_sensitivity && options.why.format == Format::Jsonl)
    fail_usage("lines of JSON are of `--sensitivity`", "`--format json` is of all answers");
}

/// Returns `--output`.
CLI::Option* add_output_options(CLI::App& command, CLI::Option* item, ExplainOptions& options) {
  CLI::Option* output =
      command
          .add_option("--output", options.output,
                      "of formulas, the output whose value at the item is explained: the smallest "
                      "change of its rows that gives another value")
          ->type_name("NAME");
  command.add_option("--to", options.to, "the value that the output is to have")
      ->type_name("VALUE")
      ->needs(output)
      ->needs(item);
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
  return output;
}

void add_sensitivity_options(CLI::App& command, CLI::Option* output, SensitivityOptions& options) {
  constexpr double kLeastProbability = 1e-9;
  constexpr std::int64_t kMostSamples = 100'000'000;
  CLI::Option* sensitivity =
      command
          .add_option(
              "--sensitivity", options.probability,
              "how often the output flips if each extracted value is wrong with probability "
              "P: at the item, or at each of all items")
          ->check(between(kLeastProbability, 1.0))
          ->type_name("P")
          ->needs(output)
          ->excludes("--to")
          ->excludes("--search-time");
  command
      .add_option(
          "--sort", options.sort,
          "the output that items are ranked by, for how often the first K leave the first K")
      ->type_name("NAME[:asc|desc]")
      ->needs(sensitivity);
  command
      .add_option("--samples", options.samples,
                  "how many combinations of values are drawn at an item that has more (default: "
                  "10000)")
      ->check(between(std::int64_t{1}, kMostSamples))
      ->type_name("N")
      ->needs(sensitivity);
  command.add_option("--seed", options.seed, "of what is drawn (default: 0)")
      ->check(between(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()))
      ->type_name("N")
      ->needs(sensitivity);
}

std::string sensitivity_of(const Compiled& compiled, const WhyCommand& options) {
  SensitivityOptions chosen = options.sensitivity;
  chosen.output = options.why.output;
  chosen.item = options.why.item;
  chosen.extractions = options.why.extractions;
  chosen.top = options.why.top;
  chosen.format = options.why.format;
  if (chosen.format == Format::Text) chosen.format = text_format(STDOUT_FILENO);
  return compiled.program.sensitivity(*compiled.data, chosen, command_call());
}

int why_command(const WhyCommand& options) {
  const Compiled compiled(options.program);
  check_use(compiled.program, options.why);
  check_item(options);
  const int status = compiled.program.has_errors() ? kBadProgram : kDone;
  if (options.sensitivity.probability > 0)
    return print_result(sensitivity_of(compiled, options), status);
  ExplainOptions why = options.why;
  if (why.format == Format::Text) why.format = text_format(STDOUT_FILENO);
  return print_result(compiled.program.why(*compiled.data, why, command_call()), status);
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
  CLI::Option* output = add_output_options(*command, item, options.why);
  add_sensitivity_options(*command, output, options.sensitivity);
  add_set_option(*command, options.program.compile);
  command->add_option("--top", options.why.top, "list no more than K items (default: 10 in text)")
      ->check(between(1, 1'000'000'000))
      ->type_name("K")
      ->excludes(item);
  add_choice(*command, "--format", options.why.format, kWhyFormats,
             "output format (default: text)");
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
      "            --item 0yfRtaK2ydjoeuCxkxO8xG --output VERDICT\n"
      "          seedc why examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl \\\n"
      "            --output VERDICT --sensitivity 0.05 --sort RISK");
  return {command, [settings] { return why_command(*settings); }};
}

}  // namespace seedc::tool
