// The names of a program.
#include <set>

#include "compiler/resolve/resolve.h"

namespace seedc {

Scope::Scope(const ast::Program& program, std::span<const ast::Library* const> imports,
             Diagnostics& diagnostics)
    : is_incomplete_(imports.size() < program.imports.size()) {
  for (const ast::Let& let : program.lets) add(let, local_, diagnostics);
  std::set<const ast::Library*> seen;
  for (const ast::Library* library : imports) {
    if (!seen.insert(library).second) continue;
    is_incomplete_ = is_incomplete_ || !library->is_whole;
    for (const ast::Let& let : library->conditions) add(let, imported_, diagnostics);
  }
}

void Scope::add(const ast::Let& let, std::map<std::string, const ast::Expr*, std::less<>>& level,
                Diagnostics& diagnostics) {
  if (!level.emplace(let.name.text, &let.value).second) {
    diagnostics.report(DiagCode::DuplicateName, let.name.span, "condition", let.name.text).help =
        "rename or remove one of the two";
  }
}

const ast::Expr* Scope::find(std::string_view name) const {
  if (const auto it = local_.find(name); it != local_.end()) return it->second;
  if (const auto it = imported_.find(name); it != imported_.end()) return it->second;
  return nullptr;
}

std::string Scope::nearest_to(std::string_view name) const {
  constexpr std::size_t kManyNames = 10'000;  // a program that large is not spelled by hand
  if (local_.size() + imported_.size() > kManyNames) return {};
  std::vector<std::string> candidates;
  for (const auto& [candidate, value] : local_) candidates.push_back(candidate);
  for (const auto& [candidate, value] : imported_) candidates.push_back(candidate);
  return nearest(name, candidates);
}

}  // namespace seedc
