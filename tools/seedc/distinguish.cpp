// The `distinguish` command: finds the conditions that, added to a request or left out of it, leave
// its gold item as the one match.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct DistinguishCommand {
  ProgramOptions program;
  DistinguishOptions distinguish;
};

int distinguish_command(const DistinguishCommand& options) {
  const Compiled compiled(options.program);
  const Distinguished found =
      compiled.program.distinguish(*compiled.data, options.distinguish, command_call());
  const int status = found.missing == 0 ? kDone : kNo;
  return print_result(found.text, compiled.program.has_errors() ? kBadProgram : status);
}

}  // namespace

Command add_distinguish(CLI::App& app) {
  const auto settings = std::make_shared<DistinguishCommand>();
  DistinguishCommand& options = *settings;
  CLI::App* command = app.add_subcommand(
      "distinguish", "find changes of a request after which its gold item alone matches");
  add_programs(*command, options.program,
               "requests: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_data_option(*command, options.program.data);
  add_request_option(*command, options.distinguish.request);
  add_search_options(*command, options.distinguish.count,
                     "so many changes for each request (default: 3)", options.distinguish.depth,
                     "the largest number of conditions that are added or left out (default: 4)");
  add_text_or_json(*command, options.distinguish.format);
  add_threads_option(*command, options.program.threads);
  add_compile_options(*command, options.program.compile);
  command->footer(
      "Exit status 0 if each request is ok or has a change, 1 if not, 2 if one is\n"
      "wrong.\n"
      "Example: seedc distinguish examples/cafes/requests.req --data examples/cafes \\\n"
      "           --request R33");
  return {command, [settings] { return distinguish_command(*settings); }};
}

}  // namespace seedc::tool
