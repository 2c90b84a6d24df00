// Compiles a document, and collects its problems.
#include "engine/lsp/analysis.h"

#include <algorithm>
#include <filesystem>

#include "engine/lint/lint_program.h"

namespace seedc::lsp {
namespace {

/// Makes problems of the diagnostics of a compilation whose first file is the document.
class Problems {
 public:
  explicit Problems(const Analysis& analysis) : analysis_(analysis) {}

  std::vector<Problem> take() {
    for (const diag::Diagnostic* diagnostic : analysis_.compilation->diagnostics.sorted()) {
      if (!is_of_library(*diagnostic)) list_.push_back(problem_of(*diagnostic));
    }
    std::ranges::stable_sort(list_, {}, [](const Problem& each) { return each.extent.begin; });
    return std::move(list_);
  }

 private:
  bool is_of_document(source::Span span) const { return span.file == analysis_.file(); }

  /// That there are no requests, only definitions: these are for others to import.
  bool is_of_library(const diag::Diagnostic& diagnostic) const {
    const ast::Program* program = analysis_.program();
    return diagnostic.code == diag::DiagCode::EmptyProgram && program != nullptr &&
           !program->lets.empty();
  }

  Problem problem_of(const diag::Diagnostic& diagnostic) {
    Problem problem{.severity = diagnostic.severity,
                    .code = diagnostic.code,
                    .text = diagnostic.text,
                    .help = diagnostic.help};
    if (is_of_document(diagnostic.span)) {
      problem.extent = extent_of(diagnostic.span);
      if (diagnostic.fix && is_of_document(diagnostic.fix->span))
        problem.fix = {extent_of(diagnostic.fix->span), diagnostic.fix->replacement,
                       diagnostic.fix->is_safe};
    } else if (diagnostic.span.is_known()) {
      problem.extent = import_of(diagnostic.span.file);
      problem.notes.push_back(note(diagnostic.span, diagnostic.text));
    }
    for (const diag::Note& each : diagnostic.notes)
      problem.notes.push_back(note(each.span, each.text));
    return problem;
  }

  ProblemNote note(source::Span span, const std::string& text) {
    if (is_of_document(span)) return {{}, extent_of(span), analysis_.lines, text};
    const source::SourceFile& file = analysis_.compilation->sources.file(span.file);
    auto& lines = lines_[span.file];
    if (lines == nullptr) lines = std::make_shared<TextLines>(std::string(file.text()));
    return {file.name(), extent_of(span), lines, text};
  }

  /// The import that names a file; the first one if it is imported by another.
  Extent import_of(source::FileId file) const {
    const ast::Program* program = analysis_.program();
    if (program == nullptr || program->imports.empty()) return {};
    const std::filesystem::path path = analysis_.compilation->sources.file(file).name();
    for (const ast::Import& import : program->imports) {
      if (std::filesystem::path(import.path.text).filename() == path.filename())
        return extent_of(import.path.span);
    }
    return extent_of(program->imports.front().path.span);
  }

  const Analysis& analysis_;
  std::map<source::FileId, std::shared_ptr<const TextLines>> lines_;
  std::vector<Problem> list_;
};

/// Steps beside one with an error have their types, too: formulas are typed as they are checked.
std::vector<ir::Type> types_of(const engine::Compilation& compilation) {
  const bool are_compiled = std::ranges::all_of(
      compilation.formulas, [](const auto& formula) { return formula.compiled.has_value(); });
  if (compilation.formulas.empty() || (!are_compiled && !compilation.requests.empty())) return {};
  return ir::types_of(compilation.module);
}

}  // namespace

std::vector<std::string> files_read(const engine::Compilation& compilation,
                                    engine::FileSystem& files) {
  std::vector<std::string> read;
  for (source::FileId file = 1; file < compilation.sources.count(); ++file)
    read.push_back(files.identity(compilation.sources.file(file).name()));
  return read;
}

void put_documents(const AnalysisInput& input, engine::KeptFiles& files) {
  for (const auto& [path, lines] : input.others) files.put(path, lines->text());
  files.put(input.document.path, input.document.text());
}

base::Result<engine::CompileOptions> options_for(const AnalysisInput& input,
                                                 engine::KeptFiles& files, engine::Host& host) {
  auto options = compile_options(input.settings);
  if (!options) return options;
  put_documents(input, files);
  options->files = &files;
  options->host = &host;
  if (input.data != nullptr) {
    options->data = input.data->source();
    options->names = input.data->names();
  }
  return options;
}

base::Result<std::shared_ptr<Analysis>> analyse(const AnalysisInput& input, Lints lints,
                                                engine::Host& host) {
  auto analysis = std::make_shared<Analysis>();
  analysis->uri = input.document.uri;
  analysis->version = input.document.version;
  analysis->lines = input.document.lines;
  analysis->is_json = engine::is_json_program(input.document.path, input.document.text());
  analysis->data = input.data;
  analysis->files = std::make_shared<engine::KeptFiles>(engine::disk_files());
  const auto options = options_for(input, *analysis->files, host);
  if (!options) return tl::unexpected(options.error());
  auto compiled = engine::compile_files({input.document.path}, *options);
  if (!compiled) return tl::unexpected(compiled.error());
  engine::Compilation& compilation = **compiled;
  analysis->is_linted =
      lints != Lints::Quick || input.was_linted || compilation.requests.size() <= kMostLintedAtOnce;
  if (analysis->is_linted) {
    const lint::LintOptions with{.data = lints == Lints::All ? options->data : nullptr,
                                 .benchmark = input.settings.benchmark,
                                 .proofs = input.proofs,
                                 .host = &host};
    if (auto done = lint::lint(compilation, with); !done) return tl::unexpected(done.error());
  }
  analysis->sources = files_read(compilation, *analysis->files);
  analysis->sources.push_back(input.document.path);
  analysis->types = types_of(compilation);
  analysis->compilation = *std::move(compiled);
  analysis->problems = Problems(*analysis).take();
  return analysis;
}

base::Result<std::shared_ptr<Analysis>> counted(const Analysis& analysis, engine::Host& host) {
  auto made = std::make_shared<Analysis>(analysis);
  made->is_counted = true;
  if (analysis.data == nullptr || analysis.data->source() == nullptr) return made;
  auto tallies =
      analysis.data->planes().count(analysis.compilation->module, analysis.data->source(), host);
  if (!tallies) return tl::unexpected(tallies.error());
  made->tallies = *std::move(tallies);
  return made;
}

}  // namespace seedc::lsp
