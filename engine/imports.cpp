// Reads each imported file once, and reports the files that cannot be read.
#include "engine/imports.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/parse/parse.h"
#include "engine/ignored_lines.h"
#include "runtime/base/limits.h"

namespace seedc::engine {

namespace fs = std::filesystem;

const resolve::Scope& Importer::scope_of(const ast::Program& program) {
  return enter(identity(name_of(program.file)), program.file, program.imports, program.lets,
               /*is_whole=*/true);
}

const resolve::Scope& Importer::scope_beside(const ast::Program& program,
                                             std::vector<const resolve::Scope*> others) {
  ImportedFile& entry = compilation_.imported[identity(name_of(program.file))];
  entry.scope = std::make_unique<resolve::Scope>(program.lets, others, /*is_partial=*/false,
                                                 compilation_.diagnostics);
  definitions_.push_back({program.lets, entry.scope.get()});
  return *entry.scope;
}

check::RankFormulas Importer::formulas_of(const ast::Program& program) {
  check::RankFormulas formulas;
  const fs::path folder = fs::path(name_of(program.file)).parent_path();
  for (const ast::Request& request : program.requests) {
    if (!request.rank) continue;
    const auto [entry, is_new] = formulas.try_emplace(request.rank->formula.text);
    if (is_new) {
      entry->second =
          load_formula((folder / request.rank->formula.text).lexically_normal(), *request.rank);
    }
  }
  return formulas;
}

/// The scope of a file that was parsed, its imports first.
const resolve::Scope& Importer::enter(const std::string& id, source::FileId file,
                                      std::span<const ast::Import> imports,
                                      std::span<const ast::Let> lets, bool is_whole) {
  ImportedFile& entry = compilation_.imported[id];
  if (entry.scope) return *entry.scope;
  const fs::path folder = fs::path(name_of(file)).parent_path();
  opened_.push_back({id, name_of(file)});
  std::vector<const resolve::Scope*> scopes;
  for (const ast::Import& import : imports) {
    const resolve::Scope* scope = load(import, folder);
    if (scope != nullptr) scopes.push_back(scope);
    is_whole = is_whole && scope != nullptr;
  }
  opened_.pop_back();
  entry.scope = std::make_unique<resolve::Scope>(lets, scopes, !is_whole, compilation_.diagnostics);
  definitions_.push_back({lets, entry.scope.get()});
  return *entry.scope;
}

/// The names that an import gives; null pointer if it cannot be read (reported).
const resolve::Scope* Importer::load(const ast::Import& import, const Folder& folder) {
  const fs::path path = (folder / import.path.text).lexically_normal();
  const std::string id = identity(path);
  if (is_cycle(id, import)) return nullptr;
  if (const auto known = compilation_.imported.find(id); known != compilation_.imported.end())
    return known->second.scope.get();
  if (opened_.size() > base::limits::kImportChain) {
    compilation_.diagnostics.report(diag::DiagCode::TooDeep, import.path.span,
                                    base::limits::kImportChain);
    return nullptr;
  }
  for (const ast::Program& program : compilation_.programs) {
    if (identity(name_of(program.file)) == id) return &scope_of(program);
  }
  return load_file(path, id, import);
}

const resolve::Scope* Importer::load_file(const Folder& path, const std::string& id,
                                          const ast::Import& import) {
  const auto file = open(path, import.path);
  if (!file) return nullptr;
  const std::size_t errors_before = compilation_.diagnostics.error_count();
  const auto is_whole = [&] { return compilation_.diagnostics.error_count() == errors_before; };
  ImportedFile& entry = compilation_.imported[id];
  if (is_json_program(path.string(), compilation_.sources.file(*file).text())) {
    entry.library = parse::parse_library(compilation_.sources, *file, compilation_.diagnostics,
                                         options_.limits);
    return &enter(id, *file, {}, entry.library.conditions, is_whole());
  }
  read_ignored_lines(compilation_.sources, *file, compilation_.diagnostics);
  entry.program =
      parse::parse_imported(compilation_.sources, *file, compilation_.diagnostics, options_.limits);
  return &enter(id, *file, entry.program.imports, entry.program.lets, is_whole());
}

/// Whether the file is one of those that led to the import (reported).
bool Importer::is_cycle(const std::string& id, const ast::Import& import) const {
  const auto first = std::find_if(opened_.begin(), opened_.end(),
                                  [&](const Opened& opened) { return opened.id == id; });
  if (first == opened_.end()) return false;
  std::string chain;
  for (auto opened = first; opened != opened_.end(); ++opened) chain += opened->name + " -> ";
  compilation_.diagnostics
      .report(diag::DiagCode::ImportCycle, import.path.span, import.path.text, chain + first->name)
      .help = "move what both need into a file of its own";
  return true;
}

/// The one formula of a file; std::nullopt if it has errors.
std::optional<std::size_t> Importer::load_formula(const Folder& path, const ast::Rank& rank) {
  const auto [known, is_new] = formulas_.try_emplace(path.string());
  if (!is_new) return known->second;
  const auto file = open(path, rank.formula);
  if (!file) return std::nullopt;
  const std::size_t errors_before = compilation_.diagnostics.error_count();
  if (!is_json_program(path.string(), compilation_.sources.file(*file).text())) {
    compilation_.diagnostics.report(diag::DiagCode::BadValue, rank.formula.span, rank.formula.text,
                                    "a file of one Formula Seed", "one of requests");
    return std::nullopt;
  }
  const ast::Program program = parse::parse_json_program(compilation_.sources, *file,
                                                         compilation_.diagnostics, options_.limits);
  if (program.formulas.size() != 1) {
    if (compilation_.diagnostics.error_count() == errors_before) {
      compilation_.diagnostics.report(diag::DiagCode::BadValue, rank.formula.span,
                                      rank.formula.text, "a file of one Formula Seed",
                                      fmt::format("one of {}", program.formulas.size()));
    }
    return std::nullopt;
  }
  compilation_.formulas.push_back(
      check::check_formula(program.formulas.front(), path.stem().string(), compilation_.module,
                           compilation_.diagnostics, options_.formulas));
  known->second = compilation_.formulas.back().compiled;
  return known->second;
}

/// Whether the file, with links resolved, is in a folder that programs may read.
bool Importer::may_read(const Folder& path) const {
  const fs::path file = identity(path);
  std::vector<fs::path> folders(options_.import_folders.begin(), options_.import_folders.end());
  for (const ast::Program& program : compilation_.programs)
    folders.push_back(fs::path(name_of(program.file)).parent_path());
  return std::ranges::any_of(folders, [&](const fs::path& folder) {
    const fs::path below = file.lexically_relative(identity(folder.empty() ? "." : folder));
    return !below.empty() && *below.begin() != "..";
  });
}

/// Reads a file that a program names. Reveals nothing about files that it may not read.
std::optional<source::FileId> Importer::open(const Folder& path, const ast::Field& written) {
  if (!may_read(path)) {
    compilation_.diagnostics.report(diag::DiagCode::ImportOutside, written.span, written.text)
        .help = "move the file there; or allow its folder" +
                base::named(options_.host->setting_names(), base::Setting::ImportFolder, " (", ")");
    return std::nullopt;
  }
  const FileSystem::Kind kind = options_.files->kind_of(path.string());
  const bool is_file = kind == FileSystem::Kind::Regular;  // a pipe could block for ever
  if (is_file) {
    auto text = options_.files->read(path.string(), options_.limits.max_bytes);
    if (text) return compilation_.sources.add(path.string(), std::move(*text));
  }
  const std::string_view reason = is_file                           ? "no permission"
                                  : kind == FileSystem::Kind::Other ? "not a file"
                                                                    : "no such file";
  compilation_.diagnostics
      .report(diag::DiagCode::ImportNotFound, written.span, written.text, reason)
      .help = "the path is relative to the importing file";
  return std::nullopt;
}

}  // namespace seedc::engine
