// The `why` command: finds the smallest changes that would turn a result, at one item or over
// all items.
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

int why_command(const WhyCommand& options) {
  const Compiled compiled(options.program);
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
      "why", "find the smallest changes of conditions that would change a result");
  add_programs(*command, options.program,
               "requests: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_data_option(*command, options.program.data);
  CLI::Option* item =
      command
          ->add_option("--item", options.why.item,
                       "the item's id, or its name if no other has it; without one, the items that "
                       "miss by one condition")
          ->type_name("ID");
  add_request_option(*command, options.why.request);
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
      "            --request R33 --item 0yfRtaK2ydjoeuCxkxO8xG");
  return {command, [settings] { return why_command(*settings); }};
}

}  // namespace seedc::tool
