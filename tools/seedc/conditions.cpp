// The `conditions` command: writes the named conditions of a dataset as a library.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct ConditionsOptions {
  DataChoice data;
  unsigned threads = 0;
  std::string output = "-";
};

int conditions_command(const ConditionsOptions& options) {
  const Session session = command_session(options.threads);
  const Conditions conditions = open_data(session, options.data).conditions(command_call());
  write_file(options.output, conditions.library);
  return options.output == "-" || view().quiet ? kDone : print_result(conditions.table);
}

}  // namespace

Command add_conditions(CLI::App& app) {
  const auto settings = std::make_shared<ConditionsOptions>();
  ConditionsOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "conditions", "write the named conditions of a dataset as a library for `import`");
  add_data_argument(*command, options.data.path, "a folder, a bundle or a snapshot")->required();
  add_cached_option(*command, options.data);
  add_output_option(*command, options.output);
  add_threads_option(*command, options.threads);
  command->footer(
      "Names that are unknown for every item are left out.\n"
      "Example: seedc conditions examples/cafes -o conditions.json");
  return {command, [settings] { return conditions_command(*settings); }};
}

}  // namespace seedc::tool
