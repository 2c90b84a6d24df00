// The `check` command: reports errors and likely mistakes in programs as text, JSON or SARIF,
// and applies fixes, or shows what they would change.
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "engine/lint/apply_fixes.h"
#include "engine/lint/lint_program.h"
#include "engine/report/unified_diff.h"
#include "runtime/language/display_text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

enum class DiagnosticsFormat { Text, Json, Sarif };

const std::map<std::string, DiagnosticsFormat> kFormats = {{"text", DiagnosticsFormat::Text},
                                                           {"json", DiagnosticsFormat::Json},
                                                           {"sarif", DiagnosticsFormat::Sarif}};

struct CheckSettings {
  std::vector<std::string> programs;
  engine::CompileOptions compile = command_compile_options();
  std::vector<std::string> extractions;
  unsigned threads = 0;
  DiagnosticsFormat format = DiagnosticsFormat::Text;
  bool fix = false;
  bool diff = false;    ///< show what `fix` would change, and change nothing
  bool unsafe = false;  ///< also the fixes that are only probable
  bool benchmark = false;
  std::string explain;  ///< a code, `all`, or empty
};

using Checked = base::Result<std::unique_ptr<engine::Compilation>>;

lint::LintOptions lint_options(const CheckSettings& settings) {
  return {.data = settings.compile.data,
          .extractions = settings.extractions,
          .threads = settings.threads,
          .benchmark = settings.benchmark,
          .host = &terminal_host()};
}

/// Fixing compiles a program several times; one report of the data is enough.
lint::FixOptions fix_options(const CheckSettings& settings) {
  lint::LintOptions lints = lint_options(settings);
  lints.host = &engine::silent_host();
  return {.takes_probable = settings.unsafe, .lints = lints};
}

Checked checked(const CheckSettings& settings, const lint::LintOptions& lints) {
  auto compilation = engine::compile_files(settings.programs, settings.compile);
  if (!compilation) return compilation;
  if (auto done = lint::lint(**compilation, lints); !done) return tl::unexpected(done.error());
  return compilation;
}

base::Result<bool> write_findings(const engine::Compilation& compilation,
                                  const CheckSettings& settings) {
  switch (settings.format) {
    case DiagnosticsFormat::Text: {
      print_findings(compilation);
      const std::string summary = engine::findings_summary(compilation, settings.programs.size());
      if (!settings.diff) return write_stdout(summary);
      print_stderr(summary);  // stdout has the diff alone
      return true;
    }
    case DiagnosticsFormat::Json:
      return write_stdout(engine::findings_json(compilation));
    case DiagnosticsFormat::Sarif:
      return write_stdout(engine::findings_sarif(compilation, SEEDC_VERSION));
  }
  return true;
}

int explain_command(const std::string& code) {
  const auto text = engine::explain_code(code);
  return text ? print_result(*text) : print_error(text.error());
}

/// Why the options cannot be met, if so.
std::optional<base::Error> refusal(const CheckSettings& settings) {
  using enum base::ErrorKind;
  if (settings.programs.empty())
    return base::Error{Usage, "PROGRAM is required", "see `seedc check --help`"};
  if (!settings.extractions.empty() && !settings.compile.data) {
    return base::Error{Usage, "extractions are of the reviews of a dataset", "name it with --data"};
  }
  if (settings.unsafe && !settings.fix && !settings.diff) {
    return base::Error{Usage, "`--unsafe` selects fixes, and none are asked for",
                       "add --fix to apply them, or --diff to see them"};
  }
  if (settings.diff && settings.format != DiagnosticsFormat::Text) {
    return base::Error{Usage, "`--diff` and `--diagnostics` would both write to standard output",
                       "leave one of them out; the findings in JSON have their fixes"};
  }
  const bool reads_stdin = std::ranges::find(settings.programs, "-") != settings.programs.end();
  if (settings.fix && !settings.diff && reads_stdin) {
    return base::Error{Usage, "`--fix` writes to files, and standard input is not one",
                       "name the program's file, or see the changes with --diff"};
  }
  return std::nullopt;
}

