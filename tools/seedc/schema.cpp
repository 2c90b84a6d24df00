// schema: what a dataset holds.
#include "runtime/data/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "compiler/formula_schema/formula_schema.h"
#include "engine/report/table.h"
#include "engine/report/text.h"
#include "tools/seedc/cli.h"
#include "tools/seedc/commands.h"
#include "tools/seedc/output.h"
#include "tools/terminal/progress.h"

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
  for (const auto& [text, count] :
       std::span(path.commonest).first(std::min(path.commonest.size(), SchemaPath::kCommonest)))
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

/// Nothing if there are none.
std::string counts_table(const std::string& title, const std::string& counted,
                         const std::vector<TextCount>& counts) {
  if (counts.empty()) return {};
  TextTable table({{counted, TextTable::Align::Right}, {title}});
  for (const auto& [text, count] : counts) table.add_row({std::to_string(count), text});
  return "\n" + table.text();
}

std::string schema_text(const Schema& schema, Format format) {
  if (format == Format::Json) return to_json(schema);
  return fmt::format("{}, {}\n\n{}\n{}{}{}", counted(schema.items, "item"),
                     counted(schema.reviews, "review"), paths_table("item path", schema.item_paths),
                     paths_table("review path", schema.review_paths),
                     counts_table("category", "items", schema.categories),
                     counts_table("judged topic", "reviews", schema.topics));
}

int schema_command(const SchemaOptions& options) {
  if (options.of_formulas) {
    const auto done = write_stdout(formula_schema());
    return done ? kDone : print_error(done.error());
  }
  if (options.data.empty()) {
    return print_error(
        {ErrorKind::Usage, "which data?",
         "name a folder, a bundle or a snapshot, or ask for the language with --formula"});
  }
  Progress reading("reading data");
  LoadReport left_out;
  const auto schema = read_schema(
      options.data, {.progress = [&](auto done, auto total) { reading.show(done, total); },
                     .report = [&](const LoadReport& report) { left_out = report; }});
  if (!schema) return print_error(schema.error());
  if (left_out.skipped_count > 0) print_load_report(left_out, schema->items, schema->reviews);
  const auto done = write_stdout(schema_text(*schema, options.format));
  return done ? kDone : print_error(done.error());
}

}  // namespace

Command add_schema(CLI::App& app) {
  const auto settings = std::make_shared<SchemaOptions>();
  SchemaOptions& options = *settings;
  CLI::App* command = app.add_subcommand(
      "schema", "the paths of a dataset, with types and values; or the language of formulas");
  CLI::Option* data = command->add_option("DATA", options.data, "a folder, a bundle or a snapshot")
                          ->check(no_stream())
                          ->type_name("");
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
