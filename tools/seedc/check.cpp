// The `check` command: reports errors and likely mistakes in programs as text, JSON or SARIF,
// and applies safe fixes.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/diag/explain.h"
#include "engine/lint/apply_fixes.h"
#include "engine/lint/lint_program.h"
#include "engine/program.h"
#include "engine/report/text.h"
#include "runtime/base/nearest.h"
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

/// `3 files: 2 errors, 1 warning`
std::string summary(const diag::Diagnostics& diagnostics, std::size_t files) {
  std::string found;
  if (diagnostics.error_count() > 0) found = report::counted(diagnostics.error_count(), "error");
  if (diagnostics.warning_count() > 0) {
    found += (found.empty() ? "" : ", ") + report::counted(diagnostics.warning_count(), "warning");
  }
  return fmt::format("{}: {}\n", report::counted(files, "file"),
                     found.empty() ? "no findings" : found);
}

base::Result<bool> write_findings(const engine::Compilation& compilation,
                                  const CheckSettings& settings) {
  const auto& [diagnostics, sources] = std::tie(compilation.diagnostics, compilation.sources);
  switch (settings.format) {
    case DiagnosticsFormat::Text:
      print_diagnostics(diagnostics, sources);
      return write_stdout(summary(diagnostics, settings.programs.size()));
    case DiagnosticsFormat::Json:
      return write_stdout(diag::render_json(diagnostics, sources));
    case DiagnosticsFormat::Sarif:
      return write_stdout(diag::render_sarif(diagnostics, sources, SEEDC_VERSION));
  }
  return true;
}

int explain_command(const std::string& word) {
  std::string text;
  std::vector<std::string> codes;
  for (const diag::DiagInfo& row : diag::diagnostic_table()) codes.emplace_back(row.code);
  if (word == "all") {
    for (const std::string& code : codes) {
      text += (text.empty() ? "" : "\n\n") + diag::explain(*diag::find_code(code));
    }
  } else if (const auto code = diag::find_code(word)) {
    text = diag::explain(*code);
  } else {
    return print_error({base::ErrorKind::Usage, "no diagnostic has the code `" + word + "`",
                        base::did_you_mean(word, codes, "`seedc check --explain all` lists them")});
  }
  const auto done = write_stdout(text);
  return done ? kDone : print_error(done.error());
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
  const diag::Diagnostics& diagnostics = (*compilation)->diagnostics;
  if (diagnostics.has_errors()) return kBadProgram;
  return diagnostics.warning_count() > 0 ? kNo : kDone;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto settings = std::make_shared<CheckSettings>();
  settings->compile.skip_unreadable = true;
  CLI::App* command = app.add_subcommand("check", "report errors and likely mistakes in programs");
  command
      ->add_option("PROGRAM", settings->programs,
                   "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->type_name("");
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
