// Names: what a condition name refers to, and what a shorthand call or hop means as an evidence
// object.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::resolve {

/// The condition names of one file: its own `let`s first, then its imports. Points into the trees
/// it was made from, which must outlive it.
class Scope {
 public:
  /// `imports` are the scopes of the imported files; `is_incomplete`: some part of the file could
  /// not be read. Reports names that are defined twice at the same level.
  Scope(std::span<const ast::Let> lets, std::span<const Scope* const> imports, bool is_incomplete,
        diag::Diagnostics& diagnostics);

  /// What `name` refers to, or nullptr.
  const ast::Expr* find(std::string_view name) const;
  /// Whether `name` is defined twice, which is reported, so that nobody can say what it refers to.
  bool is_ambiguous(std::string_view name) const;
  /// Where `name` is defined; unknown if it is not.
  source::Span place_of(std::string_view name) const;
  /// Whether an import could not be read, so that a name that is not here may still be right.
  bool is_incomplete() const { return is_incomplete_; }
  /// The defined name nearest to an unknown one; empty if none is near, or if the program has very
  /// many names.
  std::string nearest_to(std::string_view name) const;

 private:
  struct Definition {
    const ast::Let* let;
    bool is_ambiguous = false;
  };
  using Level = std::map<std::string, Definition, std::less<>>;
  static void add(Definition definition, Level& level, diag::Diagnostics& diagnostics);
  const Definition* find_definition(std::string_view name) const;

  bool is_incomplete_;
  Level local_;
  Level imported_;  ///< without those of an imported file that it hides itself
};

/// The evidence object that a Call (`item_meta(attributes.HasTV, true: "False")`) or a Hop
/// (`1HOP(['Alice'], 'cozy')`) means. Positional options get the kind's documented names in order;
/// for an unknown kind they are left out. Locations are those of the shorthand. Reports too many
/// operands and options given twice.
ast::Json evidence_of(const ast::Expr& call, diag::Diagnostics& diagnostics);

}  // namespace seedc::resolve
