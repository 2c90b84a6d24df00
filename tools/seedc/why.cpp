// The `why` command: finds the smallest changes that would turn a result, at one item or over
// all items.
#include "engine/why.h"

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

enum class WhyFormat { Text, Json };
const std::map<std::string, WhyFormat> kWhyFormats = {{"text", WhyFormat::Text},
                                                      {"json", WhyFormat::Json}};

struct WhyCommand {
  std::vector<std::string> programs;
  WhyFormat format = WhyFormat::Text;
  engine::CompileOptions compile = command_compile_options();
  engine::WhyOptions why{.evaluate = command_evaluate_options()};
};

int why_command(const WhyCommand& options) {
  engine::CompileOptions compile = options.compile;
  compile.data = options.why.evaluate.data;
  const auto compilation = engine::compile_files(options.programs, compile);
  if (!compilation) return print_error(compilation.error());
  print_diagnostics(**compilation);
  engine::WhyOptions why = options.why;
  why.is_json = options.format == WhyFormat::Json;
  const auto text = engine::explain_why(**compilation, why);
  if (!text) return print_error(text.error());
  if (const auto done = write_stdout(*text); !done) return print_error(done.error());
  return (*compilation)->diagnostics.has_errors() ? kBadProgram : kDone;
}

}  // namespace

Command add_why(CLI::App& app) {
  const auto settings = std::make_shared<WhyCommand>();
  WhyCommand& options = *settings;
  CLI::App* command = app.add_subcommand(
      "why", "find the smallest changes of conditions that would change a result");
  command
      ->add_option("PROGRAM", options.programs,
                   "requests: .req, .json or .jsonl files; - is standard input")
      ->required()
      ->type_name("");
  add_data_option(*command, options.why.evaluate.data);
  CLI::Option* item =
      command
          ->add_option("--item", options.why.item,
                       "the item's id, or its name if no other has it; without one, the items that "
                       "miss by one condition")
          ->type_name("ID");
  command->add_option("--request", options.why.request, "only the request of this id")
      ->type_name("ID");
  command->add_option("--top", options.why.top, "list no more than K items (default: 10 in text)")
      ->check(between(1, 1'000'000'000))
      ->type_name("K")
      ->excludes(item);
  add_choice(*command, "--format", options.format, kWhyFormats, "output format (default: text)");
  add_threads_option(*command, options.why.evaluate.threads);
  add_compile_options(*command, options.compile);
  command->footer(
      "Examples: seedc why examples/cafes/requests.req --data examples/cafes \\\n"
      "            --request R33\n"
      "          seedc why examples/cafes/requests.req --data examples/cafes \\\n"
      "            --request R33 --item 0yfRtaK2ydjoeuCxkxO8xG");
  return {command, [settings] { return why_command(*settings); }};
}

}  // namespace seedc::tool
