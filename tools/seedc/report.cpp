// The `report` command: results and the evidence behind them as one page.
#include <unistd.h>

#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/page.h"
#include "tools/seedc/run.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct ReportCommand {
  RunCommand run;
  PageOptions page{.file = "-", .page = {}};
};

int report_command(const ReportCommand& options) {
  const Compiled compiled(options.run.program);
  check_formula_options(options.run, compiled.program);
  const Results results = compiled.program.prepare({.backend = options.run.backend}, command_call())
                              .run(*compiled.data, options.run.run, command_call());
  print_stderr(results.findings_text(text_format(STDERR_FILENO), command_call()));
  write_page(options.page, options.run.program, options.run.run.extractions, results,
             *compiled.data);
  return compiled.program.has_errors() || has_errors(results) ? kBadProgram : kDone;
}

}  // namespace

Command add_report(CLI::App& app) {
  const auto settings = std::make_shared<ReportCommand>();
  ReportCommand& options = *settings;
  CLI::App* command = app.add_subcommand(
      "report", "make a page of results, with the evidence behind them, for a browser");
  add_programs(*command, options.run.program,
               "requests and formulas: .req, .json or .jsonl files; - is standard input")
      ->required();
  add_request_option(*command, options.run.program.compile.request);
  add_data_option(*command, options.run.program.data);
  add_output_option(*command, options.page.file);
  add_page_options(*command, options.page);
  add_extractions_option(
      *command, options.run.run.extractions,
      "what was extracted from the reviews; one file for all formulas, or one for each");
  add_set_option(*command, options.run.program.compile);
  add_threads_option(*command, options.run.program.threads);
  add_strict_option(*command, options.run.program.strict);
  add_compile_options(*command, options.run.program.compile);
  command->footer(
      "Examples: seedc report examples/cafes/requests.req --data examples/cafes \\\n"
      "            -o report.html\n"
      "          seedc report examples/cafes/risk.json --data examples/cafes \\\n"
      "            --extractions examples/cafes/risk.extractions.jsonl -o risk.html");
  return {command, [settings] { return report_command(*settings); }};
}

}  // namespace seedc::tool
