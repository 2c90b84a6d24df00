// One function per operation of `compute`: takes a step's JSON and returns its value (semantics.md
// section 6, Operations).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/check/formula_branches.h"
#include "compiler/check/formula_collect.h"
#include "compiler/check/formula_expr.h"
#include "compiler/check/formula_object.h"
#include "compiler/check/formula_over.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/missing_values.h"
#include "compiler/check/typed_builder.h"

namespace seedc::check {

/// The kind of a step of `compute`, given by its `op`.
enum class StepKind : std::uint8_t {
#define SEEDC_STEP(id, ...) id,
#include "runtime/language/formula_words.def"
};

/// The kind with that `op`; std::nullopt if there is none.
std::optional<StepKind> find_step_kind(std::string_view name);
/// The names of all kinds, in table order.
std::span<const std::string> step_kind_names();

class FormulaStepChecker {
 public:
  /// Records the values of expressions and sources in `values`.
  FormulaStepChecker(const ast::Formula& formula, FormulaScope& scope, TypedBuilder& builder,
                     diag::Diagnostics& diagnostics, FormulaValues& values,
                     const FormulaOptions& options)
      : formula_(formula),
        scope_(scope),
        builder_(builder),
        diagnostics_(diagnostics),
        values_(values),
        options_(options),
        expressions_(scope, builder, diagnostics, values, options),
        branches_(formula, expressions_, builder, diagnostics),
        over_(formula, scope, builder, diagnostics, values, expressions_),
        collect_(scope, builder, diagnostics) {}

  /// The rows that the steps from now on are over, a predicate; std::nullopt for all rows.
  void set_group_rows(std::optional<Typed> rows) { group_rows_ = std::move(rows); }

  /// The value of the step, or the predicate of a filter, or the row value; std::nullopt if it has
  /// an error (reported).
  std::optional<Typed> check(StepKind kind, FormulaObject& step);

  /// Where the steps so far lose rows because one of several fields is missing.
  std::vector<MissingValues> take_missing() { return std::move(missing_); }

 private:
  using Maybe = std::optional<Typed>;

  struct Rule {
    const ast::Json* json;
    const ast::Json* when = nullptr;  ///< a null pointer in an `else` and after an error
    bool is_else = false;
    Maybe condition;
    std::optional<Branch> value;
    /// The source values that it covers, if they can be determined.
    std::optional<std::pair<ast::FormulaExpr::Operator, language::Value>> takes;
  };

  Maybe check_keys(StepKind kind, FormulaObject& step);
  Maybe check_filter(FormulaObject& step);
  Maybe check_value(FormulaObject& step);
  Maybe check_count(FormulaObject& step);
  Maybe check_collect(FormulaObject& step);
  Maybe check_sum(FormulaObject& step);
  Maybe check_extreme(ir::Op op, FormulaObject& step);
  Maybe check_lookup(FormulaObject& step);
  Maybe check_expr(FormulaObject& step);
  Maybe check_const(FormulaObject& step);
  Maybe check_case(FormulaObject& step);

  /// The predicate of `where`; the outer optional is empty after an error, the inner one if there
  /// is no `where`.
  std::optional<Maybe> check_where(FormulaObject& step);
  Maybe check_expression(FormulaObject& step, std::string_view key, Place place);
  Maybe check_field(const ast::Json& field);
  bool check_key(const ast::Json::Member& entry, const Typed& source, std::string_view mode);
  Maybe check_source(const FormulaObject& step, const ast::Json& source);
  void report_source_of_rows(const FormulaObject& step, const ast::Json& source);
  /// What the step has at `default`, null included; a null pointer if it is absent.
  static const ast::Json* default_of(const FormulaObject& step) {
    return step.json().find("default");
  }
  std::optional<Branch> check_default(const ast::Json& json, const Typed& value);
  Maybe with_default(const Typed& aggregate, const Branch& otherwise, source::Span span);

  /// Remembers the texts among which a step chooses, if all are known.
  void note_values(const Typed& chosen, std::span<const Branch> branches);
  void add_missing(MissingValues missing);
  void note_missing_tests(const std::vector<Rule>& rules);
  void note_missing(std::string_view what, const Typed& value, const Maybe& predicate,
                    source::Span span);

  /// The table of a lookup, its values checked.
  struct Table {
    std::vector<std::string> keys;
    std::vector<Branch> values;  ///< of the keys, then of `default` if that is given
    bool has_default = false;
    std::string mode;
    bool hands_on = false;
  };
  std::optional<Table> check_table(const ast::Json& json, const Maybe& source, std::string mode);
  bool is_number_literal(const Branch& value);
  void report_hidden_keys(const ast::Json& table);
  Typed look_up(const Typed& source, const Table& table, language::Dict entries,
                language::Value otherwise, source::Span span);
  Typed look_up_literals(const Typed& source, const Table& table, source::Span span);
  Typed look_up_branches(const Typed& source, const Table& table, language::Kind kind,
                         const ast::Json& json, source::Span span);

  std::optional<std::vector<Rule>> read_rules(FormulaObject& step, const ast::Json& rules,
                                              const ast::Json* source_json, const Maybe& source);
  Rule read_rule(const ast::Json& json, const ast::Json* source_json, const Maybe& source);
  Maybe check_condition(const ast::Json& when);
  void check_test(Rule& rule, const ast::Json& source_json, const Maybe& source);
  bool report_repeated_source(const ast::Json& when, const ast::Json& source_json,
                              const Maybe& source);
  void warn_text(const ast::Json& json);
  bool report_bare_string(const ast::FormulaExpr& operand);
  bool report_unreachable(const std::vector<Rule>& rules, const Maybe& source);
  source::Span place_of_cover(const std::vector<Rule>& rules, const Rule& rule) const;
  Maybe join_rules(FormulaObject& step, std::vector<Rule>& rules);

  const ast::Formula& formula_;
  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  FormulaValues& values_;
  const FormulaOptions& options_;
  FormulaExprChecker expressions_;
  BranchChecker branches_;
  Place place_ = Place::Item;  ///< where the parts of the current step are evaluated
  FormulaOverChecker over_;
  FormulaCollectChecker collect_;
  Maybe group_rows_;
  std::vector<MissingValues> missing_;
};

}  // namespace seedc::check
