// completion: scripts that complete commands, options, their words and files, made of the command
// line as it is declared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

enum class Shell { Bash, Zsh, Fish };
const std::map<std::string, Shell> kShells = {
    {"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}};

/// What may stand where an option or a command takes a value.
struct Operand {
  enum class Kind { None, Words, Files, Other };
  Kind kind = Kind::None;
  std::vector<std::string> words;
};

struct CompletedOption {
  std::vector<std::string> short_names, long_names;  ///< without dashes
  std::string help;
  Operand operand;

  std::vector<std::string> spellings() const {
    std::vector<std::string> all;
    for (const std::string& name : short_names) all.push_back("-" + name);
    for (const std::string& name : long_names) all.push_back("--" + name);
    return all;
  }
};

struct CompletedCommand {
  std::string name;
  std::string help;
  std::vector<CompletedOption> options;
  Operand operand;  ///< of its arguments
};

/// By the name of its type, as the help shows it: words with bars between, FILE, PATH.
Operand operand_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return {};
  const std::string type = option.get_type_name();
  if (type.find('|') != std::string::npos)
    return {Operand::Kind::Words, CLI::detail::split(type, '|')};
  const bool is_file = type == "FILE" || type == "PATH" || type == "DIR" || option.get_positional();
  return {is_file ? Operand::Kind::Files : Operand::Kind::Other, {}};
}

CompletedCommand completed(const CLI::App& app) {
  CompletedCommand command{.name = app.get_name(), .help = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      command.operand = operand_of(*option);
    } else {
      command.options.push_back({option->get_snames(), option->get_lnames(),
                                 option->get_description(), operand_of(*option)});
    }
  }
  return command;
}

std::vector<CompletedCommand> completed_commands(const CLI::App& app) {
  std::vector<CompletedCommand> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(completed(*command));
  return commands;
}

std::vector<std::string> spellings_of(const CompletedCommand& command) {
  std::vector<std::string> all;
  for (const CompletedOption& option : command.options) {
    for (std::string& spelling : option.spellings()) all.push_back(std::move(spelling));
  }
  return all;
}

/// `text` in single quotes, as all three shells read it.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string(quote) : std::string(1, c);
  return out + "'";
}

// --- bash

std::string bash_operand(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::Words:
      return fmt::format("words='{}'", fmt::join(operand.words, " "));
    case Operand::Kind::Files:
      return "files=yes";
    case Operand::Kind::None:
    case Operand::Kind::Other:
      break;
  }
  return ":";
}

std::string bash_command(const CompletedCommand& command) {
  std::string out = fmt::format("    {})\n      case \"$previous\" in\n", command.name);
  for (const CompletedOption& option : command.options) {
    if (option.operand.kind == Operand::Kind::None) continue;
    out += fmt::format("        {}) {} ;;\n", fmt::join(option.spellings(), "|"),
                       bash_operand(option.operand));
  }
  out += fmt::format("        *) options='{}'; {} ;;\n      esac ;;\n",
                     fmt::join(spellings_of(command), " "), bash_operand(command.operand));
  return out;
}

std::string bash_script(const CompletedCommand& program, const std::vector<std::string>& names,
                        const std::vector<CompletedCommand>& commands) {
  std::string out = R"(# bash completion for seedc
_seedc() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  local command='' words='' options='' files=''
  # `--format=json` comes as three words
  [[ $current == = ]] && current=''
  [[ $previous == = ]] && previous="${COMP_WORDS[COMP_CWORD-2]}"
  (( COMP_CWORD > 1 )) && command="${COMP_WORDS[1]}"
  case $command in
)";
  out += fmt::format("    '') words='{}'; options='{}' ;;\n", fmt::join(names, " "),
                     fmt::join(spellings_of(program), " "));
  for (const CompletedCommand& command : commands) out += bash_command(command);
  return out + R"(  esac
  [[ $current == -* ]] && words=$options files=''
  mapfile -t COMPREPLY < <(
    compgen -W "$words" -- "$current"
    [[ -n $files ]] && compgen -f -- "$current"
  )
  [[ -z $files ]] || compopt -o filenames 2> /dev/null
}
complete -F _seedc seedc
)";
}

// --- zsh

/// A text inside a specification of _arguments or _describe.
std::string zsh_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_operand(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::None:
      return "";
    case Operand::Kind::Words:
      return fmt::format(":value:({})", fmt::join(operand.words, " "));
    case Operand::Kind::Files:
      return ":file:_files";
    case Operand::Kind::Other:
      break;
  }
  return ":value: ";
}

