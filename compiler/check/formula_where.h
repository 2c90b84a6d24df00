// Checks `where` objects and `define_filter` steps and turns them into row predicates (semantics.md
// section 6, Names and Null: a test on a missing value or one of another kind is false).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ast/json.h"
#include "compiler/check/formula_options.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/typed_builder.h"
#include "compiler/check/where_mistakes.h"
#include "compiler/check/where_operands.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

/// What a `where` selects: rows, or for `filter.where` reviews, before there are filters.
enum class WhereOf : std::uint8_t { Rows, Reviews };

class FormulaWhereChecker {
 public:
  FormulaWhereChecker(FormulaScope& scope, TypedBuilder& builder, diag::Diagnostics& diagnostics,
                      const FormulaOptions& options, WhereOf where_of = WhereOf::Rows)
      : scope_(scope),
        builder_(builder),
        diagnostics_(diagnostics),
        options_(options),
        where_of_(where_of),
        operands_(scope, diagnostics, options) {}

  /// Whether an entry of a `where` reads what was extracted.
  static bool needs_extraction(const ast::Json::Member& entry);

  /// Each function adds the conditions of an object to those that must all hold.
  void add_where(const ast::Json& where);
  /// Adds one entry of a `where`.
  void add(const ast::Json& where, const ast::Json::Member& entry);
  void add_extraction(const ast::Json& fields);
  void add_meta(const ast::Json& paths);

  /// The conjunction of all conditions: a predicate of rows or of the item. std::nullopt if one has
  /// an error (reported) or there are none.
  std::optional<Typed> finish(source::Span span);
  bool has_errors() const { return has_errors_; }

 private:
  static bool some_needs_extraction(const ast::Json& where);
  void add_entry(const ast::Json::Member& entry);
  bool add_junction(const ast::Json::Member& entry);
  std::optional<Typed> junction(const ast::Json::Member& entry, ir::Op op);
  std::optional<Typed> negation(const ast::Json::Member& entry);
  /// A `not` of this object that holds where one of the fields is missing.
  struct Negation {
    source::Span key;
    std::set<std::string> fields;
  };
  std::optional<Typed> nested(const ast::Json& where, std::string_view key);
  void report_missing_holds(const Negation& negation);
  /// A name that is tested and may be missing.
  void note_open(const std::string& name);
  void add_row_name(const ast::Json::Member& entry, const std::string& name, source::Span span);
  void add_bare(const ast::Json::Member& entry);
  void add_field(const ast::Json::Member& entry, const std::string& name, source::Span span);
  void add_conditions(const WhereSubject& subject, const ast::Json& condition);
  void add_tests(const WhereSubject& subject, const ast::Json& operators);
  void add_test(const WhereSubject& subject, std::string_view op, const ast::Json& operand);
  std::optional<language::Value> operand_of(const WhereSubject& subject, std::string_view op,
                                            const ast::Json& operand);
  std::optional<Typed> test(const WhereSubject& subject, std::string_view op,
                            const language::Value& operand, source::Span span);
  void add(std::optional<Typed> predicate);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  const FormulaOptions& options_;
  WhereOf where_of_;
  WhereOperands operands_;
  ConditionPlace place_;  ///< of the entry that is being checked
  std::vector<Typed> predicates_;
  std::set<std::string> open_fields_;  ///< tested fields that may be missing, outside of a `not`
  std::set<std::string> required_;     ///< those that this object tests itself
  std::vector<Negation> negations_;
  bool has_errors_ = false;
};

}  // namespace seedc::check
