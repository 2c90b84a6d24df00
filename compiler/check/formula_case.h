// Which rules of a `case` can still apply, given those above them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ir/types.h"
#include "runtime/language/value.h"

namespace seedc {

/// The values of a `case`'s source that its rules so far take. Numbers are kept as intervals,
/// strings and booleans one by one.
class CaseCoverage {
 public:
  /// Takes what `source op operand` takes. False if all of it was taken before.
  bool take(ast::FormulaExpr::Operator op, const Value& operand);
  /// Whether a source that is always of that kind has no value left.
  bool is_full(Kind source) const;

 private:
  /// From `low` to `high`; a bound is part of it or not.
  struct Interval {
    double low, high;
    bool has_low, has_high;
  };
  bool take_numbers(ast::FormulaExpr::Operator op, double bound);
  bool add(Interval interval);
  bool covers(const Interval& interval) const;

  std::vector<Interval> intervals_;  ///< apart from one another, in order
  std::set<std::string> strings_;
  std::set<bool> booleans_;
};

}  // namespace seedc
