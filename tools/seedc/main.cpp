// The command line of seedc.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "runtime/contract/damaged_data.h"
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

/// Only snapshots are mapped, and a page of one is missing only if the file was cut short
/// meanwhile.
extern "C" void end_with_truncated_snapshot(int) {
  constexpr std::string_view kMessage =
      "seedc: error: the snapshot was cut short while it was being read\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(static_cast<int>(ErrorKind::Data));
}

int main_of(int argc, char** argv) {
  CLI::App app(
      "seedc compiles evidence requests and Formula Seeds, and runs them on reviewed items.",
      "seedc");
  app.require_subcommand(1);
  app.set_version_flag("--version", "seedc " SEEDC_VERSION);
  app.footer(
      "Each command has --help with an example.\n"
      "`seedc completion --help` says how a shell completes them.");
  std::vector<Command> commands;
  for (const auto add : {add_run, add_validate, add_extract, add_judge, add_check, add_explain,
                         add_why, add_names, add_conditions, add_fmt, add_convert, add_schema,
                         add_snapshot, add_emit, add_opt, add_completion, add_help}) {
    commands.push_back(add(app));
  }
  if (argc > 1 && argv[1][0] != '-') {
    if (const auto error = unknown_command(app, argv[1])) return print_error(*error);
  }
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
  // A reader that went away, and a file that may grow no more, are errors of writing.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGBUS, seedc::end_with_truncated_snapshot);
  try {
    return seedc::main_of(argc, argv);
  } catch (const std::bad_alloc&) {
    return seedc::print_error({seedc::ErrorKind::Limit, "out of memory", {}});
  } catch (const seedc::DamagedData& damage) {
    return seedc::print_error({seedc::ErrorKind::Data, damage.what(), seedc::kDamagedDataHelp});
  } catch (const std::exception& error) {
    std::cerr << "seedc: internal error: " << error.what()
              << "\n  help: this is a bug in seedc; please report the command\n";
    return 70;
  }
}
