// Candidates for the next word of a seedc command line, for the scripts that `seedc completion`
// prints.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::tool {

/// The command that the scripts call: it is not listed in the help.
inline constexpr std::string_view kCompleteCommand = "__complete";

/// Prints the candidates for the last of `words`, which follow `seedc` on the line; the last may be
/// empty or the begin of a word. One candidate a line, then a tab and what it means if there is
/// more to say. The line `:files` says that files are candidates too. Reads the programs and the
/// data that the line names, if that is quick; what cannot be read gives no candidates. Returns
/// the exit status.
int print_candidates(const CLI::App& app, std::vector<std::string> words);

}  // namespace seedc::tool
