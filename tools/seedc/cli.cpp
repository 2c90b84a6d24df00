// Implements the options that several commands share.
#include "tools/seedc/cli.h"

#include <algorithm>

#include "runtime/base/nearest.h"

namespace seedc::tool {
namespace {

std::vector<std::string> warning_codes() {
  std::vector<std::string> codes;
  for (const diag::DiagInfo& row : diag::diagnostic_table()) {
    if (row.severity == diag::Severity::Warning) codes.emplace_back(row.code);
  }
  return codes;
}

/// Takes one word behind -W.
void add_warning_word(diag::WarningOptions& options, const std::string& word) {
  if (word == "error") {
    options.warnings_are_errors = true;
    return;
  }
  if (!word.starts_with("no-"))
    throw CLI::ValidationError("-W" + word, "write -Werror or -Wno-CODE");
  const std::string code = word.substr(3);
  const std::vector<std::string> codes = warning_codes();
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) {
    const std::string near = base::nearest(code, codes);
    throw CLI::ValidationError(
        "-W" + word, "no such warning" + (near.empty() ? "" : "; did you mean -Wno-" + near + "?"));
  }
  options.silenced.insert(code);
}

}  // namespace

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::optional<base::Error> unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  return base::not_found("command", word, names,
                         "the commands are " + CLI::detail::join(names, ", "));
}

CLI::Validator no_stream() {
  const auto check = [](std::string& path) -> std::string {
    return path == "-" ? "data on standard input is read by `seedc run` only" : "";
  };
  return {check, ""};
}

void add_data_option(CLI::App& command, std::string& data) {
  command.add_option("--data", data, "the dataset: a folder, a bundle or a snapshot")
      ->required()
      ->check(no_stream())
      ->type_name("PATH");
}

void add_data_or_stream_option(CLI::App& command, std::string& data) {
  command
      .add_option("--data", data,
                  "the dataset: a folder, a bundle or a snapshot; - is a bundle on standard input")
      ->required()
      ->type_name("PATH");
}

void add_names_options(CLI::App& command, std::string& data, std::string& schema) {
  CLI::Option* dataset =
      command
          .add_option("--data", data,
                      "the dataset in which names are looked up: a folder, a bundle or a snapshot")
          ->check(no_stream())
          ->type_name("PATH");
  command
      .add_option("--schema", schema, "a schema in its place, as `schema --format json` prints it")
      ->type_name("FILE")
      ->excludes(dataset);
}

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "number of threads (default: one per core)")
      ->check(between(1, 1024))
      ->type_name("N");
}

void add_compile_options(CLI::App& command, engine::CompileOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "-W",
          [&options](const std::vector<std::string>& words) {
            for (const std::string& word : words) add_warning_word(options.warnings, word);
          },
          "-Werror: warnings are errors; -Wno-CODE: without that warning")
      ->type_name("WORD")
      ->allow_extra_args(false);
  command
      .add_option("--import-dir", options.import_folders,
                  "programs may import from this folder too, not only from their own")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

}  // namespace seedc::tool
