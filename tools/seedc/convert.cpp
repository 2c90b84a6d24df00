// convert: from the shorthand to JSON and back.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/format/json_text.h"
#include "compiler/format/to_json.h"
#include "engine/report/text.h"
#include "tools/seedc/commands.h"
#include "engine/program.h"
#include "tools/seedc/output.h"

namespace seedc {
namespace {

enum class Notation { Req, Jsonl };
const std::map<std::string, Notation> kNotations = {{"req", Notation::Req},
                                                    {"jsonl", Notation::Jsonl}};

struct ConvertOptions {
  std::string file;
  std::string output = "-";
  std::optional<Notation> to;
  CompileOptions compile;
};

/// Nothing if the program is wrong or does not fit the other notation (printed).
using Converted = Result<std::optional<std::string>>;

std::string lines_of(const std::vector<ast::Json>& objects) {
  std::string text;
  for (const ast::Json& object : objects) text += format::json_text(object) + '\n';
  return text;
}

/// The request objects of a program in which nothing is imported.
format::JsonRequests objects_of(const ast::Program& program, Diagnostics& diagnostics) {
  const Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
  return format::to_json(
      program, [&](std::string_view name) { return scope.find(name); }, diagnostics);
}

/// Whether a text in the shorthand gives these objects again.
bool is_faithful(const std::string& text, std::vector<ast::Json> objects) {
  SourceManager sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("converted", text);
  const ast::Program program = parse_shorthand(sources, file, diagnostics);
  if (diagnostics.has_errors()) return false;
  const auto again = objects_of(program, diagnostics).objects;
  for (ast::Json& object : objects) format::remove_repeated_keys(object);
  return !diagnostics.has_errors() && std::equal(again.begin(), again.end(), objects.begin(),
                                                 objects.end(), ast::same_in_any_order);
}

tl::unexpected<Error> already_in(const std::string& file, Notation notation) {
  const bool is_json = notation == Notation::Jsonl;
  return fail(ErrorKind::Usage,
              fmt::format("`{}` is in {} already", file, is_json ? "JSON" : "the shorthand"),
              is_json ? "" : "`seedc fmt` lays it out");
}

Converted to_shorthand(const ConvertOptions& options) {
  auto source = read_source(options.file, options.compile.limits.max_bytes);
  if (!source) return tl::unexpected(source.error());
  SourceManager sources;
  Diagnostics diagnostics(options.compile.warnings);
  const FileId file =
      sources.add(options.file == "-" ? "<stdin>" : options.file, std::move(*source));
  JsonProgram json = parse_json_objects(sources, file, diagnostics);
  std::optional<ast::Program> program;
  if (!diagnostics.has_errors()) program = format::from_json(json, diagnostics);
  print_diagnostics(diagnostics, sources);
  if (!program || diagnostics.has_errors()) return std::optional<std::string>();
  std::string text = format::to_shorthand(*program);
  if (!is_faithful(text, std::move(json.objects))) {
    throw std::logic_error("`" + options.file + "` in the shorthand would mean something else");
  }
  return std::optional(std::move(text));
}

/// What JSON has no place for and loses no meaning by.
void warn_of_losses(std::size_t comments, std::size_t unused_lets) {
  std::string losses = comments > 0 ? counted(comments, "comment") : std::string();
  if (unused_lets > 0) {
    losses += (losses.empty() ? "" : " and ") + counted(unused_lets, "condition") +
              " that no request uses";
  }
  if (losses.empty()) return;
  tell("seedc: warning: JSON has no place for {}\n", losses);
}

/// The conditions whose names were read by convention.
std::map<std::string, ast::Expr, std::less<>> conditions_by_convention(
    const Compilation& compilation) {
  std::map<std::string, ast::Expr, std::less<>> conditions;
  for (const auto& [name, reading] : compilation.conventions) {
    ast::Expr& condition = conditions[name];
    condition.kind = ast::Expr::Kind::Evidence;
    condition.evidence = ast::json_of(reading.evidence, {});
  }
  return conditions;
}

Converted to_json(const ConvertOptions& options) {
  auto compiled = compile_files({options.file}, options.compile);
  if (!compiled) return tl::unexpected(compiled.error());
  Compilation& compilation = **compiled;
  const ast::Program& program = compilation.programs.front();
  const SourceFile& source = compilation.sources.file(program.file);
  if (is_json_program(options.file, source.text()))
    return already_in(options.file, Notation::Jsonl);
  format::JsonRequests requests;
  if (!compilation.diagnostics.has_errors()) {
    const auto by_convention = conditions_by_convention(compilation);
    const auto find = [&](std::string_view name) {
      const ast::Expr* defined = compilation.scopes.front()->find(name);
      const auto known = by_convention.find(name);
      return defined == nullptr && known != by_convention.end() ? &known->second : defined;
    };
    requests = format::to_json(program, find, compilation.diagnostics);
  }
  print_diagnostics(compilation.diagnostics, compilation.sources);
  if (compilation.diagnostics.has_errors()) return std::optional<std::string>();
  warn_of_losses(comments_of(source, program.file).size(), requests.unused_lets);
  return std::optional(lines_of(requests.objects));
}

/// What a file's extension says.
std::optional<Notation> notation_of(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".req") return Notation::Req;
  if (extension == ".json" || extension == ".jsonl") return Notation::Jsonl;
  return std::nullopt;
}

Converted convert(const ConvertOptions& options) {
  const auto from = notation_of(options.file);
  if (!from && !options.to) {
    return fail(ErrorKind::Usage,
                fmt::format("`{}` has no extension that tells its notation", options.file),
                "say what to write: --to req or --to jsonl");
  }
  const Notation to = options.to.value_or(from == Notation::Req ? Notation::Jsonl : Notation::Req);
  if (to == from) return already_in(options.file, to);
  return to == Notation::Req ? to_shorthand(options) : to_json(options);
}

int convert_command(const ConvertOptions& options) {
  const Converted text = convert(options);
  if (!text) return print_error(text.error());
  if (!*text) return kBadProgram;
  if (auto done = write_file(options.output, **text); !done) return print_error(done.error());
  return kDone;
}

}  // namespace

Command add_convert(CLI::App& app) {
  const auto settings = std::make_shared<ConvertOptions>();
  ConvertOptions& options = *settings;
  CLI::App* command =
      app.add_subcommand("convert", "requests from the shorthand to JSON lines, and back");
  command->add_option("FILE", options.file, "a .req, .json or .jsonl file; - is standard input")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", options.output, "the file to write (default: standard output)")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--to", [&options](const std::string& word) { options.to = kNotations.at(word); },
          "what to write (default: the other notation)")
      ->check(CLI::IsMember({"req", "jsonl"}).description(""))
      ->type_name("req|jsonl");
  add_names_options(*command, options.compile.data, options.compile.schema);
  add_compile_options(*command, options.compile);
  command->footer("Example: seedc convert examples/cafes/requests.jsonl -o requests.req");
  return {command, [settings] { return convert_command(*settings); }};
}

}  // namespace seedc
