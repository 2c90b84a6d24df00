// The `suggest` command: finds requests that single an item out, or each of all items.
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc::tool {
namespace {

struct SuggestCommand {
  DataChoice data;
  std::string output;
  unsigned threads = 0;
  bool all = false;
  std::string unknown = "allowed";
  SuggestOptions suggest;
};

int suggest_command(SuggestCommand& options) {
  if (!options.all && !options.suggest.item)
    fail_usage("there is no item to single out", "give --item ID, or --all for each");
  options.suggest.strict = options.unknown == "strict";
  const Session session = command_session(options.threads);
  const Suggestions found =
      open_data(session, options.data).suggest(options.suggest, command_call());
  if (!options.output.empty()) write_file(options.output, found.requests);
  const int status = found.missing == 0 ? kDone : kNo;
  return options.output == "-" ? status : print_result(found.report, status);
}

}  // namespace

Command add_suggest(CLI::App& app) {
  const auto settings = std::make_shared<SuggestCommand>();
  SuggestCommand& options = *settings;
  CLI::App* command = app.add_subcommand("suggest", "find requests that single an item out");
  add_data_option(*command, options.data);
  CLI::Option* item = command
                          ->add_option("--item", options.suggest.item,
                                       "the item's id, or its name if no other has it")
                          ->type_name("ID");
  command->add_flag("--all", options.all, "the best request for every item")->excludes(item);
  command
      ->add_option("--kinds", options.suggest.kinds,
                   "only conditions of these kinds, with commas between (default: all)")
      ->delimiter(',')
      ->type_name("attributes|values|numbers|hours|categories|texts|topics|reviewers|circles");
  command
      ->add_option("--group", options.suggest.group,
                   "requests of the shape that this group of a benchmark has")
      ->type_name("G01|G02|G03|G04|G05|G06|G07|G08|G09|G10");
  add_search_options(*command, options.suggest.count, "so many requests (default: 3)",
                     options.suggest.depth,
                     "the largest number of conditions in a request (default: 5)")
      ->excludes("--all");
  command
      ->add_option("--unknown", options.unknown,
                   "whether other items may be unknown, or must all fail (default: allowed)")
      ->check(one_of({"allowed", "strict"}))
      ->type_name("allowed|strict");
  command
      ->add_option("-o,--output", options.output,
                   "write the requests to this file, each with a text and its gold item; - is "
                   "standard output")
      ->type_name("FILE");
  add_text_or_json(*command, options.suggest.format);
  add_threads_option(*command, options.threads);
  command->footer(
      "Exit status 0 if each item has a request, 1 if not.\n"
      "Examples: seedc suggest --data examples/cafes --item 0yfRtaK2ydjoeuCxkxO8xG\n"
      "          seedc suggest --data examples/cafes --all -o suggested.req");
  return {command, [settings] { return suggest_command(*settings); }};
}

}  // namespace seedc::tool
