// The `check` command: reports errors and likely mistakes in programs as text, JSON or SARIF,
// and applies safe fixes.
#include <algorithm>

#include "engine/lint/apply_fixes.h"
#include "engine/lint/lint_program.h"
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
  unsigned threads = 0;
  DiagnosticsFormat format = DiagnosticsFormat::Text;
  bool fix = false;
  bool benchmark = false;
  std::string explain;  ///< a code, `all`, or empty
};

base::Result<bool> write_findings(const engine::Compilation& compilation,
                                  const CheckSettings& settings) {
  switch (settings.format) {
    case DiagnosticsFormat::Text:
      print_findings(compilation);
      return write_stdout(engine::findings_summary(compilation, settings.programs.size()));
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

int check_command(const CheckSettings& settings) {
  if (!settings.explain.empty()) return explain_command(settings.explain);
  if (settings.programs.empty()) {
    return print_error({base::ErrorKind::Usage, "PROGRAM is required", "see `seedc check --help`"});
  }
  if (settings.fix) {
    if (std::ranges::find(settings.programs, "-") != settings.programs.end())
      return print_error({base::ErrorKind::Usage,
                          "`--fix` writes to files, and standard input is not one",
                          "name the program's file"});
    for (const std::string& file : settings.programs) {
      const auto count = lint::apply_fixes(file, settings.compile);
      if (!count) return print_error(count.error());
      if (*count > 0) tell("{}: {} fixed\n", language::printable(file), *count);
    }
  }
  const auto compilation = engine::compile_files(settings.programs, settings.compile);
  if (!compilation) return print_error(compilation.error());
  const lint::LintOptions lint_options{.data = settings.compile.data,
                                       .threads = settings.threads,
                                       .benchmark = settings.benchmark,
                                       .host = &terminal_host()};
  if (auto done = lint::lint(**compilation, lint_options); !done) return print_error(done.error());
  if (auto done = write_findings(**compilation, settings); !done) return print_error(done.error());
  const auto& diagnostics = (*compilation)->diagnostics;
  if (diagnostics.has_errors()) return kBadProgram;
  return diagnostics.warning_count() > 0 ? kNo : kDone;
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
  add_threads_option(*command, settings->threads);
  add_choice(*command, "--diagnostics", settings->format, kFormats,
             "output format of the findings (default: text)");
  add_compile_options(*command, settings->compile);
  command->add_flag(
      "--benchmark", settings->benchmark,
      "also check requests against the rules of a benchmark: ids R01 to R100, the trees of "
      "groups G01 to G10, no missing fields");
  command->add_flag("--fix", settings->fix, "apply the safe fixes to the files");
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
