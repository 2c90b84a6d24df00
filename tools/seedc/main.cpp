// The command line of seedc.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>

#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

/// CLI11's own statuses are many; a wrong use has one.
int usage_status(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  return print_error(
      {ErrorKind::Usage, error.what(), "see `seedc --help`, or --help after a command"});
}

/// A first word that is no command, named with the nearest one.
std::optional<Error> unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return std::nullopt;
  const std::string near = nearest(argv[1], names);
  return Error{ErrorKind::Usage, "no command `" + std::string(argv[1]) + "`",
               near.empty() ? "the commands are " + CLI::detail::join(names, ", ")
                            : "did you mean `" + near + "`?"};
}

int main_of(int argc, char** argv) {
  CLI::App app(
      "seedc compiles evidence requests and Formula Seeds, and runs them on reviewed items.",
      "seedc");
  app.require_subcommand(1);
  app.set_version_flag("--version", "seedc " SEEDC_VERSION);
  app.footer("Each command has --help with an example.");
  std::vector<Command> commands;
  for (const auto add : {add_run, add_validate, add_check, add_emit, add_opt, add_schema}) {
    commands.push_back(add(app));
  }
  if (const auto error = unknown_command(app, argc, argv)) return print_error(*error);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usage_status(app, error);
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return kBadProgram;
}

}  // namespace
}  // namespace seedc

int main(int argc, char** argv) {
  std::signal(SIGPIPE,
              SIG_IGN);  // a reader that went away is an error of writing, not a silent end
  try {
    return seedc::main_of(argc, argv);
  } catch (const std::bad_alloc&) {
    return seedc::print_error({seedc::ErrorKind::Limit, "out of memory", {}});
  } catch (const std::exception& error) {
    std::cerr << "seedc: internal error: " << error.what()
              << "\n  help: this is a bug in seedc; please report the command\n";
    return 70;
  }
}
