// check: what is wrong with programs, and what is most likely not meant.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/compile.h"
#include "tools/seedc/lint.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

struct CheckCommandOptions {
  std::vector<std::string> programs;
  CompileOptions compile;
  unsigned threads = 0;
};

int check_command(const CheckCommandOptions& options) {
  const auto compilation = compile_files(options.programs, options.compile);
  if (!compilation) return print_error(compilation.error());
  const LintOptions lint_options{.data = options.compile.data, .threads = options.threads};
  if (const auto done = lint(**compilation, lint_options); !done) return print_error(done.error());
  const Diagnostics& diagnostics = (*compilation)->diagnostics;
  print_diagnostics(diagnostics, (*compilation)->sources);
  if (diagnostics.has_errors()) return kBadProgram;
  return diagnostics.sorted().empty() ? kDone : kNo;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto settings = std::make_shared<CheckCommandOptions>();
  CheckCommandOptions& options = *settings;
  CLI::App* command = app.add_subcommand("check", "what is wrong with programs");
  command->add_option("PROGRAM", options.programs, "programs")->required()->type_name("");
  add_names_options(*command, options.compile.data, options.compile.schema);
  add_threads_option(*command, options.threads);
  add_warning_options(*command, options.compile.warnings);
  command->footer("Example: seedc check examples/cafes/requests.jsonl --data examples/cafes");
  return {command, [settings] { return check_command(*settings); }};
}

}  // namespace seedc