void tell_of_probable(const engine::Compilation& compilation) {
  const std::size_t count = lint::count_probable_fixes(compilation);
  if (count == 1) print_stderr("1 probable fix is left: --unsafe takes it\n");
  if (count > 1) tell("{} probable fixes are left: --unsafe takes them\n", count);
}

/// A file gets the diff as it is, for `patch`; a terminal without what would steer it.
base::Result<bool> show_diff(const std::string& diff) {
  if (!is_terminal(STDOUT_FILENO)) return write_stdout(diff);
  std::string shown;
  std::istringstream lines(diff);
  for (std::string line; std::getline(lines, line);) shown += language::printable(line) + "\n";
  return write_stdout(shown);
}

/// Fixes the files.
base::Result<bool> apply(const CheckSettings& settings) {
  for (const std::string& file : settings.programs) {
    const auto count = lint::apply_fixes(file, settings.compile, fix_options(settings));
    if (!count) return tl::unexpected(count.error());
    if (*count > 0) tell("{}: {} fixed\n", language::printable(file), *count);
  }
  return true;
}

/// Fixes the programs in memory, as `apply` would the files, and writes what changes.
base::Result<bool> write_diff(const CheckSettings& settings) {
  engine::KeptFiles files(*settings.compile.files);
  CheckSettings fixing = settings;
  fixing.compile.files = &files;
  for (const std::string& file : settings.programs) {
    const auto program = lint::fixed_program(file, fixing.compile, fix_options(settings));
    if (!program) return tl::unexpected(program.error());
    if (program->count == 0) continue;
    const std::string name = language::printable(file);
    tell("{}: {} would be fixed\n", name, program->count);
    files.put(file, program->after);
    auto done = show_diff(report::unified_diff(name, program->before, program->after));
    if (!done) return done;
  }
  if (settings.unsafe) return true;
  const auto fixed = checked(fixing, fix_options(settings).lints);
  if (!fixed) return tl::unexpected(fixed.error());
  tell_of_probable(**fixed);
  return true;
}

base::Result<int> report_findings(const CheckSettings& settings) {
  const auto compilation = checked(settings, lint_options(settings));
  if (!compilation) return tl::unexpected(compilation.error());
  if (auto done = write_findings(**compilation, settings); !done)
    return tl::unexpected(done.error());
  if (settings.fix && !settings.diff && !settings.unsafe) tell_of_probable(**compilation);
  const auto& diagnostics = (*compilation)->diagnostics;
  if (diagnostics.has_errors()) return kBadProgram;
  return diagnostics.warning_count() > 0 ? kNo : kDone;
}

int check_command(CheckSettings settings) {
  if (!settings.explain.empty()) return explain_command(settings.explain);
  if (const auto error = refusal(settings)) return print_error(*error);
  engine::KeptFiles files(*settings.compile.files);
  if (settings.fix && !settings.diff) {
    if (const auto done = apply(settings); !done) return print_error(done.error());
  } else if (settings.diff) {
    settings.compile.files = &files;  // standard input is read once
  }
  const auto status = report_findings(settings);
  if (!status) return print_error(status.error());
  if (settings.diff) {
    if (const auto done = write_diff(settings); !done) return print_error(done.error());
  }
  return *status;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto settings = std::make_shared<CheckSettings>();
  settings->compile.skip_unreadable = true;
  settings->compile.formulas.reports_lints = true;
  CLI::App* command = app.add_subcommand("check", "report errors and likely mistakes in programs");
  add_programs(*command, settings->programs,
               "requests and formulas: .req, .json or .jsonl files; - is standard input");
  add_names_options(*command, settings->compile.data, settings->compile.schema);
  add_extractions_option(*command, settings->extractions,
                         "count in these extractions of the data the rows that findings are about; "
                         "one file for all formulas, or one for each");
  add_threads_option(*command, settings->threads);
  add_choice(*command, "--diagnostics", settings->format, kFormats,
             "output format of the findings (default: text)");
  add_compile_options(*command, settings->compile);
  command->add_flag(
      "--benchmark", settings->benchmark,
      "also check requests against the rules of a benchmark: ids R01 to R100, the trees of "
      "groups G01 to G10, no missing fields");
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
