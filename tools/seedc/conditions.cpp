// The `conditions` command: writes the named conditions of a dataset as a library.
#include "engine/names.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct ConditionsOptions {
  engine::EvaluateOptions evaluate = command_evaluate_options();
  std::string output = "-";
};

int conditions_command(const ConditionsOptions& options) {
  const auto names = engine::decided_names(options.evaluate);
  if (!names) return print_error(names.error());
  if (auto done = write_file(options.output, engine::name_library(*names)); !done)
    return print_error(done.error());
  if (options.output == "-") return kDone;
  return print_result(engine::names_table(*names));
}

}  // namespace

Command add_conditions(CLI::App& app) {
  const auto settings = std::make_shared<ConditionsOptions>();
  ConditionsOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "conditions", "write the named conditions of a dataset as a library for `import`");
  add_source(*command, "DATA", options.evaluate.data, "a folder, a bundle or a snapshot")
      ->required()
      ->type_name("");
  add_output_option(*command, options.output);
  add_threads_option(*command, options.evaluate.threads);
  command->footer(
      "Names that are unknown for every item are left out.\n"
      "Example: seedc conditions examples/cafes -o conditions.json");
  return {command, [settings] { return conditions_command(*settings); }};
}

}  // namespace seedc::tool
