// The values that a step or row value chooses from: `then`, `else`, `default` and the values of a
// `table` (semantics.md section 6, Branches).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_expr.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

/// A literal, an expression, or an intended null.
struct Branch {
  const ast::Json* json;
  std::optional<language::Value> literal;
  std::optional<Typed> computed;

  bool is_literal() const { return literal.has_value(); }
  bool is_null() const { return !literal && !computed; }
  /// Of one that is not null.
  language::Kind kind() const { return literal ? language::kind_of(*literal) : computed->family(); }
};

class BranchChecker {
 public:
  BranchChecker(const ast::Formula& formula, FormulaExprChecker& expressions, TypedBuilder& builder,
                diag::Diagnostics& diagnostics)
      : formula_(formula),
        expressions_(expressions),
        builder_(builder),
        diagnostics_(diagnostics) {}

  /// `what` names it in messages: "then". std::nullopt after an error (reported).
  std::optional<Branch> check(const ast::Json& json, std::string_view what, Place place);

  /// A number, a string or a boolean; numbers are finite. std::nullopt after an error (reported).
  std::optional<language::Value> literal(const ast::Json& json, std::string_view what,
                                         std::string_view expected);

  /// The common kind of all that are not null; std::nullopt after an error (reported): there is
  /// none, or all are null. `what`: "values of one `case`".
  std::optional<language::Kind> kind_of(std::span<const Branch> branches, std::string_view what);

  /// The value, converted to that kind.
  Typed convert(const Branch& branch, language::Kind kind, source::Span span);

 private:
  const ast::Formula& formula_;
  FormulaExprChecker& expressions_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
};

/// A null of that kind; `cause` as in the IR.
Typed null_of_kind(TypedBuilder& builder, language::Kind kind, std::string_view cause,
                   source::Span span);

}  // namespace seedc::check
