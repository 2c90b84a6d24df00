// The `completion` command: prints shell scripts that complete the command line through `seedc
// __complete`.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

constexpr const char* kBash = R"(# bash completion for seedc
_seedc() {
  local line word current="${COMP_WORDS[COMP_CWORD]#=}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2> /dev/null
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    else
      printf -v word %q "${line%%$'\t'*}"
      COMPREPLY+=("${word//\\,/,}")  # a list goes on behind a comma
    fi
  done < <(seedc __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _seedc seedc
)";

constexpr const char* kZsh = R"(#compdef seedc
_seedc() {
  local line word
  local -a found
  for line in "${(@f)$(seedc __complete "${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    word=${line%%$'\t'*}
    if [[ $line == :files ]]; then
      compset -P '--*='
      _files
    elif [[ -n $line ]]; then
      found+=("${word//:/\\:}${${line#$word}/$'\t'/:}")
    fi
  done
  (( $#found == 0 )) || _describe seedc found
}
compdef _seedc seedc
)";

constexpr const char* kFish = R"(# fish completion for seedc
function __seedc_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  for line in (seedc __complete $words[2..-1] "$current" 2> /dev/null)
    if test "$line" = :files
      __fish_complete_path "$current"
    else
      printf '%s\n' $line
    end
  end
end
complete -c seedc -f -a '(__seedc_complete)'
)";

const std::map<std::string, const char*> kScripts = {
    {"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}};

}  // namespace

Command add_completion(CLI::App& app) {
  const auto script = std::make_shared<const char*>(nullptr);
  CLI::App* command =
      app.add_subcommand("completion", "print a script that completes seedc's commands in a shell");
  add_choice(*command, "SHELL", *script, kScripts, "the shell");
  command->get_option("SHELL")->required();
  command->footer(
      "It completes commands, options and files, and from the programs and the data\n"
      "on the line request ids, items, condition names, outputs and steps.\n"
      "To install it\n"
      "for bash: seedc completion bash > \\\n"
      "            ~/.local/share/bash-completion/completions/seedc\n"
      "for zsh: seedc completion zsh > DIR/_seedc, DIR being in $fpath\n"
      "for fish: seedc completion fish > ~/.config/fish/completions/seedc.fish\n"
      "Example: source <(seedc completion bash)");
  return {command, [script] { return print_result(*script); }};
}

}  // namespace seedc::tool
