// The `schema` command: prints the schema of a dataset, or of the formula language.
#include <unistd.h>

#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/view.h"

namespace seedc::tool {
namespace {

struct SchemaOptions {
  bool of_formulas = false;  ///< of the language of formulas, not of a dataset
  bool as_prompt = false;    ///< the language in words, for the model that is to write formulas
  DataChoice data;
  Format format = Format::Text;
};

int schema_command(const SchemaOptions& options) {
  if (options.of_formulas)
    return print_result(options.as_prompt ? formula_prompt() : formula_schema());
  if (!options.data.is_given())
    fail_usage(
        "no dataset given",
        "name a folder, a bundle or a snapshot, or print the formula language with --formula");
  const Session session = command_session();
  const Format format =
      options.format == Format::Text ? text_format(STDOUT_FILENO) : options.format;
  return print_result(open_data(session, options.data).schema(command_call()).text(format));
}

}  // namespace

Command add_schema(CLI::App& app) {
  const auto settings = std::make_shared<SchemaOptions>();
  SchemaOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "schema", "print the paths of a dataset with types and values, or the schema of formulas");
  CLI::Option* data =
      add_data_argument(*command, options.data.path, "a folder, a bundle or a snapshot");
  add_cached_option(*command, options.data);
  CLI::Option* formula =
      command
          ->add_flag("--formula", options.of_formulas,
                     "the JSON Schema of Formula Seeds, for language models and editors")
          ->excludes(data);
  command
      ->add_flag("--prompt", options.as_prompt,
                 "with --formula: the language in words with examples, as a prompt for the model "
                 "that is to write a formula")
      ->needs(formula);
  add_text_or_json(*command, options.format, "table");
  add_wide_option(*command);
  command->footer(
      "Examples: seedc schema examples/cafes\n"
      "          seedc schema --formula > formula.schema.json\n"
      "          seedc schema --formula --prompt");
  return {command, [settings] { return schema_command(*settings); }};
}

}  // namespace seedc::tool
