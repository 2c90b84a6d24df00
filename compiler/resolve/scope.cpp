// The names of a file.
#include <fmt/format.h>

#include <set>

#include "compiler/resolve/resolve.h"

namespace seedc {
namespace {

/// `FILE:LINE:COL`
std::string place_of(Span span, const SourceManager& sources) {
  const SourceFile& file = sources.file(span.file);
  const LineColumn at = file.position(span.begin);
  return fmt::format("{}:{}:{}", file.name(), at.line, at.column);
}

}  // namespace

Scope::Scope(std::span<const ast::Let> lets, std::span<const Scope* const> imports,
             bool is_incomplete, const SourceManager& sources, Diagnostics& diagnostics)
    : is_incomplete_(is_incomplete) {
  for (const ast::Let& let : lets) add(let, local_, sources, diagnostics);
  std::set<const Scope*> seen;
  for (const Scope* import : imports) {
    if (!seen.insert(import).second) continue;
    is_incomplete_ = is_incomplete_ || import->is_incomplete_;
    for (const auto& [name, let] : import->local_) add(*let, imported_, sources, diagnostics);
    for (const auto& [name, let] : import->imported_) {
      if (!import->local_.contains(name)) add(*let, imported_, sources, diagnostics);
    }
  }
}

/// A definition that comes by two ways is one.
void Scope::add(const ast::Let& let, Level& level, const SourceManager& sources,
                Diagnostics& diagnostics) {
  const auto [known, is_new] = level.emplace(let.name.text, &let);
  if (is_new || known->second == &let) return;
  diagnostics.report(DiagCode::DuplicateName, let.name.span, "condition", let.name.text).help =
      fmt::format("the first stands at {}; rename or remove one of the two",
                  place_of(known->second->name.span, sources));
}

const ast::Expr* Scope::find(std::string_view name) const {
  if (const auto it = local_.find(name); it != local_.end()) return &it->second->value;
  if (const auto it = imported_.find(name); it != imported_.end()) return &it->second->value;
  return nullptr;
}

std::string Scope::nearest_to(std::string_view name) const {
  constexpr std::size_t kManyNames = 10'000;  // a program that large is not spelled by hand
  if (local_.size() + imported_.size() > kManyNames) return {};
  std::vector<std::string> candidates;
  for (const auto& [candidate, let] : local_) candidates.push_back(candidate);
  for (const auto& [candidate, let] : imported_) candidates.push_back(candidate);
  return nearest(name, candidates);
}

}  // namespace seedc
