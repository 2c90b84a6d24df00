// The `names` command: lists the condition names, people, topics and paths that a dataset offers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/names_report.h"
#include "engine/report/requests.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, report::Format> kNamesFormats = {{"table", report::Format::Table},
                                                             {"json", report::Format::Json}};

struct NamesOptions {
  engine::NamesReportOptions report{.evaluate = command_evaluate_options()};
  report::Format format = report::Format::Table;  ///< Table or Json
};

int names_command(NamesOptions options) {
  options.report.is_json = options.format == report::Format::Json;
  const auto text = engine::names_report(options.report);
  if (!text) return print_error(text.error());
  if (!text->empty()) return print_result(*text);
  print_error({base::ErrorKind::Usage,
               fmt::format("no name has a word that begins with `{}`",
                           fmt::join(options.report.words, "` or `")),
               "without words, `seedc names` lists them all"});
  return kNo;
}

}  // namespace

Command add_names(CLI::App& app) {
  const auto settings = std::make_shared<NamesOptions>();
  NamesOptions& options = *settings;
  CLI::App* command = app.add_subcommand("names", "list what conditions can name in a dataset");
  command
      ->add_option("WORD", options.report.words,
                   "only names with a word that begins like this (default: all)")
      ->type_name("");
  add_data_option(*command, options.report.evaluate.data);
  add_choice(*command, "--format", options.format, kNamesFormats, "output format (default: table)");
  command->add_flag("--all", options.report.all,
                    "also the values of columns of codes and ids, and all people");
  add_threads_option(*command, options.report.evaluate.threads);
  command->footer(
      "Examples: seedc names --data examples/cafes\n"
      "          seedc names --data examples/cafes wifi cat");
  return {command, [settings] { return names_command(*settings); }};
}

}  // namespace seedc::tool
