// Steps over groups: counts, sums, greatest and least values, and the label of the best group
// (semantics.md section 6, Groups).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_branches.h"
#include "compiler/check/formula_expr.h"
#include "compiler/check/formula_object.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/formula_values.h"
#include "compiler/check/typed_builder.h"

namespace seedc::check {

/// What a step computes from its groups.
enum class OverKind : std::uint8_t { Count, Sum, Max, Min, ArgMax, ArgMin };

class FormulaOverChecker {
 public:
  /// Records the values of each label in `values`.
  FormulaOverChecker(const ast::Formula& formula, FormulaScope& scope, TypedBuilder& builder,
                     diag::Diagnostics& diagnostics, FormulaValues& values,
                     FormulaExprChecker& expressions)
      : formula_(formula),
        scope_(scope),
        builder_(builder),
        diagnostics_(diagnostics),
        values_(values),
        expressions_(expressions),
        branches_(formula, expressions, builder, diagnostics) {}

  /// The value of a step with `over` or `of`; std::nullopt if it has an error (reported).
  std::optional<Typed> check(OverKind kind, FormulaObject& step);

 private:
  using Maybe = std::optional<Typed>;
  /// One group or labelled expression.
  struct Candidate {
    std::string label;
    Typed condition;
    Typed value;
  };
  using Candidates = std::vector<Candidate>;

  std::optional<Candidates> over_group(OverKind kind, FormulaObject& step);
  std::optional<Candidates> of_expressions(FormulaObject& step);
  std::optional<Candidate> candidate(const std::string& label, const ast::Json* expr,
                                     const ast::Json* where);
  Maybe condition(const ast::Json& where);
  Maybe number(const ast::Json& expr);
  std::vector<Typed> unified(const Candidates& candidates, source::Span span);
  Typed result_of_none(OverKind kind, language::Kind own, source::Span span);
  Maybe fold(OverKind kind, const Candidates& candidates, source::Span span);
  Maybe best_label(OverKind kind, const Candidates& candidates, source::Span span);
  static language::Kind kind_of_default(OverKind kind, const Typed& value);
  std::optional<Branch> check_default(OverKind kind, const Typed& value, const ast::Json& given);
  Typed with_default(OverKind kind, const Typed& value, const Branch& otherwise, source::Span span);
  void note_labels(const Typed& value, const Candidates& candidates,
                   const std::optional<Branch>& otherwise);

  const ast::Formula& formula_;
  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  FormulaValues& values_;
  FormulaExprChecker& expressions_;
  BranchChecker branches_;
};

}  // namespace seedc::check
