// Checks expressions of formulas and emits typed instructions (semantics.md section 6, Types).
#pragma once

#include <optional>
#include <set>
#include <span>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_options.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/formula_values.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/language/operations.h"

namespace seedc::check {

class FormulaExprChecker {
 public:
  /// Records the value of each expression in `values`.
  FormulaExprChecker(FormulaScope& scope, TypedBuilder& builder, diag::Diagnostics& diagnostics,
                     FormulaValues& values, const FormulaOptions& options)
      : scope_(scope),
        builder_(builder),
        diagnostics_(diagnostics),
        values_(values),
        options_(options) {}

  /// The value of the expression; std::nullopt if it has an error (reported).
  std::optional<Typed> check(const ast::FormulaExpr& expr, Place place);

  /// Checks `a op b`, whose operands are located at `a_span` and `b_span`. `is_json`: b is a value
  /// of JSON, not of an expression.
  std::optional<Typed> compare(const ast::FormulaExpr::Joint& joint, const Typed& a,
                               source::Span a_span, const Typed& b, source::Span b_span,
                               bool is_json = false);

 private:
  using Expr = ast::FormulaExpr;
  using Maybe = std::optional<Typed>;

  Maybe value_of(const Expr& expr, Place place);
  Maybe check_literal(const Expr& expr);
  Maybe check_name(const Expr& expr, Place place);
  void report_brackets(const Expr& name);
  Maybe check_call(const Expr& expr, Place place);
  bool check_operands(const Expr& call, const language::FormulaFunction& function,
                      std::span<const Typed> args);
  bool check_decimals(const Expr& argument, const Typed& value);
  bool check_dates(const Expr& call, std::span<const Typed> args);
  Typed fold_call(const language::FormulaFunction& function, std::span<const Typed> args,
                  source::Span span);
  Typed simple_call(const language::FormulaFunction& function, std::vector<Typed> args,
                    source::Span span);
  Typed fallback(std::span<const Typed> args, source::Span span);
  Maybe check_negation(const Expr& expr, Place place);
  Maybe check_arithmetic(const Expr& expr, Place place);
  Maybe combine(const Expr::Joint& joint, const Typed& a, const Expr& a_expr, const Typed& b,
                const Expr& b_expr, source::Span span);
  Maybe join_strings(const Typed& a, const Expr& a_expr, const Typed& b, const Expr& b_expr,
                     source::Span span);
  Maybe check_membership(const Expr& expr, Place place);
  /// `kind`: of the value and of all members. `number`: of the member in the membership's args.
  bool check_member(const Typed& value, language::Kind kind, const Expr& membership,
                    std::size_t number, const Typed& member);
  Maybe check_chain(const Expr& expr, Place place);
  Typed join(ir::Op op, std::span<const Typed> operands, source::Span span);
  void note_logic(std::span<const Typed> operands, std::string_view what, source::Span span);
  Maybe check_logic(const Expr& expr, Place place);
  Maybe check_if(const Expr& expr, Place place);
  std::optional<std::vector<Typed>> check_args(const Expr& expr, Place place);
  bool expect(const Typed& value, language::Kind kind, source::Span span, std::string_view what,
              std::string_view help = {});
  void warn_undeclared(const Expr::Joint& joint, const Typed& a, const Typed& b,
                       source::Span b_span, bool is_json);
  void warn_free_text(const Expr::Joint& joint, const Typed& a, const Typed& b,
                      source::Span b_span);
  void report_unknown_function(const Expr& call);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  FormulaValues& values_;
  const FormulaOptions& options_;
  std::set<std::uint32_t> reported_;  ///< literals shared by two links of a chain
};

/// Whether the text spells 2 to the 63rd, the only integer outside 64 bits whose negation fits.
bool is_least_integer_spelling(std::string_view spelling);

/// The number that a Python literal denotes; integers beyond 64 bits become reals, reals beyond the
/// range of a double become infinite.
language::Value number_of_spelling(std::string_view spelling);

}  // namespace seedc::check