std::string zsh_argument(std::string_view specification) {
  return " \\\n        " + quoted(specification, "'\\''");
}

std::string zsh_command(const CompletedCommand& command) {
  std::string out = fmt::format("    {})\n      _arguments -s", command.name);
  for (const CompletedOption& option : command.options) {
    for (const std::string& spelling : option.spellings()) {
      out += zsh_argument(fmt::format("*{}[{}]{}", spelling, zsh_escaped(option.help),
                                      zsh_operand(option.operand)));
    }
  }
  if (command.operand.kind != Operand::Kind::None)
    out += zsh_argument("*" + zsh_operand(command.operand));
  return out + " ;;\n";
}

std::string zsh_script(const CompletedCommand& program,
                       const std::vector<CompletedCommand>& commands) {
  std::string out = "#compdef seedc\n_seedc() {\n  local -a commands=(";
  for (const CompletedCommand& command : commands) {
    out += "\n    " + quoted(command.name + ":" + zsh_escaped(command.help), "'\\''");
  }
  out += ")\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    compadd -- ";
  out += fmt::format("{}\n    return\n  fi\n", fmt::join(spellings_of(program), " "));
  out += "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n";
  for (const CompletedCommand& command : commands) out += zsh_command(command);
  return out + "  esac\n}\ncompdef _seedc seedc\n";
}

// --- fish

std::string fish_operand(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::None:
      return "";
    case Operand::Kind::Words:
      return fmt::format(" -x -a '{}'", fmt::join(operand.words, " "));
    case Operand::Kind::Files:
      return " -r -F";
    case Operand::Kind::Other:
      break;
  }
  return " -x";
}

std::string fish_options(const CompletedCommand& command, std::string_view condition) {
  std::string out;
  for (const CompletedOption& option : command.options) {
    out += fmt::format("complete -c seedc -n '{}'", condition);
    for (const std::string& name : option.short_names) out += " -s " + name;
    for (const std::string& name : option.long_names) out += " -l " + name;
    out += fish_operand(option.operand) + " -d " + quoted(option.help, "\\'") + '\n';
  }
  return out;
}

std::string fish_command(const CompletedCommand& command) {
  std::string out = fmt::format("complete -c seedc -n __fish_use_subcommand -a {} -d {}\n",
                                command.name, quoted(command.help, "\\'"));
  const std::string condition = "__fish_seen_subcommand_from " + command.name;
  out += fish_options(command, condition);
  if (command.operand.kind == Operand::Kind::Files)
    out += fmt::format("complete -c seedc -n '{}' -F\n", condition);
  if (command.operand.kind == Operand::Kind::Words)
    out += fmt::format("complete -c seedc -n '{}' -a '{}'\n", condition,
                       fmt::join(command.operand.words, " "));
  return out;
}

std::string fish_script(const CompletedCommand& program,
                        const std::vector<CompletedCommand>& commands) {
  std::string out = "# fish completion for seedc\ncomplete -c seedc -f\n";
  out += fish_options(program, "__fish_use_subcommand");
  for (const CompletedCommand& command : commands) out += fish_command(command);
  return out;
}

std::string script(const CLI::App& app, Shell shell) {
  const CompletedCommand program = completed(app);
  const std::vector<CompletedCommand> commands = completed_commands(app);
  switch (shell) {
    case Shell::Bash:
      return bash_script(program, command_names(app), commands);
    case Shell::Zsh:
      return zsh_script(program, commands);
    case Shell::Fish:
      break;
  }
  return fish_script(program, commands);
}

}  // namespace

Command add_completion(CLI::App& app) {
  const auto shell = std::make_shared<Shell>();
  CLI::App* command =
      app.add_subcommand("completion", "a script that completes seedc's commands in a shell");
  add_choice(*command, "SHELL", *shell, kShells, "the shell");
  command->get_option("SHELL")->required();
  command->footer(
      "Install it\n"
      "for bash: seedc completion bash > \\\n"
      "            ~/.local/share/bash-completion/completions/seedc\n"
      "for zsh: seedc completion zsh > DIR/_seedc, DIR being in $fpath\n"
      "for fish: seedc completion fish > ~/.config/fish/completions/seedc.fish\n"
      "Example: source <(seedc completion bash)");
  return {command, [&app, shell] {
            const auto done = write_stdout(script(app, *shell));
            return done ? static_cast<int>(kDone) : print_error(done.error());
          }};
}

}  // namespace seedc
