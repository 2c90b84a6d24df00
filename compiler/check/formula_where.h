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
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

class FormulaWhereChecker {
 public:
  FormulaWhereChecker(FormulaScope& scope, TypedBuilder& builder, diag::Diagnostics& diagnostics,
                      const FormulaOptions& options)
      : scope_(scope), builder_(builder), diagnostics_(diagnostics), options_(options) {}

  /// Each function adds the conditions of an object to those that must all hold.
  void add_where(const ast::Json& where);
  void add_extraction(const ast::Json& fields);
  void add_meta(const ast::Json& paths);

  /// The conjunction of all conditions: a predicate of rows or of the item. std::nullopt if one has
  /// an error (reported) or there are none.
  std::optional<Typed> finish(source::Span span);
  bool has_errors() const { return has_errors_; }

 private:
  /// The subject of a condition, as messages name it.
  struct Subject {
    Typed value;
    std::string name;
    const contract::Field* field = nullptr;
  };

  void add_entry(const ast::Json::Member& entry);
  bool add_junction(const ast::Json::Member& entry);
  std::optional<Typed> junction(const ast::Json::Member& entry, ir::Op op);
  std::optional<Typed> negation(const ast::Json::Member& entry);
  std::optional<Typed> nested(const ast::Json& where, std::string_view key);
  void report_missing_holds(source::Span place);
  void add_filter(const ast::Json::Member& entry, const std::string& name, source::Span span);
  void add_bare(const ast::Json::Member& entry);
  void add_field(const ast::Json::Member& entry, const std::string& name, source::Span span);
  void add_conditions(const Subject& subject, const ast::Json& condition);
  void add_tests(const Subject& subject, const ast::Json& operators);
  void add_test(const Subject& subject, std::string_view op, const ast::Json& operand);
  void add_in(const Subject& subject, const ast::Json& list);
  void add_text_test(const Subject& subject, std::string_view op, const ast::Json& operand);
  bool is_text(std::string_view op, const ast::Json& operand);
  std::optional<language::Value> operand_of(const Subject& subject, std::string_view op,
                                            const ast::Json& operand);
  static void help_with_kind(diag::Diagnostic& report, const Subject& subject,
                             const language::Value& value);
  bool is_comparable(const Subject& subject, std::string_view op, const language::Value& value,
                     source::Span span);
  void add(std::optional<Typed> predicate);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  const FormulaOptions& options_;
  std::vector<Typed> predicates_;
  std::set<std::string> open_fields_;  ///< tested fields that may be missing, outside of a `not`
  bool has_errors_ = false;
};

}  // namespace seedc::check
