// Formats, converts and optimises programs. After formatting and conversion it checks that the
// meaning is unchanged.
#include "engine/notation.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <vector>

#include "compiler/ast/json_text.h"
#include "compiler/ast/same.h"
#include "compiler/format/format.h"
#include "compiler/format/from_json.h"
#include "compiler/format/to_json.h"
#include "compiler/ir/text.h"
#include "compiler/opt/passes.h"
#include "compiler/opt/rewrite.h"
#include "engine/report/text.h"
#include "runtime/base/nearest.h"

namespace seedc::engine {
namespace {

/// Here, a file with only `let`s and imports is complete.
bool has_errors(const diag::Diagnostics& diagnostics) {
  const auto list = diagnostics.sorted();
  return std::any_of(list.begin(), list.end(), [](const diag::Diagnostic* diagnostic) {
    return diagnostic->severity == diag::Severity::Error &&
           diagnostic->code != diag::DiagCode::EmptyProgram;
  });
}

/// Whether the text has the meaning of the program and stays as it is from now on.
bool has_same_meaning(const std::string& text, const ast::Program& program) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("formatted", text);
  const ast::Program again = parse::parse_shorthand(sources, file, diagnostics);
  return !has_errors(diagnostics) && ast::same(again, program);
}

std::string lines_of(const std::vector<ast::Json>& objects) {
  std::string text;
  for (const ast::Json& object : objects) text += ast::json_text(object) + '\n';
  return text;
}

/// The request objects of a program in which nothing is imported.
format::JsonRequests objects_of(const ast::Program& program, diag::Diagnostics& diagnostics) {
  const resolve::Scope scope(program.lets, {}, /*is_incomplete=*/false, diagnostics);
  return format::to_json(
      program, [&](const ast::Expr& use) { return scope.find(use.name); }, diagnostics);
}

/// Whether a text in the shorthand gives these objects again.
bool gives_again(const std::string& text, std::vector<ast::Json> objects) {
  source::SourceManager sources;
  diag::Diagnostics diagnostics;
  const source::FileId file = sources.add("converted", text);
  const ast::Program program = parse::parse_shorthand(sources, file, diagnostics);
  if (diagnostics.has_errors()) return false;
  const auto again = objects_of(program, diagnostics).objects;
  for (ast::Json& object : objects) format::remove_repeated_keys(object);
  return !diagnostics.has_errors() && std::equal(again.begin(), again.end(), objects.begin(),
                                                 objects.end(), ast::same_in_any_order);
}

/// The conditions whose names were read by convention.
std::map<std::string, ast::Expr, std::less<>> conditions_by_convention(
    const Compilation& compilation) {
  std::map<std::string, ast::Expr, std::less<>> conditions;
  for (const auto& [name, reading] : compilation.conventions) {
    ast::Expr evidence{.kind = ast::Expr::Kind::Evidence,
                       .evidence = ast::json_of(reading.evidence, {})};
    ast::Expr& condition = conditions[name];
    if (reading.is_negated) {
      condition.kind = ast::Expr::Kind::Not;
      condition.args.push_back(std::move(evidence));
    } else {
      condition = std::move(evidence);
    }
  }
  return conditions;
}

tl::unexpected<base::Error> already_in(const std::string& file, Notation notation) {
  const bool is_json = notation == Notation::JsonLines;
  return base::fail(
      base::error<base::ErrorCode::AlreadyInNotation>(file, is_json ? "JSON" : "the shorthand")
          .with_help(is_json ? "" : "format it instead",
                     is_json ? base::Setting::None : base::Setting::Formatting));
}

/// The file as the only source of a compilation without programs.
struct Opened {
  std::unique_ptr<Compilation> compilation;
  source::FileId file;
};
base::Result<Opened> open_source(const std::string& file, const CompileOptions& options) {
  auto text = options.files->read(file, options.limits.max_bytes);
  if (!text) return tl::unexpected(text.error());
  auto compilation = std::make_unique<Compilation>(options.warnings);
  const source::FileId id =
      compilation->sources.add(file == "-" ? "<stdin>" : file, *std::move(text));
  return Opened{std::move(compilation), id};
}

base::Result<Rewritten> to_shorthand(const std::string& file, const CompileOptions& options) {
  auto opened = open_source(file, options);
  if (!opened) return tl::unexpected(opened.error());
  Compilation& compilation = *opened->compilation;
  parse::JsonProgram json =
      parse::parse_json_objects(compilation.sources, opened->file, compilation.diagnostics);
  std::optional<ast::Program> program;
  if (!compilation.diagnostics.has_errors())
    program = format::from_json(json, compilation.diagnostics);
  Rewritten rewritten{.compilation = std::move(opened->compilation)};
  if (!program || compilation.diagnostics.has_errors()) return rewritten;
  rewritten.text = format::to_shorthand(*program);
  if (!gives_again(*rewritten.text, std::move(json.objects)))
    throw std::logic_error("`" + file + "` in the shorthand would mean something else");
  return rewritten;
}

/// JSON is proposed to be converted if it can be.
tl::unexpected<base::Error> no_layout(const std::string& file, const CompileOptions& options) {
  const auto converted = to_shorthand(file, options);
  const bool can_convert = converted && converted->text;
  return base::fail(base::error<base::ErrorCode::NoLayout>(file).with_help(
      can_convert ? "convert it to the shorthand" : "any tool that lays out JSON can do it",
      can_convert ? base::Setting::Conversion : base::Setting::None));
}

using Scopes = std::map<source::FileId, const resolve::Scope*>;

/// What names mean in the one program and in each that it imports, which may define the same ones.
Scopes scopes_of(const Compilation& compilation) {
  Scopes scopes{{compilation.programs.front().file, compilation.scopes.front()}};
  for (const auto& [id, imported] : compilation.imported)
    scopes.emplace(imported.program.file, imported.scope.get());
  return scopes;
}

base::Result<Rewritten> to_json_lines(const std::string& file, const CompileOptions& options) {
  auto compiled = compile_files({file}, options);
  if (!compiled) return tl::unexpected(compiled.error());
  Compilation& compilation = **compiled;
  const ast::Program& program = compilation.programs.front();
  const source::SourceFile& source = compilation.sources.file(program.file);
  if (is_json_program(file, source.text())) return already_in(file, Notation::JsonLines);
  Rewritten rewritten{.compilation = std::move(*compiled)};
  if (compilation.diagnostics.has_errors()) return rewritten;
  const auto by_convention = conditions_by_convention(compilation);
  const Scopes scopes = scopes_of(compilation);
  const auto find = [&](const ast::Expr& use) {
    const ast::Expr* defined = scopes.at(use.span.file)->find(use.name);
    const auto known = by_convention.find(use.name);
    return defined == nullptr && known != by_convention.end() ? &known->second : defined;
  };
  const format::JsonRequests requests = format::to_json(program, find, compilation.diagnostics);
  if (compilation.diagnostics.has_errors()) return rewritten;
  rewritten.lost_comments = parse::comments_of(source, program.file).size();
  rewritten.lost_conditions = requests.unused_lets;
  rewritten.text = lines_of(requests.objects);
  return rewritten;
}

}  // namespace

