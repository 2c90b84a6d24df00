// The `names` command: lists the condition names, people, topics and paths that a dataset offers.
#include "engine/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/report/requests.h"
#include "engine/review_subjects.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

const std::map<std::string, report::Format> kNamesFormats = {{"table", report::Format::Table},
                                                             {"json", report::Format::Json}};

struct NamesOptions {
  engine::EvaluateOptions evaluate = command_evaluate_options();
  std::vector<std::string> words;                 ///< only names with one of them; empty: all
  report::Format format = report::Format::Table;  ///< Table or Json
  bool all = false;                               ///< also codes, and all people
};

constexpr std::size_t kMostPeople = 20;

int names_command(const NamesOptions& options) {
  const auto names = engine::all_names(options.evaluate, [&](const resolve::Reading& reading) {
    return engine::is_wanted(reading, options.words, options.all);
  });
  if (!names) return print_error(names.error());
  auto subjects =
      engine::review_subjects(options.evaluate, {.words = options.words, .ids = options.all});
  if (!subjects) return print_error(subjects.error());
  if (names->empty() && subjects->empty() && !options.words.empty()) {
    print_error({base::ErrorKind::Usage,
                 fmt::format("no name has a word that begins with `{}`",
                             fmt::join(options.words, "` or `")),
                 "without words, `seedc names` lists them all"});
    return kNo;
  }
  std::string text;
  if (options.format == report::Format::Json) {
    text = engine::names_json(*names, engine::subjects_json(*subjects));
  } else {
    std::vector<std::string> tables = {
        engine::names_table(*names),
        engine::subjects_table(*subjects, options.all ? SIZE_MAX : kMostPeople)};
    if (options.words.empty()) tables.push_back(engine::name_forms_table());
    std::erase(tables, "");
    text = fmt::format("{}", fmt::join(tables, "\n"));
  }
  return print_result(text);
}

}  // namespace

Command add_names(CLI::App& app) {
  const auto settings = std::make_shared<NamesOptions>();
  NamesOptions& options = *settings;
  CLI::App* command = app.add_subcommand("names", "list what conditions can name in a dataset");
  command
      ->add_option("WORD", options.words,
                   "only names with a word that begins like this (default: all)")
      ->type_name("");
  add_data_option(*command, options.evaluate.data);
  add_choice(*command, "--format", options.format, kNamesFormats, "output format (default: table)");
  command->add_flag("--all", options.all,
                    "also the values of columns of codes and ids, and all people");
  add_threads_option(*command, options.evaluate.threads);
  command->footer(
      "Examples: seedc names --data examples/cafes\n"
      "          seedc names --data examples/cafes wifi cat");
  return {command, [settings] { return names_command(*settings); }};
}

}  // namespace seedc::tool
