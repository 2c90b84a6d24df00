// schema: what a dataset holds.
#include "runtime/data/schema.h"

#include <fmt/format.h>

#include "compiler/formula_schema/formula_schema.h"
#include "runtime/report/table.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

const std::map<std::string, Format> kSchemaFormats = {{"table", Format::Table},
                                                      {"json", Format::Json}};

struct SchemaOptions {
  bool of_formulas = false;  ///< of the language of formulas, not of a dataset
  std::string data;
  Format format = Format::Table;  ///< Table or Json
};

std::string types_text(const SchemaPath& path) {
  std::string out;
  for (const std::string& type : path.types) out += (out.empty() ? "" : "|") + type;
  return out;
}

std::string commonest_text(const SchemaPath& path) {
  std::string out;
  for (const auto& [text, count] : path.commonest)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", text, count);
  return out;
}

std::string distinct_text(const SchemaPath& path) {
  return path.distinct >= SchemaPath::kMaxDistinct ? fmt::format("{}+", SchemaPath::kMaxDistinct)
                                                   : std::to_string(path.distinct);
}

/// The last key, indented by its depth: rows come an object before its keys.
std::string key_text(const SchemaPath& path) {
  return std::string(2 * (path.path.size() - 1), ' ') + to_string({path.path.back()});
}

std::string paths_table(const std::string& title, const std::vector<SchemaPath>& paths) {
  TextTable table({{title},
                   {"type"},
                   {"present", TextTable::Align::Right},
                   {"distinct", TextTable::Align::Right},
                   {"commonest"}});
  for (const SchemaPath& path : paths) {
    table.add_row({key_text(path), types_text(path), std::to_string(path.present),
                   distinct_text(path), commonest_text(path)});
  }
  return table.text();
}

Value paths_json(const std::vector<SchemaPath>& paths) {
  List rows;
  for (const SchemaPath& path : paths) {
    Value keys{List(path.path.begin(), path.path.end())};
    Value types{List(path.types.begin(), path.types.end())};
    List commonest;
    for (const auto& [text, count] : path.commonest) {
      commonest.push_back(Dict{{"text", text}, {"count", static_cast<std::int64_t>(count)}});
    }
    rows.push_back(Dict{{"path", std::move(keys)},
                        {"types", std::move(types)},
                        {"present", static_cast<std::int64_t>(path.present)},
                        {"distinct", static_cast<std::int64_t>(path.distinct)},
                        {"commonest", std::move(commonest)}});
  }
  return rows;
}

std::string schema_text(const Schema& schema, Format format) {
  if (format == Format::Json) {
    return to_json(Dict{{"items", static_cast<std::int64_t>(schema.items)},
                        {"reviews", static_cast<std::int64_t>(schema.reviews)},
                        {"item_paths", paths_json(schema.item_paths)},
                        {"review_paths", paths_json(schema.review_paths)}}) +
           "\n";
  }
  return fmt::format("{} items, {} reviews\n\n{}\n{}", schema.items, schema.reviews,
                     paths_table("item path", schema.item_paths),
                     paths_table("review path", schema.review_paths));
}

int schema_command(const SchemaOptions& options) {
  if (options.of_formulas) {
    const auto done = write_stdout(formula_schema());
    return done ? kDone : print_error(done.error());
  }
  if (options.data.empty()) {
    return print_error({ErrorKind::Usage, "which data?",
                        "name a folder or a bundle, or ask for the language with --formula"});
  }
  const auto schema = read_schema(options.data);
  if (!schema) return print_error(schema.error());
  const auto done = write_stdout(schema_text(*schema, options.format));
  return done ? kDone : print_error(done.error());
}

}  // namespace

Command add_schema(CLI::App& app) {
  const auto settings = std::make_shared<SchemaOptions>();
  SchemaOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "schema", "the paths of a dataset, with types and values; or the language of formulas");
  CLI::Option* data =
      command->add_option("DATA", options.data, "a folder or a bundle")->type_name("");
  command
      ->add_flag("--formula", options.of_formulas,
                 "the JSON Schema of Formula Seeds, for language models and editors")
      ->excludes(data);
  add_choice(*command, "--format", options.format, kSchemaFormats,
             "how to print it (default: table)");
  command->footer(
      "Examples: seedc schema examples/cafes\n"
      "          seedc schema --formula > formula.schema.json");
  return {command, [settings] { return schema_command(*settings); }};
}

}  // namespace seedc
