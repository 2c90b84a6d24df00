// What other languages write where conditions on rows stand, and how this one says it: lists of
// conditions, {"field", "op", "value"}, expressions, `or`, `not_in`, `between`, `exists`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ast/json.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/where_operands.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

/// Where a condition stands: an entry of a `where`. Null pointers where conditions have no prefix,
/// as in `define_filter`.
struct ConditionPlace {
  const ast::Json* where = nullptr;
  const ast::Json::Member* entry = nullptr;
};

/// Whether a name without a prefix is one of the values that every review has: `stars`, `year`.
bool is_review_value(std::string_view name);

/// Reports a `where`, or one of the conditions of `any`, `all` and `not`, that is not an object.
/// `what` is what it must be in messages: "`where`".
void report_not_an_object(const ast::Json& where, std::string_view what, const FormulaScope& scope,
                          diag::Diagnostics& diagnostics);

/// Reports a `where` object that says which field it compares in a member, as {"field": …, "value":
/// …}. Returns false if it does not.
bool report_field_member(const ast::Json& where, const FormulaScope& scope,
                         diag::Diagnostics& diagnostics);

/// Reports a list under `not`, which may mean that none of it may hold, or not all. Returns false
/// for any other value.
bool report_negated_list(const ast::Json::Member& entry, diag::Diagnostics& diagnostics);

/// Reports an entry of a `where` whose key joins conditions in other languages, is an expression,
/// or is a namespace with conditions inside. Returns false for any other entry.
bool report_foreign_entry(const ast::Json& where, const ast::Json::Member& entry,
                          const FormulaScope& scope, diag::Diagnostics& diagnostics);

/// Reports conditions that `any`, `all` or `not` joins, in the part of a `define_filter` that has
/// names without their namespace. Returns false for any other entry.
bool report_unjoined(const ast::Json::Member& entry, std::string_view part,
                     diag::Diagnostics& diagnostics);

/// Reports an operator that this language does not have. `operators` are all of the condition.
void report_unknown_test(const WhereSubject& subject, const ConditionPlace& place,
                         const ast::Json& operators, const ast::Json::Member& test,
                         diag::Diagnostics& diagnostics);

}  // namespace seedc::check
