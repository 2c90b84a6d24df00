// Options that several commands share.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/seedc/session.h"

namespace seedc::tool {

/// A command of the command line: its options, and what it does once they are parsed. Returns the
/// exit status.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

/// Requires an option's value to be one of the words.
CLI::Validator one_of(std::vector<std::string> words);

/// An option whose value is one of a table's words. The table outlives the command.
template <class Enum>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Enum& value,
                        const std::map<std::string, Enum>& words, const std::string& help) {
  std::vector<std::string> names;
  for (const auto& [word, meaning] : words) names.push_back(word);
  return command
      .add_option_function<std::string>(
          name, [&value, &words](const std::string& word) { value = words.at(word); }, help)
      ->check(one_of(names))
      ->type_name(CLI::detail::join(names, "|"));
}

/// Requires an option's value to be a number from `least` to `most`; NaN is rejected.
template <class Number>
CLI::Validator between(Number least, Number most) {
  const auto check = [=](std::string& text) -> std::string {
    Number value{};
    if (CLI::detail::lexical_cast(text, value) && least <= value && value <= most) return {};
    return fmt::format("`{}` is not a {} from {} to {}", text,
                       std::is_integral_v<Number> ? "whole number" : "number", least, most);
  };
  return {check, ""};
}

/// Makes bytes of a size, such as `1.5GB`, with units by thousands. Rejects less than `least`,
/// which messages call `least_text`.
CLI::Validator size_in_bytes(const std::string& least_text, double least);

/// What to say of a word that is the code of no warning; std::nullopt if it is one. Codes are
/// written behind `before`.
std::optional<std::string> doubt_of_warning(const std::string& code,
                                            const std::string& before = "");

/// The names of a program's commands.
std::vector<std::string> command_names(const CLI::App& app);

/// The error for an unknown command, with the nearest name; std::nullopt if the command exists.
std::optional<Error> unknown_command(const CLI::App& app, const std::string& word);

/// The error for the first of the words that is an option the command does not have, with the
/// nearest name; std::nullopt if there is none.
std::optional<Error> unknown_option(const CLI::App& command, std::span<const std::string> words);

/// The error for a word that the command, or the program if none is given, has no use for.
Error unexpected_word(const CLI::App& command, const std::string& word);

/// Rejects an empty name of a dataset, as of a variable that is not set.
CLI::Validator dataset_name();

/// Rejects standard input as a dataset: only `run` reads it.
CLI::Validator no_stream();

/// The programs of a command: the files, which are then not required any more if there are
/// expressions instead.
CLI::Option* add_programs(CLI::App& command, ProgramOptions& options, const std::string& help);

/// The file that a command writes.
void add_output_option(CLI::App& command, std::string& output);

/// Output as text for people, called so, or as JSON.
void add_text_or_json(CLI::App& command, Format& format, const char* text = "text");

/// How many answers a search gives (`count_help`), and how many conditions each takes at most
/// (`depth_help`). Returns the former.
CLI::Option* add_search_options(CLI::App& command, std::size_t& count,
                                const std::string& count_help, std::size_t& depth,
                                const std::string& depth_help);

/// Only the request of this id.
void add_request_option(CLI::App& command, std::string& request);

/// A broken record of the data is an error.
void add_strict_option(CLI::App& command, bool& strict);

/// The dataset to read, by its path; the command needs one.
void add_data_option(CLI::App& command, DataChoice& data);
/// The same as an argument, which the caller describes further.
CLI::Option* add_data_argument(CLI::App& command, std::string& data, const std::string& help);

/// Whether a snapshot of the dataset is kept.
void add_cached_option(CLI::App& command, DataChoice& data);

/// Where names are looked up, for commands that do not run on a dataset: a dataset, a file of its
/// schema, or neither.
void add_names_options(CLI::App& command, ProgramOptions& options);

/// Files of extractions.
void add_extractions_option(CLI::App& command, std::vector<std::string>& files,
                            const std::string& help);

/// The number of threads; it stays 0, one per core, if the option is not given.
void add_threads_option(CLI::App& command, unsigned& threads);

/// Options of commands that compile programs: -Werror and -Wno-CODE, as in compilers, and the
/// folders that imports may come from.
void add_compile_options(CLI::App& command, CompileOptions& options);

/// Values of parameters, for commands that run formulas.
void add_set_option(CLI::App& command, CompileOptions& options);

}  // namespace seedc::tool
