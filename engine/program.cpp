// Runs the stages of compilation in order.
#include "engine/program.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>

#include "compiler/opt/passes.h"
#include "compiler/plan/plan_builder.h"
#include "engine/ignored_lines.h"
#include "engine/imports.h"
#include "engine/param_settings.h"
#include "engine/schema_source.h"
#include "runtime/base/byte_order_mark.h"
#include "runtime/base/nearest.h"
#include "runtime/text/pattern_set.h"

namespace seedc::engine {
namespace {

namespace fs = std::filesystem;

/// Results have the names of formulas. Formulas without one are told apart by their order.
class FormulaNames {
 public:
  explicit FormulaNames(diag::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void add(const std::string& name, const ast::Formula& formula) {
    const ast::Json* written = formula.json.find("task_name");
    if (written == nullptr) return;
    const auto [first, is_new] = first_.emplace(name, written->span);
    if (is_new) return;
    diag::Diagnostic& report = diagnostics_.report(diag::DiagCode::SameName, written->span, name);
    report.help = "give each a `task_name` of its own";
    report.note(first->second, "the first one");
  }

 private:
  diag::Diagnostics& diagnostics_;
  std::map<std::string, source::Span> first_;
};

/// A formula without a name is named after its file.
void check_formulas(Compilation& compilation, const CompileOptions& options) {
  FormulaNames names(compilation.diagnostics);
  for (const ast::Program& program : compilation.programs) {
    const fs::path path = compilation.sources.file(program.file).name();
    for (const ast::Formula& formula : program.formulas) {
      options.limits.call.check();
      compilation.formulas.push_back(
          check::check_formula(formula, path.stem().string(), compilation.module,
                               compilation.diagnostics, options.formulas));
      names.add(compilation.formulas.back().name, formula);
    }
  }
  compilation.own_formulas = compilation.formulas.size();
}

std::string shown_name(const std::string& file) { return file == "-" ? "<stdin>" : file; }

/// To the diagnostics, such a file is empty.
void report_unreadable(Compilation& compilation, const std::string& name,
                       const base::Error& error) {
  const source::FileId file = compilation.sources.add(shown_name(name), {});
  compilation.diagnostics
      .report(diag::DiagCode::UnreadableFile, source::Span{file, 0, 0}, error.text)
      .help = error.help;
}

void parse(Compilation& compilation, const std::string& name, std::string text,
           const parse::ParseLimits& limits) {
  const bool is_json = is_json_program(name, text);
  const source::FileId file = compilation.sources.add(shown_name(name), std::move(text));
  if (!is_json) read_ignored_lines(compilation.sources, file, compilation.diagnostics);
  compilation.programs.push_back(
      is_json
          ? parse::parse_json_program(compilation.sources, file, compilation.diagnostics, limits)
          : parse::parse_shorthand(compilation.sources, file, compilation.diagnostics, limits));
}

base::Result<void> parse_files(Compilation& compilation, const std::vector<std::string>& files,
                               const CompileOptions& options) {
  Stage stage(*options.host, "parse");
  std::uint64_t bytes = 0;
  for (const std::string& name : files) {
    auto text = options.files->read(name, options.limits.max_bytes);
    if (!text && !options.skip_unreadable) return tl::unexpected(text.error());
    if (!text) {
      report_unreadable(compilation, name, text.error());
      continue;
    }
    bytes += text->size();
    parse(compilation, name, std::move(*text), options.limits);
  }
  stage.did(bytes, "byte");
  return {};
}

/// Options whose limits of parsing are those of the host's call.
CompileOptions of_call(CompileOptions options) {
  options.limits.call = options.host->call();
  return options;
}

/// A name that a JSON string has with escapes is reported as the whole string, which a bare name
/// cannot replace.
bool breaks_json(const diag::FixIt& fix, const source::SourceManager& sources) {
  const source::SourceFile& file = sources.file(fix.span.file);
  const std::string_view replaced = sources.text(fix.span);
  return replaced.starts_with('"') && is_json_program(file.name(), file.text()) &&
         parse::is_valid_json(replaced) && !parse::is_valid_json(fix.replacement);
}

/// The stages after parsing.
base::Result<std::unique_ptr<Compilation>> check(std::unique_ptr<Compilation> compilation,
                                                 const CompileOptions& options) {
  compilation->names = options.names != nullptr
                           ? options.names
                           : std::make_shared<SchemaSource>(options.data, options.schema,
                                                            *options.files, *options.host);
  Importer importer(*compilation, options);
  std::vector<std::vector<Importer::Definitions>> definitions;
  check::SchemaNeeds needs{.items = !options.schema.empty()};  // a file is named to be read
  for (const ast::Program& program : compilation->programs) {
    const bool sees_all = options.last_sees_all && &program == &compilation->programs.back();
    const resolve::Scope& scope =
        sees_all ? importer.scope_beside(program, compilation->scopes) : importer.scope_of(program);
    compilation->scopes.push_back(&scope);
    definitions.push_back(importer.take_definitions());
    for (const auto& [lets, lets_scope] : definitions.back()) needs.add(lets, *lets_scope);
    needs.add(program.requests, scope);
  }
  if (auto read = compilation->names->read(needs); !read) return tl::unexpected(read.error());
  Stage stage(*options.host, "check");
  check::Checker checker(compilation->module, compilation->diagnostics,
                         {.engine_refusal = text::engine_refusal,
                          .convention = compilation->names->convention(),
                          .setting_names = options.host->setting_names(),
                          .call = options.limits.call});
  check_formulas(*compilation, options);
  for (std::size_t i = 0; i < compilation->programs.size(); ++i) {
    for (const auto& [lets, scope] : definitions[i]) checker.check_definitions(lets, *scope);
    const ast::Program& program = compilation->programs[i];
    checker.check(program, *compilation->scopes[i], importer.formulas_of(program));
  }
  if (auto set = check_param_settings(*compilation, options.formulas.settings, *options.host); !set)
    return tl::unexpected(set.error());
  check::CheckedPrograms checked = checker.take();
  compilation->requests = std::move(checked.requests);
  compilation->values = std::move(checked.values);
  compilation->conventions = std::move(checked.conventions);
  compilation->convention_uses = std::move(checked.convention_uses);
  compilation->diagnostics.remove_fixes(
      [&](const diag::FixIt& fix) { return breaks_json(fix, compilation->sources); });
  stage.did(compilation->requests.size() + compilation->formulas.size(), "program");
  return compilation;
}

}  // namespace

ir::Module optimised(const Compilation& compilation, const base::Call& call) {
  return opt::optimise(compilation.module, call);
}

contract::Plan plan_of(const Compilation& compilation, bool keep_names, const base::Call& call) {
  const auto names = keep_names ? opt::Names::Kept : opt::Names::Dropped;
  const ir::Module module = opt::optimise(opt::condensed(compilation.module, names), call);
  call.check();
  plan::NamedValues named = plan::named_values(module);
  contract::Plan plan = plan::make_plan(module, named.values);
  plan.names = std::move(named.names);
  return plan;
}

bool is_json_program(const std::string& file, std::string_view text) {
  const std::string extension = fs::path(file).extension().string();
  if (extension == ".json" || extension == ".jsonl") return true;
  if (extension == ".req") return false;
  text = base::without_byte_order_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  return text.starts_with('{') || text.starts_with('[') || text.starts_with("```json");
}

base::Result<std::unique_ptr<Compilation>> compile_files(const std::vector<std::string>& files,
                                                         const CompileOptions& given) {
  const CompileOptions options = of_call(given);
  auto compilation = std::make_unique<Compilation>(options.warnings);
  if (auto read = parse_files(*compilation, files, options); !read)
    return tl::unexpected(read.error());
  return check(std::move(compilation), options);
}

base::Result<std::unique_ptr<Compilation>> compile_text(const std::string& name, std::string text,
                                                        const CompileOptions& given) {
  const CompileOptions options = of_call(given);
  auto compilation = std::make_unique<Compilation>(options.warnings);
  parse(*compilation, name, std::move(text), options.limits);
  return check(std::move(compilation), options);
}

std::size_t own_compiled_formulas(const Compilation& compilation) {
  const auto own = std::span(compilation.formulas).first(compilation.own_formulas);
  return static_cast<std::size_t>(std::ranges::count_if(
      own, [](const check::CheckedFormula& formula) { return formula.compiled.has_value(); }));
}

base::Result<std::size_t> find_request(const Compilation& compilation, const std::string& id) {
  std::vector<std::string> ids;
  for (const check::CheckedRequest& request : compilation.requests) ids.push_back(request.id);
  const auto found = std::ranges::find(ids, id);
  if (found == ids.end()) return tl::unexpected(base::not_found("request", id, ids));
  return static_cast<std::size_t>(found - ids.begin());
}

namespace {

/// Keeps only request number `number` of all in the trees. Its root moves, its arguments do not.
void select_tree(Compilation& compilation, std::size_t number) {
  std::size_t next = 0;
  for (ast::Program& program : compilation.programs) {
    std::vector<ast::Request> kept;
    for (ast::Request& request : program.requests) {
      if (next++ != number) continue;
      const ast::Expr* root = request.structure ? &*request.structure : nullptr;
      const auto value = compilation.values.find(root);
      kept.push_back(std::move(request));
      if (value != compilation.values.end())
        compilation.values.emplace(&*kept.back().structure, value->second);
    }
    program.requests = std::move(kept);
  }
}

}  // namespace

base::Result<void> select_request(Compilation& compilation, const std::string& id) {
  const auto number = find_request(compilation, id);
  if (!number) return tl::unexpected(number.error());
  select_tree(compilation, *number);
  check::CheckedRequest selected = compilation.requests[*number];
  if (selected.compiled) {
    compilation.module.requests = {compilation.module.requests[*selected.compiled]};
    selected.compiled = 0;
  } else {
    compilation.module.requests.clear();
  }
  compilation.requests = {std::move(selected)};
  return {};
}

void drop_formulas(Compilation& compilation) {
  compilation.module.formulas.clear();
  for (check::CheckedFormula& formula : compilation.formulas) formula.compiled.reset();
  for (ir::Request& request : compilation.module.requests) request.rank.reset();
}

}  // namespace seedc::engine
