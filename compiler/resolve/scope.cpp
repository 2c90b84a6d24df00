// The condition names visible in a file: its own and its imports'.
#include <set>

#include "compiler/resolve/meaning.h"
#include "compiler/resolve/resolve.h"
#include "compiler/resolve/words.h"
#include "runtime/base/nearest.h"

namespace seedc::resolve {
Scope::Scope(std::span<const ast::Let> lets, std::span<const Scope* const> imports,
             bool is_incomplete, diag::Diagnostics& diagnostics)
    : is_incomplete_(is_incomplete) {
  for (const ast::Let& let : lets) add({&let}, local_, diagnostics);
  std::set<const Scope*> seen;
  for (const Scope* import : imports) {
    if (!seen.insert(import).second) continue;
    is_incomplete_ = is_incomplete_ || import->is_incomplete_;
    for (const auto& [name, definition] : import->local_) add(definition, imported_, diagnostics);
    for (const auto& [name, definition] : import->imported_) {
      if (!import->local_.contains(name)) add(definition, imported_, diagnostics);
    }
  }
}

/// A definition that is imported by two routes counts once.
void Scope::add(Definition definition, Level& level, diag::Diagnostics& diagnostics) {
  const ast::Field& name = definition.let->name;
  const auto [known, is_new] = level.emplace(name.text, definition);
  if (is_new || known->second.let == definition.let) return;
  known->second.is_ambiguous = true;
  auto& report =
      diagnostics.report(diag::DiagCode::DuplicateName, name.span, "condition", name.text);
  report.help = "rename or remove one of the two";
  report.note(known->second.let->name.span, "first defined here");
}

const Scope::Definition* Scope::find_definition(std::string_view name) const {
  if (const auto it = local_.find(name); it != local_.end()) return &it->second;
  if (const auto it = imported_.find(name); it != imported_.end()) return &it->second;
  return nullptr;
}

const ast::Expr* Scope::find(std::string_view name) const {
  const Definition* definition = find_definition(name);
  return definition == nullptr ? nullptr : &definition->let->value;
}

bool Scope::is_ambiguous(std::string_view name) const {
  const Definition* definition = find_definition(name);
  return definition != nullptr && definition->is_ambiguous;
}

source::Span Scope::place_of(std::string_view name) const {
  const Definition* definition = find_definition(name);
  return definition == nullptr ? source::Span() : definition->let->name.span;
}

std::string Scope::nearest_to(std::string_view name) const {
  constexpr std::size_t kManyNames = 10'000;  // nobody writes a program that large by hand
  if (local_.size() + imported_.size() > kManyNames) return {};
  const auto is_negation = [](std::string_view other) {
    return !without_negation(words_of(other)).empty();
  };
  const bool negates = is_negation(name);
  std::vector<std::string> candidates;
  for (const Level* level : {&local_, &imported_}) {
    for (const auto& [candidate, definition] : *level) {
      if (is_negation(candidate) == negates) candidates.push_back(candidate);
    }
  }
  return base::nearest(name, candidates);
}

}  // namespace seedc::resolve
