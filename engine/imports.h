// Loads the files that programs name: other programs, libraries of conditions, and formulas.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/check/check.h"
#include "engine/program.h"

namespace seedc::engine {

/// Programs are untrusted, and must not learn which files exist on the machine. A program may
/// import files in its own folder and below, for programs that the user named, and in the folders
/// that the user allows.
///
/// Reads each file once, and says what names mean where. Mistakes are reported to the compilation.
class Importer {
 public:
  Importer(Compilation& compilation, const CompileOptions& options)
      : compilation_(compilation), options_(options) {}

  /// The definitions of a file, and what names mean in it.
  struct Definitions {
    std::span<const ast::Let> lets;
    const resolve::Scope* scope;
  };

  /// The names of one of the compilation's programs.
  const resolve::Scope& scope_of(const ast::Program& program);
  /// The same for a program that also sees the names of others.
  const resolve::Scope& scope_beside(const ast::Program& program,
                                     std::vector<const resolve::Scope*> others);
  /// Of the files that the last call of scope_of was the first to need, itself included: those of
  /// a file come before those of its importers.
  std::vector<Definitions> take_definitions() { return std::exchange(definitions_, {}); }
  /// The formulas that a program's requests are ranked by.
  check::RankFormulas formulas_of(const ast::Program& program);

 private:
  using Folder = std::filesystem::path;
  /// A file whose imports are being read.
  struct Opened {
    std::string id;
    std::string name;
  };

  std::string identity(const Folder& path) const { return options_.files->identity(path.string()); }
  std::string name_of(source::FileId file) const { return compilation_.sources.file(file).name(); }
  const resolve::Scope& enter(const std::string& id, source::FileId file,
                              std::span<const ast::Import> imports, std::span<const ast::Let> lets,
                              bool is_whole);
  const resolve::Scope* load(const ast::Import& import, const Folder& folder);
  const resolve::Scope* load_file(const Folder& path, const std::string& id,
                                  const ast::Import& import);
  bool is_cycle(const std::string& id, const ast::Import& import) const;
  std::optional<std::size_t> load_formula(const Folder& path, const ast::Rank& rank);
  bool may_read(const Folder& path) const;
  std::optional<source::FileId> open(const Folder& path, const ast::Field& written);

  Compilation& compilation_;
  const CompileOptions& options_;
  std::vector<Opened> opened_;  ///< from the program to the file that is read
  std::vector<Definitions> definitions_;
  std::map<std::string, std::optional<std::size_t>> formulas_;
};

}  // namespace seedc::engine
