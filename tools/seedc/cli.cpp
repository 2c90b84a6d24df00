// Implements the options that several commands share.
#include "tools/seedc/cli.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "runtime/base/nearest.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

/// Bytes, or with a unit by thousands: `1.5GB`.
std::optional<double> bytes_of(std::string_view written) {
  double number = 0;
  const char* const end = written.data() + written.size();
  const auto [unit, error] = std::from_chars(written.data(), end, number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  const std::string name = CLI::detail::to_lower({unit, end});
  double factor = 1;
  for (const std::string_view known : {"kb", "mb", "gb", "tb"}) {
    factor *= 1000;
    if (name == known || name == known.substr(0, 1)) return number * factor;
  }
  return name.empty() || name == "b" ? std::optional(number) : std::nullopt;
}

/// Applies one word after -W.
void add_warning_word(CompileOptions& options, const std::string& word) {
  if (word == "error") {
    options.warnings_are_errors = true;
    return;
  }
  constexpr std::string_view kSilenced = "no-", kError = "error=";
  const bool is_silenced = word.starts_with(kSilenced);
  if (!is_silenced && !word.starts_with(kError))
    throw CLI::ValidationError("-W" + word, "write -Werror, -Werror=CODE or -Wno-CODE");
  const std::string_view before = is_silenced ? kSilenced : kError;
  const std::string code = word.substr(before.size());
  if (const auto doubt = doubt_of_warning(code, "-W" + std::string(before)))
    throw CLI::ValidationError("-W" + word, "no such warning; " + *doubt);
  (is_silenced ? options.silenced : options.as_errors).push_back(code);
}

/// The same words as in the messages of the library.
Error not_found(std::string_view noun, std::string_view word, std::span<const std::string> names,
                const std::string& otherwise) {
  const base::Error error = base::not_found(noun, word, names, otherwise);
  return {ErrorKind::Usage, error.text, error.help};
}

}  // namespace

std::optional<std::string> doubt_of_warning(const std::string& code, const std::string& before) {
  const std::vector<std::string> warnings = warning_codes();
  if (std::ranges::find(warnings, code) != warnings.end()) return std::nullopt;
  const std::vector<std::string> codes = finding_codes();
  if (std::ranges::find(codes, code) != codes.end()) return "it is the code of an error";
  const std::string near = base::nearest(code, warnings);
  return near.empty() ? "`seedc check --explain all` lists the codes"
                      : fmt::format("did you mean `{}{}`?", before, near);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::optional<Error> unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  return not_found("command", word, names, "the commands are " + CLI::detail::join(names, ", "));
}

CLI::Validator size_in_bytes(const std::string& least_text, double least) {
  const auto convert = [=](std::string& text) -> std::string {
    constexpr double kMost = 1e18;
    const std::optional<double> bytes = bytes_of(text);
    if (!bytes) return fmt::format("`{}` is not a size such as 500MB or 1.5GB", text);
    if (*bytes < least) return fmt::format("`{}` is less than {}", text, least_text);
    text = fmt::format("{:.0f}", std::min(*bytes, kMost));
    return {};
  };
  return {convert, ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](std::string& word) -> std::string {
    if (std::ranges::find(words, word) != words.end()) return {};
    const std::string near = base::nearest(word, words);
    return fmt::format("`{}` is not one of {}{}", word, CLI::detail::join(words, ", "),
                       near.empty() ? "" : "; did you mean `" + near + "`?");
  };
  return {check, ""};
}

std::optional<Error> unknown_option(const CLI::App& command, std::span<const std::string> words) {
  constexpr std::string_view kLong = "--";
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(std::string(kLong) + name);
  }
  for (const std::string& word : words) {
    if (word == kLong) break;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with(kLong) || std::ranges::find(names, name) != names.end()) continue;
    return not_found("option", name, names,
                     command.get_parent() == nullptr
                         ? "see `seedc --help`"
                         : fmt::format("see `seedc {} --help`", command.get_name()));
  }
  return std::nullopt;
}

Error unexpected_word(const CLI::App& command, const std::string& word) {
  const bool is_option = word.starts_with('-');
  if (command.get_parent() == nullptr)
    return {ErrorKind::Usage, fmt::format("`{}` before a command", word),
            "the command comes first: `seedc COMMAND OPTIONS`; see `seedc --help`"};
  return {ErrorKind::Usage,
          is_option ? fmt::format("no option `{}`", word)
                    : fmt::format("`{}` is one argument too many", word),
          fmt::format("see `seedc {} --help`", command.get_name())};
}

CLI::Validator dataset_name() {
  const auto check = [](std::string& path) -> std::string {
    return path.empty() ? "the name of the dataset is empty" : "";
  };
  return {check, ""};
}

CLI::Validator no_stream() {
  const auto check = [](std::string& path) -> std::string {
    return path == "-" ? "data on standard input is read by `seedc run` only" : "";
  };
  return {check, ""};
}

