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

/// The condition names of one program: its own `let`s first, then the imported libraries. Points
/// into the trees it was made from.
class Scope {
 public:
  /// `imports` are the libraries that could be read. Reports names that are defined twice at the
  /// same level.
  Scope(const ast::Program& program, std::span<const ast::Library* const> imports,
        Diagnostics& diagnostics);

  /// What `name` stands for, or null pointer.
  const ast::Expr* find(std::string_view name) const;
  /// Whether an import could not be read, so that a name which is not here may still be right.
  bool is_incomplete() const { return is_incomplete_; }
  /// The defined name nearest to an unknown one; empty if none is near, and in programs of very
  /// many names.
  std::string nearest_to(std::string_view name) const;

 private:
  void add(const ast::Let& let, std::map<std::string, const ast::Expr*, std::less<>>& level,
           Diagnostics& diagnostics);

  bool is_incomplete_;
  std::map<std::string, const ast::Expr*, std::less<>> local_;
  std::map<std::string, const ast::Expr*, std::less<>> imported_;
};

/// The evidence object that a Call (`item_meta(attributes.HasTV, true: "False")`) or a Hop
/// (`1HOP(['Alice'], 'cozy')`) stands for; options without a name take the kind's documented ones
/// in order; those of an unknown kind are left out. Places are those of the shorthand. Reports too
/// many operands and options given twice.
ast::Json evidence_of(const ast::Expr& call, Diagnostics& diagnostics);

}  // namespace seedc
