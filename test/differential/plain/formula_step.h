// One step of a formula at one item: expressions, filters and operations (semantics.md section 6).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_rows.h"
#include "test/differential/plain/formula_types.h"
#include "test/differential/plain/formula_value.h"

namespace seedc::plain {

/// How often an aggregate left out a row (or, over groups, a group), by cause.
using LeftOut = std::map<language::NullCause, std::uint64_t>;

/// The values that a step may read at an item.
struct Scope {
  const ast::Formula& formula;
  Kinds kinds;
  const Json& item;
  std::span<const Row> rows;
  std::map<std::string, Scalar> steps;                 ///< values of earlier ones
  std::map<std::string, const ast::Json*> filters;     ///< definitions of earlier ones
  std::map<std::string, const ast::Json*> row_values;  ///< the same
  /// What each filter and row value may use: what was there where it was defined.
  std::map<std::string, std::shared_ptr<const Scope>> places = {};
  std::map<std::string, std::vector<std::string>> groups = {};  ///< labels of earlier ones
  std::map<std::string, Json> lists = {};                       ///< of earlier steps
  /// Of the steps' names, as nulls have them: `G.mild.` in a group.
  std::string prefix = {};
};

/// An expression, at a row or (null) at the item.
class Evaluation {
 public:
  Evaluation(const Scope& scope, const Row* row) : scope_(scope), row_(row) {}

  Scalar value(const ast::FormulaExpr& expr);

 private:
  Scalar name(const Path& keys);
  Scalar negation_of_number(const ast::FormulaExpr& expr);
  Scalar negation_of_boolean(const ast::FormulaExpr& expr);
  Scalar calculation(const ast::FormulaExpr& expr);
  Scalar chain(const ast::FormulaExpr& expr);
  Scalar membership(const ast::FormulaExpr& expr);
  Scalar junction(const ast::FormulaExpr& expr, bool decides);
  static Scalar joined(const std::vector<Scalar>& operands, bool decides);
  Scalar branch(const ast::FormulaExpr& expr);

  const Scope& scope_;
  const Row* row_;
};

/// Whether a row passes a `where`; an absent one passes all rows.
bool passes(const ast::Json* where, const Scope& scope, const Row& row);

/// Whether a row passes a defined filter.
bool is_in_filter(const ast::Json& definition, const Scope& scope, const Row& row);

/// What `$NAME` is at a row: a row value, or whether the row passes a filter.
Scalar value_of_row_name(const std::string& name, const Scope& scope, const Row& row);

/// The `default` of a step; `otherwise` if it has none. `row` is null where the step is one of the
/// item.
Scalar default_of(const ast::Json& step, language::NullCause otherwise, const Scope& scope,
                  const Row* row);

/// The value of a step other than a filter or row value.
Scalar value_of_step(const ast::Json& step, const Scope& scope, LeftOut& left_out);

}  // namespace seedc::plain
