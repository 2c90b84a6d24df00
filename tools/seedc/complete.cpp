// Finds candidates for the next word of a command line: commands, options and their values as
// declared, and ids and names from the programs and the data on the line.
#include "tools/seedc/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/configuration.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct Candidates {
  std::vector<std::string> words;  ///< each perhaps with a tab and what it means
  bool files = false;
};

/// The words before the one to complete.
struct Line {
  const CLI::App* command = nullptr;     ///< null pointer if there is no such command
  const CLI::Option* pending = nullptr;  ///< the option whose value comes next, or null pointer
  std::map<std::string, std::string> values;  ///< of options, as they are spelled
  std::vector<std::string> arguments;

  std::string value(const std::string& option) const {
    const auto found = values.find(option);
    return found == values.end() ? "" : found->second;
  }
};

bool is_option(std::string_view word) { return word.starts_with('-') && word.size() > 1; }
bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

Line line_of(const CLI::App& app, std::span<const std::string> words) {
  Line line;
  if (unknown_command(app, words.front())) return line;
  line.command = app.get_subcommand(words.front());
  for (const std::string& word : words.subspan(1)) {
    if (line.pending != nullptr) {
      line.values[line.pending->get_name()] = word;
      line.pending = nullptr;
    } else if (!is_option(word)) {
      line.arguments.push_back(word);
    } else if (const std::size_t equals = word.find('='); equals != std::string::npos) {
      line.values[word.substr(0, equals)] = word.substr(equals + 1);
    } else if (const auto* option = line.command->get_option_no_throw(word);
               option != nullptr && takes_value(*option)) {
      line.pending = option;
    }
  }
  return line;
}

// --- from the programs and the data on the line

std::vector<std::string> words_of_programs(Words what, const Line& line) {
  return command_session().candidates(what, line.arguments);
}
/// Outputs of a formula, or requests.
std::vector<std::string> targets_of(const Line& line) {
  std::vector<std::string> words = words_of_programs(Words::Outputs, line);
  const std::vector<std::string> requests = words_of_programs(Words::RequestIds, line);
  words.insert(words.end(), requests.begin(), requests.end());
  return words;
}
/// The dataset on the line, or that of the configuration.
std::string data_of(const Line& line) {
  if (std::string data = line.value("--data"); !data.empty()) return data;
  read_configuration();
  const std::vector<std::string> data = configured("--data");
  return data.empty() ? "" : data.front();
}
std::vector<std::string> words_of_data(Words what, const Line& line) {
  const Session session = command_session();
  return session.candidates(what, {}, session.open(data_of(line)));
}

/// Options, and arguments of commands, whose values are found out.
struct Source {
  std::string_view operand;
  std::vector<std::string> (*candidates)(const Line& line);
};
constexpr Source kSources[] = {
    {"--request", [](const Line& line) { return words_of_programs(Words::RequestIds, line); }},
    {"--sort", [](const Line& line) { return words_of_programs(Words::Outputs, line); }},
    {"--columns", [](const Line& line) { return words_of_programs(Words::Outputs, line); }},
    {"--until", targets_of},
    {"--output", [](const Line& line) { return words_of_programs(Words::Outputs, line); }},
    {"--step", [](const Line& line) { return words_of_programs(Words::Steps, line); }},
    {"--set", [](const Line& line) { return words_of_programs(Words::Parameters, line); }},
    {"--item", [](const Line& line) { return words_of_data(Words::Items, line); }},
    {"--name", [](const Line& line) { return words_of_data(Words::Names, line); }},
    {"WORD", [](const Line& line) { return words_of_data(Words::Names, line); }},
    {"--explain", [](const Line&) { return finding_codes(); }},
};

// --- from the command line as it is declared

