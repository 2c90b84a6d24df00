// The entry point: declares the commands, parses the command line, and dispatches.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "runtime/base/processor.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/complete.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/help_format.h"
#include "tools/seedc/manifest.h"
#include "tools/seedc/output.h"
#include "tools/seedc/run_limits.h"
#include "tools/seedc/sudden_end.h"
#include "tools/seedc/timing.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

/// `--context, --guidelines and --batch-size are required`: all that the command lacks, where CLI11
/// names the first; empty if it lacks nothing.
std::string missing_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_required() && option->count() == 0) names.push_back(option->get_name());
  }
  if (names.empty()) return {};
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last + " is required"
                       : fmt::format("{} and {} are required", fmt::join(names, ", "), last);
}

/// One status for all usage errors, where CLI11 has many. A misspelt option is reported before what
/// is missing because of it.
int usage_status(const CLI::App& app, const CLI::ParseError& error,
                 std::span<const std::string> words) {
  if (error.get_exit_code() == 0) {
    std::ostringstream help;
    app.exit(error, help);
    return print_result(help.str());
  }
  const auto commands = app.get_subcommands();
  const CLI::App& owner = commands.empty() ? app : *commands.front();
  if (const auto unknown = unknown_option(owner, words)) return print_error(*unknown);
  if (const auto left = app.remaining(/*recurse=*/true); !left.empty())
    return print_error(unexpected_word(owner, left.front()));
  const std::string command = commands.empty() ? "" : commands.front()->get_name() + " ";
  const bool lacks_some = error.get_name() == "RequiredError";
  const std::string missing = lacks_some ? missing_options(owner) : "";
  fail_usage(missing.empty() ? error.what() : missing,
             missing.starts_with("--data ") ? "name a dataset with it, in SEEDC_DATA, or as `data` "
                                              "in seedc.toml"
                                            : "see `seedc " + command + "--help`");
}

/// The command that the line calls, if the configuration can give it options; a null pointer
/// otherwise, and if help is all that is asked for.
CLI::App* configurable_command(CLI::App& app, std::span<const std::string> words) {
  const bool names_command = !words.empty() && !unknown_command(app, words.front());
  CLI::App* command = names_command ? app.get_subcommand(words.front()) : nullptr;
  const bool asks_help = std::ranges::any_of(
      words, [](const std::string& word) { return word == "-h" || word == "--help"; });
  return command == nullptr || asks_help || !is_configurable(*command) ? nullptr : command;
}

/// Parses the command line, and adds what the environment and seedc.toml say.
void parse(CLI::App& app, int argc, char** argv) {
  CLI::App* command = configurable_command(app, std::vector<std::string>(argv + 1, argv + argc));
  if (command != nullptr) {
    read_configuration(/*with_file=*/!command->check_name("lsp"));
    relax_requirements(*command);
  }
  app.parse(argc, argv);
  if (command != nullptr) apply_configuration(*command);
}

/// Runs the command that was parsed.
int run_parsed(const std::vector<Command>& commands, const RunLimitOptions& limits) {
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    const RunLimits held(limits);
    TimeReport times;
    const ManifestScope manifest(*command.app);
    const int status = command.run();
    if (status != kInterrupted) manifest.finish(status);
    times.finish();
    return status;
  }
  return kBadProgram;
}

int run_command(int argc, char** argv);

/// As RunWords.
int run_words(const std::vector<std::string>& words) {
  std::vector<std::string> line = {"seedc"};
  line.insert(line.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : line) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return run_command(static_cast<int>(line.size()), pointers.data());
}

/// A command by its name, so that a line that calls it need not build the others.
struct NamedCommand {
  std::string_view name;
  Command (*add)(CLI::App& app);
};

constexpr NamedCommand kCommands[] = {
    {"run", add_run},
    {"validate", add_validate},
    {"report", add_report},
    {"extract", add_extract},
    {"judge", add_judge},
    {"check", add_check},
    {"explain", add_explain},
    {"why", add_why},
    {"suggest", add_suggest},
    {"distinguish", add_distinguish},
    {"prove", add_prove},
    {"names", add_names},
    {"conditions", add_conditions},
    {"fmt", add_fmt},
    {"convert", add_convert},
    {"schema", add_schema},
    {"snapshot", add_snapshot},
    {"emit", add_emit},
    {"opt", add_opt},
    {"limits", add_limits},
    {"lsp", add_lsp},
    {"sign", add_sign},
    {"verify", add_verify},
    {"completion", add_completion},
    {"replay", [](CLI::App& app) { return add_replay(app, run_words); }},
};

