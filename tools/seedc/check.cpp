// The `check` command: reports errors and likely mistakes in programs as text, JSON or SARIF,
// and applies fixes, or shows what they would change.
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

#include "engine/report/table.h"
#include "engine/report/text.h"
#include "engine/report/unified_diff.h"
#include "runtime/language/display_text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

const std::map<std::string, Format> kFindingFormats = {{"text", Format::Text},
                                                       {"json", Format::Json},
                                                       {"sarif", Format::Sarif},
                                                       {"junit", Format::Junit},
                                                       {"github", Format::Github}};

struct CheckSettings {
  ProgramOptions program;
  Format format = Format::Text;
  bool fix = false;
  bool statistics = false;
  bool diff = false;    ///< show what `fix` would change, and change nothing
  bool unsafe = false;  ///< also the fixes that are only probable
  std::string explain;  ///< a code, `all`, or empty

  const std::vector<std::string>& files() const { return program.programs; }
};

/// Fixing compiles a program several times; one report of the data is enough.
Call silent_call() {
  Call call = command_call();
  call.log = {};
  return call;
}

std::string summary_of(const Program& program, const ProgramOptions& options) {
  std::string found;
  if (const std::size_t errors = program.error_count()) found = report::counted(errors, "error");
  if (const std::size_t warnings = program.warning_count())
    found += (found.empty() ? "" : ", ") + report::counted(warnings, "warning");
  std::string checked;
  if (!options.programs.empty()) checked = report::counted(options.programs.size(), "file");
  if (const std::size_t expressions = options.expressions.size())
    checked += (checked.empty() ? "" : ", ") + report::counted(expressions, "expression");
  return fmt::format("{}: {}\n", checked, found.empty() ? "no findings" : found);
}

/// How often there is which finding, the most frequent first.
std::string statistics_of(const Program& program) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const Finding& found : program.findings())
    ++counts[{found.code, found.is_error ? "error" : "warning"}];
  std::vector<std::pair<std::pair<std::string, std::string>, std::size_t>> rows(counts.begin(),
                                                                                counts.end());
  std::ranges::stable_sort(rows, std::greater(), [](const auto& row) { return row.second; });
  report::TextTable table({{"count", report::TextTable::Align::Right}, {"severity"}, {"code"}});
  for (const auto& [finding, count] : rows)
    table.add_row({std::to_string(count), finding.second, finding.first});
  return rows.empty() ? "" : table.text({.colour = shows_colour(STDOUT_FILENO)});
}

void write_findings(const Program& program, const CheckSettings& settings) {
  if (settings.format != Format::Text) return write_stdout(program.findings_text(settings.format));
  print_findings(program);
  const std::string summary =
      (settings.statistics ? statistics_of(program) : "") + summary_of(program, settings.program);
  if (settings.diff) return print_note(summary);  // stdout has the diff alone
  write_stdout(summary);
}

/// Rejects options that have no effect together.
void check_options(const CheckSettings& settings) {
  if (!settings.program.has_programs())
    fail_usage("PROGRAM is required", "see `seedc check --help`");
  if (!settings.program.compile.extractions.empty() && !settings.program.data.is_given())
    fail_usage("extractions are of the reviews of a dataset", "name it with --data");
  if (settings.unsafe && !settings.fix && !settings.diff) {
    fail_usage("`--unsafe` selects fixes, and none are asked for",
               "add --fix to apply them, or --diff to see them");
  }
  if (settings.diff && settings.format != Format::Text) {
    fail_usage("`--diff` and `--format` would both write to standard output",
               "leave one of them out; the findings in JSON have their fixes");
  }
  if (settings.statistics && settings.format != Format::Text) {
    fail_usage("`--statistics` and `--format` would both write to standard output",
               "leave one of them out");
  }
  const bool reads_stdin = std::ranges::find(settings.files(), "-") != settings.files().end();
  if (settings.fix && !settings.diff && reads_stdin) {
    fail_usage("`--fix` writes to files, and standard input is not one",
               "name the program's file, or see the changes with --diff");
  }
  if (settings.fix && !settings.diff && !settings.program.expressions.empty()) {
    fail_usage("`--fix` writes to files, and `-e` is not one", "see the changes with --diff");
  }
}

