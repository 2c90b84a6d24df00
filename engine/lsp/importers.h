// The programs that import a document, or rank by its formula, and where they use its names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lsp/features.h"

namespace seedc::lsp {

/// A program that reads the document, compiled without data: names of the data are not known.
class Importer {
 public:
  Importer(std::string path, std::shared_ptr<const TextLines> lines,
           std::shared_ptr<engine::KeptFiles> files,
           std::shared_ptr<const engine::Compilation> compilation, std::string document);

  const std::string& path() const { return path_; }
  /// Where it uses a condition that the document defines.
  std::vector<source::Span> uses_of_condition(std::string_view name) const;
  /// Where it ranks by an output of the document's formula.
  std::vector<source::Span> uses_of_output(std::string_view name) const;
  /// Why a condition of the document cannot be called so, as the program would read something else;
  /// empty if it can.
  std::string refusal_of(const std::string& name) const;
  std::string_view text(source::Span span) const { return compilation_->sources.text(span); }
  Json range_of(source::Span span, Encoding encoding) const;

 private:
  bool is_document(const std::string& path) const;
  const ast::Program& program() const { return compilation_->programs.front(); }
  const resolve::Scope& scope() const { return *compilation_->scopes.front(); }

  std::string path_;
  std::shared_ptr<const TextLines> lines_;
  std::shared_ptr<engine::KeptFiles> files_;  ///< of the compilation
  std::shared_ptr<const engine::Compilation> compilation_;
  std::string document_;  ///< the identity of its file
};

/// Those that are open, and those below the workspace's folder, or without one the document's.
std::vector<Importer> importers(const AnalysisInput& input, engine::Host& host);

}  // namespace seedc::lsp
