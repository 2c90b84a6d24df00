// The `schema` command: prints the schema of a dataset, or of the formula language.
#include "engine/report/schema.h"

#include "compiler/formula_schema/formula_schema.h"
#include "engine/datasets.h"
#include "engine/report/requests.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/seedc/terminal_host.h"

namespace seedc::tool {
namespace {

const std::map<std::string, report::Format> kSchemaFormats = {{"table", report::Format::Table},
                                                              {"json", report::Format::Json}};

struct SchemaOptions {
  bool of_formulas = false;  ///< of the language of formulas, not of a dataset
  bool as_prompt = false;    ///< the language in words, for the model that is to write formulas
  DataSource data;
  report::Format format = report::Format::Table;  ///< Table or Json
};

int schema_command(const SchemaOptions& options) {
  if (options.of_formulas) {
    return print_result(options.as_prompt ? formula_schema::formula_prompt()
                                          : formula_schema::formula_schema());
  }
  if (!options.data) {
    return print_error(
        {base::ErrorKind::Usage, "no dataset given",
         "name a folder, a bundle or a snapshot, or print the formula language with --formula"});
  }
  const auto schema = engine::read_schema(*options.data, terminal_host());
  if (!schema) return print_error(schema.error());
  return print_result(options.format == report::Format::Json ? data::to_json(*schema)
                                                             : report::schema_table(*schema));
}

}  // namespace

Command add_schema(CLI::App& app) {
  const auto settings = std::make_shared<SchemaOptions>();
  SchemaOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "schema", "print the paths of a dataset with types and values, or the schema of formulas");
  CLI::Option* data = add_source(*command, "DATA", options.data, "a folder, a bundle or a snapshot")
                          ->check(no_stream())
                          ->type_name("");
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
  add_choice(*command, "--format", options.format, kSchemaFormats,
             "output format (default: table)");
  command->footer(
      "Examples: seedc schema examples/cafes\n"
      "          seedc schema --formula > formula.schema.json\n"
      "          seedc schema --formula --prompt");
  return {command, [settings] { return schema_command(*settings); }};
}

}  // namespace seedc::tool