void tell_of_probable(const Program& program) {
  const std::size_t count = program.probable_fix_count();
  if (count == 1) note("1 probable fix is left: --unsafe takes it\n");
  if (count > 1) note("{} probable fixes are left: --unsafe takes them\n", count);
}

/// A file gets the diff as it is, for `patch`; a terminal without what would steer it.
void show_diff(const std::string& diff) {
  if (!is_terminal(STDOUT_FILENO)) return write_stdout(diff);
  std::string shown;
  std::istringstream lines(diff);
  for (std::string line; std::getline(lines, line);) shown += language::printable(line) + "\n";
  write_stdout(shown);
}

/// Fixes the files.
void apply(const Opened& opened, const CheckSettings& settings) {
  for (const std::string& file : settings.files()) {
    const std::size_t count =
        opened.session.fix_file(file, opened.compile, settings.unsafe, silent_call());
    if (count > 0) note("{}: {} fixed\n", language::printable(file), count);
  }
}

/// Fixes the programs in memory, as `apply` would the files, and writes what changes.
void write_diff(Opened& opened, const Program& program, const CheckSettings& settings) {
  CompileOptions& compile = opened.compile;
  for (std::size_t i = 0; i < opened.programs.size(); ++i) {
    Input& input = opened.programs[i];
    const FixedProgram fixed =
        opened.session.apply_fixes(input, compile, settings.unsafe, silent_call());
    if (fixed.count == 0) continue;
    const std::string name = language::printable(input.name);
    note("{}: {} would be fixed\n", name, fixed.count);
    show_diff(report::unified_diff(name, program.source(i), fixed.text));
    input.text = fixed.text;
    compile.overlays.push_back(input);
  }
  if (settings.unsafe) return;
  tell_of_probable(opened.session.compile(opened.programs, compile, silent_call()));
}

int check_command(const CheckSettings& settings) {
  if (!settings.explain.empty())
    return print_result(command_session().explain_code(settings.explain));
  check_options(settings);
  Opened opened(settings.program);
  if (settings.fix && !settings.diff) apply(opened, settings);
  const Program program = opened.session.compile(opened.programs, opened.compile, command_call());
  write_findings(program, settings);
  if (settings.fix && !settings.diff && !settings.unsafe) tell_of_probable(program);
  if (settings.diff) write_diff(opened, program, settings);
  if (program.has_errors()) return kBadProgram;
  return program.warning_count() > 0 ? kNo : kDone;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto settings = std::make_shared<CheckSettings>();
  CompileOptions& compile = settings->program.compile;
  compile.report_unreadable = true;
  compile.lints = true;
  CLI::App* command = app.add_subcommand("check", "report errors and likely mistakes in programs");
  add_programs(*command, settings->program,
               "requests and formulas: .req, .json or .jsonl files; - is standard input");
  add_names_options(*command, settings->program);
  add_extractions_option(*command, compile.extractions,
                         "count in these extractions of the data the rows that findings are about; "
                         "one file for all formulas, or one for each");
  add_threads_option(*command, settings->program.threads);
  add_choice(*command, "--format,--diagnostics", settings->format, kFindingFormats,
             "output format of the findings (default: text)");
  add_compile_options(*command, compile);
  command->add_flag(
      "--benchmark", compile.benchmark,
      "also check requests against the rules of a benchmark: ids R01 to R100, the trees of "
      "groups G01 to G10, no missing fields");
  command->add_flag("--statistics", settings->statistics,
                    "also count the findings by code, with those that are not shown");
  command->add_flag("--fix", settings->fix, "apply the safe fixes to the files");
  command->add_flag("--diff", settings->diff,
                    "show what --fix would change as a unified diff, and change nothing, with "
                    "--fix or without");
  command->add_flag("--unsafe", settings->unsafe,
                    "with --fix or --diff: take also the fixes that are probable, not certain");
  command
      ->add_option("--explain", settings->explain,
                   "explain a diagnostic, with an example and its fix; or `all`")
      ->type_name("CODE");
  command->footer(
      "Exit status 0 without findings, 1 with warnings only, 2 with errors.\n"
      "Examples: seedc check examples/cafes/requests.jsonl --data examples/cafes\n"
      "          seedc check --explain unknown-name");
  return {command, [settings] { return check_command(*settings); }};
}

}  // namespace seedc::tool