namespace {

/// A file that is not there and whose name is written like a condition: `-e` was forgotten.
std::string refuse_expression(const std::string& file) {
  std::error_code unknown;  // such as of a long expression, which cannot name a file
  if (file == "-" || std::filesystem::exists(file, unknown)) return {};
  const bool is_call = file.find('(') != std::string::npos;
  const bool is_word = file.find_first_of("./") == std::string::npos;
  if (is_call || is_word)
    fail_usage(fmt::format("there is no file `{}`", file),
               "a request in place of a file is given by `-e`");
  return {};
}

}  // namespace

CLI::Option* add_programs(CLI::App& command, ProgramOptions& options, const std::string& help) {
  CLI::Option* files = command.add_option("PROGRAM", options.programs, help)
                           ->type_name("")
                           ->check(CLI::Validator(refuse_expression, ""));
  command
      .add_option_function<std::vector<std::string>>(
          "-e,--expression",
          [&options, files](const std::vector<std::string>& expressions) {
            options.expressions = expressions;
            files->required(false);
          },
          "a request, in place of a file or beside it; may be repeated")
      ->type_name("REQUEST")
      ->allow_extra_args(false);
  return files;
}

void add_output_option(CLI::App& command, std::string& output) {
  command.add_option("-o,--output", output, "the file to write (default: standard output)")
      ->type_name("FILE");
}

void add_text_or_json(CLI::App& command, Format& format, const char* text) {
  const auto choose = [&format](const std::string& word) {
    format = word == "json" ? Format::Json : Format::Text;
  };
  command
      .add_option_function<std::string>("--format", choose,
                                        fmt::format("output format (default: {})", text))
      ->check(one_of({"json", text}))
      ->type_name(fmt::format("json|{}", text));
}

CLI::Option* add_search_options(CLI::App& command, std::size_t& count,
                                const std::string& count_help, std::size_t& depth,
                                const std::string& depth_help) {
  CLI::Option* option = command.add_option("--count", count, count_help);
  option->check(between(1, 1000))->type_name("N");
  command.add_option("--depth", depth, depth_help)->check(between(1, 20))->type_name("N");
  return option;
}

void add_request_option(CLI::App& command, std::string& request) {
  command.add_option("--request", request, "only the request of this id")->type_name("ID");
}

void add_strict_option(CLI::App& command, bool& strict) {
  command.add_flag("--strict", strict, "treat a broken record in the data as an error");
}

void add_cached_option(CLI::App& command, DataChoice& data) {
  command.add_flag("--cached,!--no-cached", data.is_cached,
                   "keep a snapshot of the dataset in the user's cache, and use it as long as the "
                   "dataset's files are unchanged");
}

void add_data_option(CLI::App& command, DataChoice& data) {
  command
      .add_option("--data", data.path,
                  "the dataset: a folder, a bundle, a snapshot, or a file of Parquet or DuckDB (or "
                  "SEEDC_DATA); its files may be compressed by gzip or zstd")
      ->required()
      ->check(dataset_name())
      ->check(no_stream())
      ->type_name("PATH");
  add_cached_option(command, data);
}

CLI::Option* add_data_argument(CLI::App& command, std::string& data, const std::string& help) {
  return command.add_option("DATA", data, help)
      ->check(dataset_name())
      ->check(no_stream())
      ->type_name("");
}

void add_names_options(CLI::App& command, ProgramOptions& options) {
  CLI::Option* dataset =
      command
          .add_option("--data", options.data.path,
                      "the dataset in which names are looked up: a folder, a bundle or a snapshot")
          ->check(dataset_name())
          ->check(no_stream())
          ->type_name("PATH");
  command
      .add_option("--schema", options.schema,
                  "a schema instead of a dataset, as `schema --format json` prints it")
      ->type_name("FILE")
      ->excludes(dataset);
  add_cached_option(command, options.data);
}

void add_extractions_option(CLI::App& command, std::vector<std::string>& files,
                            const std::string& help) {
  command.add_option("--extractions", files, help)->type_name("FILE")->allow_extra_args(false);
}

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "number of threads (default: one per core)")
      ->check(between(1, 1024))
      ->type_name("N");
}

void add_compile_options(CLI::App& command, CompileOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "-W",
          [&options](const std::vector<std::string>& words) {
            for (const std::string& word : words) add_warning_word(options, word);
          },
          "-Werror: treat warnings as errors; -Werror=CODE: treat that one as an error; -Wno-CODE: "
          "omit it")
      ->type_name("WORD")
      ->allow_extra_args(false);
  command
      .add_option("--import-dir", options.import_folders,
                  "let programs import from this folder too, not only from their own")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_set_option(CLI::App& command, CompileOptions& options) {
  command
      .add_option("--set", options.parameters,
                  "the value of a formula's parameter, of all formulas that have it or of one")
      ->type_name("[FORMULA.]NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace seedc::tool