/// The command that the first word names, or all of them.
std::vector<Command> add_commands(CLI::App& app, std::string_view first) {
  std::vector<Command> commands;
  const auto* const named = std::ranges::find(kCommands, first, &NamedCommand::name);
  if (named != std::end(kCommands)) {
    commands.push_back(named->add(app));
  } else {
    for (const NamedCommand& command : kCommands) commands.push_back(command.add(app));
    commands.push_back(add_help(app));
  }
  return commands;
}

constexpr std::string_view kVersionLine = "seedc " SEEDC_VERSION "\n";

int main_of(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string_view("--version")) {
    write_stdout(kVersionLine);
    return kDone;
  }
  CLI::App app(
      "seedc compiles evidence requests and Formula Seeds, and runs them on reviewed items.",
      "seedc");
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(0, 1);
  bool asks_version = false, is_verbose = false;
  auto* version = app.add_flag("--version", asks_version, "print the version");
  app.add_flag("--verbose", is_verbose, "with --version: what it was made with and runs on")
      ->needs(version);
  app.footer(
      "Each command has --help with an example. `seedc.toml` in this folder or one above\n"
      "it can give options: docs/requests.md says which.\n"
      "`seedc completion --help` explains how to set up completion in a shell.");
  const std::vector<Command> commands = add_commands(app, argc > 1 ? argv[1] : "");
  RunLimitOptions limits;
  for (const Command& command : commands) {
    add_view_options(*command.app);
    add_run_limits(*command.app, limits);
  }
  if (argc > 1 && argv[1] == kCompleteCommand)
    return print_candidates(app, {argv + 2, argv + argc});
  if (argc > 1 && argv[1][0] != '-') {
    if (const auto error = unknown_command(app, argv[1])) return print_error(*error);
  }
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    parse(app, argc, argv);
  } catch (const CLI::ParseError& error) {
    return usage_status(app, error, words);
  } catch (const Error&) {
    const bool names_command = argc > 1 && argv[1][0] != '-';
    const auto unknown =
        names_command ? unknown_option(*app.get_subcommand(argv[1]), words) : std::nullopt;
    if (unknown) return print_error(*unknown);  // its value was taken for something else
    throw;
  }
  if (asks_version) {
    write_stdout(is_verbose ? std::string_view(build_text()) : kVersionLine);
    return kDone;
  }
  if (app.get_subcommands().empty()) fail_usage("no command given", "see `seedc --help`");
  return run_parsed(commands, limits);
}

/// Standard streams that the caller closed, open again, so that no file that is opened later is
/// taken for one of them. Using them stays an error: each is open the wrong way round.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the lowest that is free
  }
}

int run_command(int argc, char** argv) {
  if (const auto fits = base::check_processor(); !fits)
    return print_error({ErrorKind::Service, fits.error().text, fits.error().help});
  try {
    remember_command_line({argv, static_cast<std::size_t>(argc)});
    return main_of(argc, argv);
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (const Error& error) {
    // Of `--max-memory`, whoever notices first says the same; where memory is limited, threads are
    // refused because the room for their stacks is missing.
    const bool is_memory = error.option() == "memory_limit" || error.option() == "threads";
    if (error.kind() == ErrorKind::Limit && is_memory && is_memory_limited()) end_out_of_memory();
    return print_error(with_source(error));
  } catch (const std::system_error& error) {  // of the thread that watches `--timeout`
    if (is_memory_limited()) end_out_of_memory();
    return print_error({ErrorKind::Limit, std::string("no thread is given: ") + error.what(),
                        "raise the limit of processes (`ulimit -u`)"});
  } catch (const std::exception& error) {
    return print_error({ErrorKind::Internal, std::string("internal error: ") + error.what(),
                        "this is a bug in seedc; please report it"});
  }
}

}  // namespace
}  // namespace seedc::tool

int main(int argc, char** argv) {
  seedc::tool::occupy_standard_streams();
  seedc::tool::prepare_sudden_ends();
  seedc::tool::end_with(seedc::tool::run_command(argc, argv));
}
