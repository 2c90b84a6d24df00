// The rows of a group (semantics.md section 6, Groups): its labels, and which rows each of them
// has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/check/formula_object.h"
#include "compiler/check/formula_options.h"
#include "compiler/check/formula_scope.h"
#include "compiler/check/typed_builder.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/base/limits.h"

namespace seedc::check {

struct GroupRows {
  std::vector<std::string> labels;
  std::vector<Typed> members;  ///< by label: a predicate of rows
  static constexpr std::size_t kMostLabels = base::limits::kGroupLabels;
};

class FormulaGroupChecker {
 public:
  FormulaGroupChecker(FormulaScope& scope, TypedBuilder& builder, diag::Diagnostics& diagnostics,
                      const FormulaOptions& options)
      : scope_(scope), builder_(builder), diagnostics_(diagnostics), options_(options) {}

  /// The groups of a step's `by` and `where`; std::nullopt if they have an error (reported).
  std::optional<GroupRows> check(FormulaObject& step);

 private:
  std::optional<GroupRows> by_name(const ast::Json& by);
  std::optional<GroupRows> by_field(const std::string& field, const ast::Json& by);
  std::optional<GroupRows> by_row_value(const ast::Json& by, source::Span span);
  std::optional<GroupRows> by_conditions(const ast::Json& by);
  bool has_few_labels(std::size_t count, const ast::Json& by);

  FormulaScope& scope_;
  TypedBuilder& builder_;
  diag::Diagnostics& diagnostics_;
  const FormulaOptions& options_;
};

}  // namespace seedc::check