/// By the name of its type, as the help shows it: words with bars between, FILE, PATH, DIR.
Candidates values_of(const CLI::Option& operand, const Line& line) {
  const std::string type = operand.get_type_name();
  const bool is_file = type == "FILE";  // `--output` is one, or an output of a formula
  const auto source = std::ranges::find(kSources, operand.get_name(), &Source::operand);
  if (source != std::end(kSources) && !is_file) return {source->candidates(line)};
  Candidates values;
  if (type.find('|') != std::string::npos) {
    values.words = CLI::detail::split(type, '|');
  } else {
    values.files = is_file || type == "PATH" || type == "DIR" || operand.get_positional();
  }
  return values;
}

Candidates commands_of(const CLI::App& app) {
  Candidates commands;
  for (const std::string& name : command_names(app))
    commands.words.push_back(
        fmt::format("{}\t{}", name, app.get_subcommand(name)->get_description()));
  return commands;
}

Candidates options_of(const CLI::App& command) {
  Candidates options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames())
      options.words.push_back(fmt::format("-{}\t{}", name, option->get_description()));
    for (const std::string& name : option->get_lnames())
      options.words.push_back(fmt::format("--{}\t{}", name, option->get_description()));
  }
  return options;
}

/// The value in `--option=value`, candidates with the option before them.
Candidates joined_values(const Line& line, const std::string& option_name) {
  const CLI::Option* option = line.command->get_option_no_throw(option_name);
  if (option == nullptr || !takes_value(*option)) return {};
  Candidates values = values_of(*option, line);
  const std::string beginning = option_name + "=";
  for (std::string& word : values.words) word.insert(0, beginning);
  return values;
}

/// Those for the last value of a list with commas between, the values before it with them.
Candidates last_values(const CLI::Option& option, const Line& line, std::string_view current) {
  Candidates values = values_of(option, line);
  if (option.get_delimiter() != ',') return values;
  const std::string before(current.substr(0, current.rfind(',') + 1));  // npos + 1 is 0
  for (std::string& word : values.words) word.insert(0, before);
  return values;
}

/// `-Werror`, and both forms for each warning.
Candidates warning_switches() {
  Candidates switches{{"-Werror"}};
  for (const std::string& code : warning_codes()) {
    switches.words.push_back("-Wno-" + code);
    switches.words.push_back("-Werror=" + code);
  }
  return switches;
}

Candidates arguments_of(const Line& line) {
  const auto arguments =
      line.command->get_options([](const CLI::Option* option) { return option->get_positional(); });
  return arguments.empty() ? Candidates() : values_of(*arguments.front(), line);
}

Candidates candidates(const CLI::App& app, std::span<const std::string> words) {
  const std::string& current = words.back();
  if (words.size() == 1) return current.starts_with('-') ? options_of(app) : commands_of(app);
  const Line line = line_of(app, words.first(words.size() - 1));
  if (line.command == nullptr) return {};
  if (line.pending != nullptr) return last_values(*line.pending, line, current);
  if (current.starts_with("-W") && line.command->get_option_no_throw("-W") != nullptr)
    return warning_switches();
  if (!current.starts_with('-')) return arguments_of(line);
  const std::size_t equals = current.find('=');
  if (equals == std::string::npos) return options_of(*line.command);
  return joined_values(line, current.substr(0, equals));
}

/// bash makes three words of `--format=json`.
void join_split_words(std::vector<std::string>& words) {
  if (words.empty() || words.back() == "=") words.emplace_back();
  std::erase(words, "=");
}

std::string printed(const Candidates& candidates, std::string_view begin) {
  std::string text;
  for (const std::string& word : candidates.words) {
    if (word.starts_with(begin)) text += word + '\n';
  }
  return candidates.files ? text + ":files\n" : text;
}

}  // namespace

int print_candidates(const CLI::App& app, std::vector<std::string> words) {
  join_split_words(words);
  std::string text;
  try {
    text = printed(candidates(app, words), words.back());
  } catch (const std::exception&) {
    return kDone;  // completion must not print errors
  }
  return print_result(text);
}

}  // namespace seedc::tool
