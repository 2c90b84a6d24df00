// Checks `collect`, which makes a list of rows (semantics.md section 6, Lists).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/formula_object.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"

namespace seedc::check {

class FormulaCollectChecker {
 public:
  FormulaCollectChecker(FormulaScope& scope, TypedBuilder& builder, diag::Diagnostics& diagnostics)
      : scope_(scope), builder_(builder), diagnostics_(diagnostics) {}

  /// The list of a step; `where` is the predicate of its rows, absent for all. std::nullopt after
  /// an error (reported).
  std::optional<Typed> check(FormulaObject& step, const std::optional<Typed>& where);

 private:
  /// The values of each row, and the keys that they have in objects.
  struct Values {
    std::vector<Typed> values;
    language::List keys;  ///< empty of a list of plain values
  };
  struct Order {
    Typed value;
    std::string_view direction;
  };

  std::optional<Values> check_field(FormulaObject& step);
  std::optional<Values> check_object(const ast::Json& field);
  std::optional<Order> check_order(const ast::Json& order_by);
  std::optional<std::int64_t> check_limit(const FormulaObject& step);
  /// `text` is a part of the string `json` that begins at its byte `begin`.
  std::optional<Typed> row_value(const ast::Json& json, std::string_view text, std::size_t begin,
                                 std::string_view key);
  void report_no_path(std::string_view text, std::string_view key, source::Span span);
  std::optional<Typed> as_list_takes(std::optional<Typed> value, std::string_view text,
                                     std::string_view key, source::Span span);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
};

}  // namespace seedc::check
