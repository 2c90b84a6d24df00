// Finds the programs that read a document.
#include "engine/lsp/importers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "engine/lsp/tree_search.h"
#include "engine/lsp/workspace_files.h"

namespace seedc::lsp {
namespace {

namespace fs = std::filesystem;

std::string identity(const std::string& path) { return engine::disk_files().identity(path); }

/// Whether a text may read the document: what it imports may import it.
bool may_read(std::string_view text, const fs::path& document) {
  return text.find("import") != std::string_view::npos ||
         text.find(document.filename().string()) != std::string_view::npos;
}

}  // namespace

Importer::Importer(std::string path, std::shared_ptr<const TextLines> lines,
                   std::shared_ptr<engine::KeptFiles> files,
                   std::shared_ptr<const engine::Compilation> compilation, std::string document)
    : path_(std::move(path)),
      lines_(std::move(lines)),
      files_(std::move(files)),
      compilation_(std::move(compilation)),
      document_(std::move(document)) {}

bool Importer::is_document(const std::string& path) const { return identity(path) == document_; }

std::vector<source::Span> Importer::uses_of_condition(std::string_view name) const {
  const source::Span defined = scope().place_of(name);
  const bool is_of_document =
      defined.is_known() && is_document(compilation_->sources.file(defined.file).name());
  return is_of_document ? uses_of(program(), name) : std::vector<source::Span>();
}

std::vector<source::Span> Importer::uses_of_output(std::string_view name) const {
  std::vector<source::Span> uses;
  const fs::path folder = fs::path(path_).parent_path();
  for (const ast::Request& request : program().requests) {
    const bool is_use = request.rank && request.rank->output.text == name &&
                        is_document((folder / request.rank->formula.text).string());
    if (is_use) uses.push_back(request.rank->output.span);
  }
  return uses;
}

std::string Importer::refusal_of(const std::string& name) const {
  const std::string file = fs::path(path_).filename().string();
  if (scope().find(name) != nullptr)
    return fmt::format("`{}` is defined already, as `{}` sees it", name, file);
  const bool is_used = !uses_of(program(), name).empty();
  return is_used ? fmt::format("`{}` is used in `{}` as a name of the data", name, file) : "";
}

Json Importer::range_of(source::Span span, Encoding encoding) const {
  return json_of(lines_->range_of(span.begin, span.end, encoding));
}

std::vector<Importer> importers(const AnalysisInput& input, engine::Host& host) {
  const std::string& document = input.document.path;
  const std::string root =
      input.root.empty() ? fs::path(document).parent_path().string() : input.root;
  std::set<std::string> paths;
  for (const auto& [path, lines] : input.others) paths.insert(path);
  for (const std::string& path : programs_below(root, host.call())) paths.insert(path);
  paths.erase(document);
  const auto files = std::make_shared<engine::KeptFiles>(engine::disk_files());
  put_documents(input, *files);
  const std::string id = identity(document);
  std::vector<Importer> found;
  for (const std::string& path : paths) {
    host.call().check();
    auto text = files->read(path, base::limits::kProgramBytes);
    if (!text || !may_read(*text, document)) continue;
    auto compiled = engine::compile_files({path}, {.import_folders = input.settings.import_folders,
                                                   .skip_unreadable = true,
                                                   .files = files.get(),
                                                   .host = &host});
    if (!compiled || (*compiled)->programs.empty()) continue;
    if (const auto read = files_read(**compiled, *files); std::ranges::find(read, id) == read.end())
      continue;
    found.emplace_back(path, std::make_shared<TextLines>(*std::move(text)), files,
                       *std::move(compiled), id);
  }
  return found;
}

}  // namespace seedc::lsp
