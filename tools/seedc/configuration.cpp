// Reads the environment and seedc.toml, and gives their values to the options of a command.
#include "tools/seedc/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

/// Variables, and the options that they stand for.
constexpr std::pair<const char*, const char*> kVariables[] = {
    {"SEEDC_DATA", "--data"},
    {"SEEDC_LLM_URL", "--llm-url"},
    {"SEEDC_LLM_MODEL", "--llm-model"},
    {"SEEDC_LLM_CA", "--llm-ca"},
};

/// Of this process, the first ones of an option first.
std::vector<Configured> values;  // NOLINT(*-avoid-non-const-global-variables)

/// What stands in for the environment and the file.
std::optional<std::vector<Configured>> fixed_values;  // NOLINT(*-avoid-non-const-global-variables)

/// Of the command, which the configuration gave: a parameter is given to its formulas later.
std::vector<const Configured*> used;  // NOLINT(*-avoid-non-const-global-variables)

/// The option of a command by its name on the command line; the dataset may be an argument.
template <class App>
auto* option_of(App& command, const std::string& name) {
  auto* option = command.get_option_no_throw(name);
  return option == nullptr && name == "--data" ? command.get_option_no_throw("DATA") : option;
}

bool is_list(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

/// What a value of a list is about: `NAME` of NAME=VALUE, the code of a word after -W.
std::string_view subject_of(std::string_view value) {
  for (const std::string_view before : {"no-", "error="}) {
    if (value.starts_with(before)) return value.substr(before.size());
  }
  return value.substr(0, value.find('='));
}

/// Whether the command line says what the option would contradict.
bool is_excluded(const CLI::App& command, const CLI::Option& option) {
  const auto excluded = option.get_excludes();
  if (std::ranges::any_of(excluded, [](const CLI::Option* other) { return other->count() > 0; }))
    return true;
  const CLI::Option* data = option_of(command, "--data");
  if (data == nullptr || data->count() == 0) return false;
  // The schema is for commands without data, and for data that comes as a stream; nothing of a
  // stream is kept.
  const bool is_stream = data->results().front() == "-";
  return (option.check_lname("schema") && !is_stream) ||
         (option.check_lname("cached") && is_stream);
}

/// The option's values: those of the command line, and those of the configuration about what they
/// do not mention.
void give(CLI::Option& option, const std::string& name) {
  const std::vector<std::string> given = option.results();
  const std::size_t used_before = used.size();
  for (const Configured& value : values) {
    const auto is_same = [&](const std::string& word) {
      return subject_of(word) == subject_of(value.value);
    };
    if (value.option != name || std::ranges::any_of(given, is_same)) continue;
    option.add_result(value.value);
    used.push_back(&value);
  }
  if (used.size() == used_before) return;
  try {
    option.run_callback();
  } catch (const CLI::ParseError& error) {
    const std::string_view source = used.back()->source;
    used.clear();  // the message has said it
    fail_usage(fmt::format("{}: {}", source, error.what()));
  }
}

/// All that some configuration gives, each once.
std::vector<std::string> configured_options() {
  std::vector<std::string> options;
  for (const Configured& value : values) {
    if (std::ranges::find(options, value.option) == options.end()) options.push_back(value.option);
  }
  return options;
}

}  // namespace

bool is_configurable(const CLI::App& command) {
  return std::ranges::any_of(options_of_seedc_toml(), [&](const std::string& name) {
    return option_of(command, name) != nullptr;
  });
}

void configure_as(std::vector<Configured> given) { fixed_values = std::move(given); }

void read_configuration(bool with_file) {
  values.clear();
  used.clear();
  if (fixed_values) {
    values = *fixed_values;
    return;
  }
  for (const auto& [variable, option] : kVariables) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') values.push_back({option, value, variable});
  }
  const std::vector<std::string> decided = configured_options();
  const auto file = with_file ? find_seedc_toml() : std::nullopt;
  if (!file) return;
  for (Configured& value : read_seedc_toml(*file)) {
    if (std::ranges::find(decided, value.option) == decided.end())
      values.push_back(std::move(value));
  }
}

void relax_requirements(CLI::App& command) {
  for (const std::string& name : configured_options()) {
    if (CLI::Option* option = option_of(command, name)) option->required(false);
  }
}

void apply_configuration(CLI::App& command) {
  for (const Configured& value : values) {
    if (value.option == kSetOption) used.push_back(&value);
  }
  for (const std::string& name : configured_options()) {
    CLI::Option* option = name == kSetOption ? nullptr : option_of(command, name);
    if (option == nullptr || is_excluded(command, *option)) continue;
    if (option->count() == 0 || is_list(*option)) give(*option, name);
  }
}

std::vector<std::string> configured(std::string_view option) {
  std::vector<std::string> found;
  for (const Configured& value : values) {
    if (value.option == option) found.push_back(value.value);
  }
  return found;
}

std::string_view source_of(std::string_view option) {
  const auto found = std::ranges::find(used, option, &Configured::option);
  return found == used.end() ? std::string_view() : (*found)->source;
}

Error with_source(const Error& error) {
  const auto is_about = [&](const Configured* value) {
    const std::string quoted = value->option == kSetOption
                                   ? fmt::format("parameter `{}", subject_of(value->value))
                                   : "`" + value->value;
    const std::size_t at = error.message().find(quoted);
    if (at == std::string::npos) return false;
    const char next = error.message().c_str()[at + quoted.size()];
    return next == '`' || next == '/';  // a file in a folder, too
  };
  // A value of the file gives way to one of the command line: it is never one of two.
  if (error.code() == "repeated-parameter") return error;
  const auto cause = std::ranges::find_if(used, is_about);
  if (cause == used.end()) return error;
  const std::string from = fmt::format("`{}` is from {}", (*cause)->value, (*cause)->source);
  return error.with_help(error.help().empty() ? from : fmt::format("{}; {}", error.help(), from));
}

}  // namespace seedc::tool
