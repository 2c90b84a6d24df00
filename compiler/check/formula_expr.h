// Expressions of formulas to typed instructions (semantics.md section 6, Types).
#pragma once

#include <optional>
#include <set>
#include <span>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/formula_values.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/operations.h"

namespace seedc {

class FormulaExprChecker {
 public:
  /// What expressions become is noted in `values`.
  FormulaExprChecker(FormulaScope& scope, TypedBuilder& builder, Diagnostics& diagnostics,
                     FormulaValues& values)
      : scope_(scope), builder_(builder), diagnostics_(diagnostics), values_(values) {}

  /// The expression's value; nothing if it has an error (reported).
  std::optional<Typed> check(const ast::FormulaExpr& expr, Place place);

  /// `a op b`, of which `a` and `b` stand at `a_span` and `b_span`.
  std::optional<Typed> compare(const ast::FormulaExpr::Joint& joint, const Typed& a, Span a_span,
                               const Typed& b, Span b_span);

 private:
  using Expr = ast::FormulaExpr;
  using Maybe = std::optional<Typed>;

  Maybe value_of(const Expr& expr, Place place);
  Maybe check_literal(const Expr& expr);
  Maybe check_name(const Expr& expr, Place place);
  Maybe check_call(const Expr& expr, Place place);
  Typed fold_call(const FormulaFunction& function, std::span<const Typed> args, Span span);
  Typed unary_call(const FormulaFunction& function, Typed value, Span span);
  Maybe check_negation(const Expr& expr, Place place);
  Maybe check_arithmetic(const Expr& expr, Place place);
  Maybe check_chain(const Expr& expr, Place place);
  Maybe check_logic(const Expr& expr, Place place);
  Maybe check_if(const Expr& expr, Place place);
  std::optional<std::vector<Typed>> check_args(const Expr& expr, Place place);
  bool expect(const Typed& value, Kind kind, Span span, std::string_view what,
              std::string_view help = {});
  void warn_undeclared(const Expr::Joint& joint, const Typed& a, const Typed& b, Span b_span);
  void report_unknown_function(const Expr& call);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  Diagnostics& diagnostics_;
  FormulaValues& values_;
  std::set<std::uint32_t> reported_;  ///< literals that stand in two links of a chain
};

/// Whether a spelling is that of 2 to the 63rd, the one integer beyond 64 bits whose opposite is
/// not.
bool is_least_integer_spelling(std::string_view spelling);

/// The number that Python's spelling stands for; integers beyond 64 bits are reals, reals beyond a
/// double infinite.
Value number_of_spelling(std::string_view spelling);

}  // namespace seedc
