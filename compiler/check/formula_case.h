// Finds which rules of a `case` can still apply after the rules above them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ir/types.h"
#include "runtime/language/value.h"

namespace seedc::check {

/// The values of a `case`'s source that its rules cover so far. Numbers are kept as intervals,
/// strings and booleans individually.
class CaseCoverage {
 public:
  /// Covers the values for which `source op operand` holds. Returns false if all were covered
  /// before.
  bool take(ast::FormulaExpr::Operator op, const language::Value& operand);
  /// Whether a source of that kind has no value left to cover.
  bool is_full(language::Kind source) const;
  /// Whether no value is left of those that a source can have, as far as its tests say: numbers, if
  /// these are numbers, or the texts that are known.
  bool is_exhaustive(language::Kind source, const std::vector<std::string>* texts) const;

 private:
  /// From `low` to `high`; each bound is inclusive or exclusive.
  struct Interval {
    double low, high;
    bool has_low, has_high;
  };
  bool take_numbers(ast::FormulaExpr::Operator op, double bound);
  bool add(Interval interval);
  bool covers(const Interval& interval) const;

  std::vector<Interval> intervals_;  ///< disjoint, in ascending order
  std::set<std::string> strings_;
  std::set<bool> booleans_;
};

}  // namespace seedc::check