std::string Rewritten::losses() const {
  std::string losses;
  if (lost_comments > 0) losses = report::counted(lost_comments, "comment");
  if (lost_conditions > 0) {
    losses += (losses.empty() ? "" : " and ") + report::counted(lost_conditions, "condition") +
              " that no request uses";
  }
  return losses;
}

base::Result<Rewritten> lay_out(const std::string& file, const CompileOptions& options) {
  auto opened = open_source(file, options);
  if (!opened) return tl::unexpected(opened.error());
  Compilation& compilation = *opened->compilation;
  const source::SourceFile& source = compilation.sources.file(opened->file);
  if (is_json_program(file, source.text())) return no_layout(file, options);
  const ast::Program program =
      parse::parse_shorthand(compilation.sources, opened->file, compilation.diagnostics);
  Rewritten rewritten{.compilation = std::move(opened->compilation)};
  if (has_errors(compilation.diagnostics)) return rewritten;
  rewritten.text = format::format(program, source);
  if (!has_same_meaning(*rewritten.text, program))
    throw std::logic_error("the layout of `" + file + "` would change its meaning");
  return rewritten;
}

std::optional<Notation> notation_of(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".req") return Notation::Shorthand;
  if (extension == ".json" || extension == ".jsonl") return Notation::JsonLines;
  return std::nullopt;
}

base::Result<Rewritten> convert(const std::string& file, Notation to,
                                const CompileOptions& options) {
  if (notation_of(file) == to) return already_in(file, to);
  return to == Notation::Shorthand ? to_shorthand(file, options) : to_json_lines(file, options);
}

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const opt::Pass& pass : opt::all_passes()) names.emplace_back(pass.name);
  return names;
}

namespace {

/// Those of the names; of none, all that compile a program, in their order.
base::Result<std::vector<opt::Pass>> chosen_passes(const std::vector<std::string>& names) {
  std::vector<opt::Pass> passes;
  for (const std::string& name : names) {
    const opt::Pass* pass = opt::find_pass(name);
    if (pass == nullptr) return tl::unexpected(base::not_found("pass", name, pass_names()));
    passes.push_back(*pass);
  }
  if (names.empty()) passes.assign(opt::pipeline().begin(), opt::pipeline().end());
  return passes;
}

}  // namespace

base::Result<Rewritten> run_passes(const std::string& file, const std::vector<std::string>& passes,
                                   const CompileOptions& options) {
  const auto chosen = chosen_passes(passes);
  if (!chosen) return tl::unexpected(chosen.error());
  auto opened = open_source(file, options);
  if (!opened) return tl::unexpected(opened.error());
  Compilation& compilation = *opened->compilation;
  ir::Module module = ir::read(compilation.sources, opened->file, compilation.diagnostics);
  Rewritten rewritten{.compilation = std::move(opened->compilation)};
  if (compilation.diagnostics.has_errors()) return rewritten;
  for (const opt::Pass& pass : *chosen) module = pass.run(std::move(module));
  rewritten.text = ir::print(opt::drop_dead(std::move(module)));
  return rewritten;
}

}  // namespace seedc::engine
