// The `prove` command: decides claims about requests for every possible item, and compares
// programs.
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "runtime/base/byte_order_mark.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Format> kVerdictFormats = {{"text", Format::Text},
                                                       {"jsonl", Format::Jsonl}};

struct ProveCommand {
  ProgramOptions program;
  std::string file;  ///< the program
  std::vector<std::string> claims;
  std::string claims_file;
  std::vector<std::string> compared;  ///< the old program and the new one
  ProveOptions prove;
};

/// The line before a `#` that is in no quotes.
std::string_view without_comment(std::string_view line) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote == '\0' && line[i] == '#') return line.substr(0, i);
    if (quote != '\0' && line[i] == '\\') {
      ++i;
    } else if (line[i] == quote) {
      quote = '\0';
    } else if (quote == '\0' && (line[i] == '"' || line[i] == '\'')) {
      quote = line[i];
    }
  }
  return line;
}

/// Lines that are neither blank nor comments, without what is beside them.
std::vector<std::string> claims_in(const std::string& file) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string> claims;
  std::istringstream lines{std::string(base::without_byte_order_mark(read_text(file)))};
  for (std::string line; std::getline(lines, line);) {
    const std::string_view claim = without_comment(line);
    const std::size_t first = claim.find_first_not_of(kBlanks);
    if (first != claim.npos)
      claims.emplace_back(claim.substr(first, claim.find_last_not_of(kBlanks) - first + 1));
  }
  return claims;
}

int status_of(const Verdicts& verdicts) {
  if (verdicts.refuted > 0) return kNo;
  return verdicts.undecided > 0 ? kLimitReached : kDone;
}

int compare(ProveCommand& options) {
  options.program.programs = {options.compared.front()};
  const Compiled older(options.program);
  options.program.programs = {options.compared.back()};
  const Program newer = older.session.compile({program_input(options.compared.back())},
                                              older.compile, command_call());
  print_findings(newer);
  const Verdicts verdicts =
      older.session.compare(older.program, newer, options.prove, command_call());
  const bool has_errors = older.program.has_errors() || newer.has_errors();
  return print_result(*verdicts.text, has_errors ? kBadProgram : status_of(verdicts));
}

int prove_command(ProveCommand& options) {
  if (!options.compared.empty()) return compare(options);
  if (options.file.empty()) fail_usage("PROGRAM is required", "see `seedc prove --help`");
  if (!options.claims_file.empty()) {
    const auto more = claims_in(options.claims_file);
    options.claims.insert(options.claims.end(), more.begin(), more.end());
  }
  if (options.claims.empty())
    fail_usage("there is no claim", "write one after the program, or a file of them with --claims");
  const bool is_in_pieces = options.claims.size() > 1 &&
                            std::ranges::none_of(options.claims, [](const std::string& claim) {
                              return claim.find(' ') != std::string::npos;
                            });
  if (is_in_pieces)
    fail_usage("a claim is one argument, and these are words of one",
               fmt::format("quote it: '{}'", fmt::join(options.claims, " ")));
  options.program.programs = {options.file};
  const Compiled compiled(options.program);
  const Verdicts verdicts = compiled.session.prove(compiled.programs, options.claims, options.prove,
                                                   compiled.compile, command_call());
  if (verdicts.mistakes) print_findings(*verdicts.mistakes);
  const int status = compiled.program.has_errors() ? kBadProgram : status_of(verdicts);
  return print_result(*verdicts.text, status);
}

}  // namespace

Command add_prove(CLI::App& app) {
  const auto settings = std::make_shared<ProveCommand>();
  ProveCommand& options = *settings;
  options.program.compile.requests_only = true;
  CLI::App* command =
      app.add_subcommand("prove", "decide claims about requests for every possible item");
  CLI::Option* program =
      command
          ->add_option("PROGRAM", options.file,
                       "requests: a .req, .json or .jsonl file; - is standard input")
          ->type_name("");
  command
      ->add_option(
          "CLAIM", options.claims,
          "`never F`, `always F`, `decided F`, `F implies G`, `F same G` or `F disjoint G`; "
          "F and G are request ids or conditions in the shorthand")
      ->type_name("");
  CLI::Option* claims = command
                            ->add_option("--claims", options.claims_file,
                                         "a file of claims, one a line; # begins a comment")
                            ->type_name("FILE");
  command
      ->add_option("--compare", options.compared,
                   "how the matches of each request changed: same, narrower, wider or incomparable")
      ->expected(2)
      ->type_name("OLD NEW")
      ->excludes(program)
      ->excludes(claims);
  command->add_flag("--strong", options.prove.strong,
                    "`F implies G` also claims that F is no wherever G is; --compare: requests are "
                    "the same only if all their values are");
  add_choice(*command, "--format", options.prove.format, kVerdictFormats,
             "output format (default: text)");
  add_names_options(*command, options.program);
  add_compile_options(*command, options.program.compile);
  command->footer(
      "Exit status 0 if all claims are proved, 1 if one is refuted, else 5; 2 if the\n"
      "program has errors.\n"
      "Example: seedc prove examples/first.req '1 implies no_tv'");
  return {command, [settings] { return prove_command(*settings); }};
}

}  // namespace seedc::tool
