// Tracks which source values the rules of a `case` cover, as intervals and sets.
#include "compiler/check/formula_case.h"

#include <algorithm>
#include <cmath>

namespace seedc::check {
namespace {

using Operator = ast::FormulaExpr::Operator;

constexpr double kInfinity = HUGE_VAL;

}  // namespace

bool CaseCoverage::take(Operator op, const language::Value& operand) {
  constexpr double kExact = 9007199254740992;  // integers beyond it are not exact
  if (const auto number = language::number_of(operand)) {
    return std::fabs(*number) >= kExact || take_numbers(op, *number);
  }
  if (op != Operator::Eq) return true;
  if (const auto* text = operand.as<std::string>()) return strings_.insert(*text).second;
  return booleans_.insert(*operand.as<bool>()).second;
}

bool CaseCoverage::is_full(language::Kind source) const {
  if (source == language::Kind::Bool) return booleans_.size() == 2;
  const bool is_number = source == language::Kind::Int || source == language::Kind::Real;
  return is_number && intervals_.size() == 1 && covers({-kInfinity, kInfinity, false, false});
}

bool CaseCoverage::is_exhaustive(language::Kind source,
                                 const std::vector<std::string>* texts) const {
  const auto is_covered = [&](const std::string& text) { return strings_.contains(text); };
  if (texts != nullptr) return std::ranges::all_of(*texts, is_covered);
  if (source != language::Kind::Any) return is_full(source);
  return strings_.empty() && (is_full(language::Kind::Real) || is_full(language::Kind::Bool));
}

bool CaseCoverage::take_numbers(Operator op, double bound) {
  switch (op) {
    case Operator::Lt:
      return add({-kInfinity, bound, false, false});
    case Operator::Le:
      return add({-kInfinity, bound, false, true});
    case Operator::Gt:
      return add({bound, kInfinity, false, false});
    case Operator::Ge:
      return add({bound, kInfinity, true, false});
    case Operator::Eq:
      return add({bound, bound, true, true});
    case Operator::Ne: {
      const bool below = add({-kInfinity, bound, false, false});
      const bool above = add({bound, kInfinity, false, false});
      return below || above;
    }
    case Operator::Add:
    case Operator::Subtract:
    case Operator::Multiply:
    case Operator::Divide:
      break;
  }
  return true;
}

bool CaseCoverage::covers(const Interval& inner) const {
  return std::ranges::any_of(intervals_, [&](const Interval& outer) {
    const bool below =
        outer.low < inner.low || (outer.low == inner.low && (outer.has_low || !inner.has_low));
    const bool above = inner.high < outer.high ||
                       (inner.high == outer.high && (outer.has_high || !inner.has_high));
    return below && above;
  });
}

/// Adds an interval and merges it with those that it touches. Returns false if it was already
/// covered.
bool CaseCoverage::add(Interval added) {
  constexpr std::size_t kManyIntervals = 1000;  // bounds the work on generated programs
  if (intervals_.size() >= kManyIntervals) return true;
  if (covers(added)) return false;
  std::vector<Interval> apart;
  for (const Interval& known : intervals_) {
    const bool is_below =
        known.high < added.low || (known.high == added.low && !known.has_high && !added.has_low);
    const bool is_above =
        added.high < known.low || (added.high == known.low && !added.has_high && !known.has_low);
    if (is_below || is_above) {
      apart.push_back(known);
      continue;
    }
    if (known.low < added.low || (known.low == added.low && known.has_low)) {
      added.low = known.low;
      added.has_low = known.has_low;
    }
    if (added.high < known.high || (added.high == known.high && known.has_high)) {
      added.high = known.high;
      added.has_high = known.has_high;
    }
  }
  apart.push_back(added);
  intervals_ = std::move(apart);
  return true;
}

}  // namespace seedc::check
