// The `names` command: lists the condition names, people, topics and paths that a dataset offers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct NamesCommand {
  DataChoice data;
  unsigned threads = 0;
  NamesOptions names;
};

int names_command(const NamesCommand& options) {
  const Session session = command_session(options.threads);
  NamesOptions names = options.names;
  if (names.format == Format::Text) names.format = text_format(STDOUT_FILENO);
  const std::string text = open_data(session, options.data).names(names, command_call());
  if (!text.empty()) return print_result(text);
  print_error({ErrorKind::Usage,
               fmt::format("no name has a word that begins with `{}`",
                           fmt::join(options.names.words, "` or `")),
               "without words, `seedc names` lists them all"});
  return kNo;
}

}  // namespace

Command add_names(CLI::App& app) {
  const auto settings = std::make_shared<NamesCommand>();
  NamesCommand& options = *settings;
  CLI::App* command = app.add_subcommand("names", "list what conditions can name in a dataset");
  command
      ->add_option("WORD", options.names.words,
                   "only names with a word that begins like this (default: all)")
      ->type_name("");
  add_data_option(*command, options.data);
  add_text_or_json(*command, options.names.format, "table");
  command->add_flag("--all", options.names.all,
                    "also the values of columns of codes and ids, and all people");
  add_threads_option(*command, options.threads);
  add_wide_option(*command);
  command->footer(
      "Examples: seedc names --data examples/cafes\n"
      "          seedc names --data examples/cafes wifi cat");
  return {command, [settings] { return names_command(*settings); }};
}

}  // namespace seedc::tool
