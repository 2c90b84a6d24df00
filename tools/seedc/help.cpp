// The `help` command: prints the same text as --help after a command.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

int help_command(CLI::App& app, const std::string& name) {
  if (name.empty()) {
    app.clear();  // `help` itself was parsed: it would be what the help is of
    return print_result(app.help());
  }
  if (const auto error = unknown_command(app, name)) return print_error(*error);
  return print_result(app.get_subcommand(name)->help(app.get_name()));
}

}  // namespace

Command add_help(CLI::App& app) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("help", "describe a command and its options");
  command->add_option("COMMAND", *name, "a command (default: list all)")
      ->type_name(CLI::detail::join(command_names(app), "|"));
  command->footer("Example: seedc help run");
  return {command, [&app, name] { return help_command(app, *name); }};
}

}  // namespace seedc::tool
