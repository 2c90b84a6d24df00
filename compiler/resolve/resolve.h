// Names: what a condition name stands for, and what a shorthand call or hop means as an evidence
// object.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"

namespace seedc {

/// The condition names of one file: its own `let`s first, then what it imports. Points into the
/// trees it was made from.
class Scope {
 public:
  /// `imports` are the scopes of the imported files; `is_incomplete`: something that belongs to the
  /// file could not be read. Reports names that are defined twice at the same level.
  Scope(std::span<const ast::Let> lets, std::span<const Scope* const> imports, bool is_incomplete,
        Diagnostics& diagnostics);

  /// What `name` stands for, or null pointer.
  const ast::Expr* find(std::string_view name) const;
  /// Where `name` is defined; nowhere if it is not.
  Span place_of(std::string_view name) const;
  /// Whether an import could not be read, so that a name which is not here may still be right.
  bool is_incomplete() const { return is_incomplete_; }
  /// The defined name nearest to an unknown one; empty if none is near, and in programs of very
  /// many names.
  std::string nearest_to(std::string_view name) const;

 private:
  using Level = std::map<std::string, const ast::Let*, std::less<>>;
  static void add(const ast::Let& let, Level& level, Diagnostics& diagnostics);
  const ast::Let* find_let(std::string_view name) const;

  bool is_incomplete_;
  Level local_;
  Level imported_;  ///< those of an imported file that it hides itself are not among them
};

/// The evidence object that a Call (`item_meta(attributes.HasTV, true: "False")`) or a Hop
/// (`1HOP(['Alice'], 'cozy')`) stands for; options without a name take the kind's documented ones
/// in order; those of an unknown kind are left out. Places are those of the shorthand. Reports too
/// many operands and options given twice.
ast::Json evidence_of(const ast::Expr& call, Diagnostics& diagnostics);

}  // namespace seedc
