// Compares the bound of each result with those of its operands.
#include "engine/lint/lint_formula_constants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/reads.h"
#include "engine/bounds/rules.h"
#include "engine/lint/bound_text.h"
#include "engine/lint/evaluated.h"
#include "runtime/language/display_text.h"

namespace seedc::lint {
namespace {

using bounds::Bound;
using bounds::BoundRule;
using ir::Inst;
using ir::Op;
using ir::ValueId;
using language::Cell;

/// One number, or one value of another kind, wherever it is not null.
bool is_one_value(const Bound& bound) {
  if (const auto numbers = bound.as_numbers()) return numbers->low == numbers->high;
  const bool has_ranges = bound.integer_range() || bound.real_range() || bound.has_all_texts();
  return !has_ranges && std::ranges::count_if(bound.values(), [](const Cell& value) {
                          return !value.is_null();
                        }) == 1;
}

/// Whether an operation computes something of its operands, in other ways than to test them.
bool is_computation(Op op) {
  constexpr BoundRule kComputing[] = {
      BoundRule::Corners,   BoundRule::Extremes, BoundRule::Absolute, BoundRule::Quotient,
      BoundRule::Logarithm, BoundRule::Root,     BoundRule::Dates,    BoundRule::Texts};
  constexpr Op kOthers[] = {Op::Count,   Op::Sum,     Op::Greatest, Op::Least, Op::FoldCount,
                            Op::FoldSum, Op::FoldMax, Op::FoldMin,  Op::ToReal};
  const auto operation = ir::operation_of(op);
  return operation && !bounds::is_comparison(op) &&
         std::ranges::find(kOthers, op) == std::end(kOthers) &&
         std::ranges::find(kComputing, bounds::rule_of(*operation)) != std::end(kComputing);
}

class FormulaConstants {
 public:
  FormulaConstants(engine::Compilation& compilation, const bounds::IrBounds& bounds)
      : diagnostics_(compilation.diagnostics), module_(compilation.module), bounds_(bounds) {}

  void report() {
    const std::set<ValueId> others = values_otherwise(module_);
    EvaluatedAt all_evaluated = evaluated(module_, bounds_, SpanSet(diagnostics_));
    for (auto& [at, values] : all_evaluated) {
      const bool is_choice = at.second == Op::Select;
      if (!is_choice && !is_computation(at.second)) continue;
      // The last rule of a `case` may say the same as the `else`.
      if (is_choice) std::erase_if(values, [&](ValueId value) { return others.contains(value); });
      const bool is_made = std::ranges::all_of(values, [&](ValueId value) {
        return is_choice ? chooses_nothing(value) : computes_nothing(value);
      });
      const Bound all = seen_of(values);
      if (is_made && is_one_value(all)) report_constant(module_.insts[values.front()], all);
    }
  }

 private:
  Bound seen_of(const std::vector<ValueId>& values) const {
    Bound all;
    for (const ValueId value : values) all.add(*bounds_.seen(value));
    return all;
  }

  /// Wherever it is evaluated.
  bool computes_nothing(ValueId value) {
    const Inst& inst = module_.insts[value];
    const auto result = anywhere(inst, bounds_, strings_);
    return result && is_one_value(*result) && !has_named_constant(inst) &&
           std::ranges::any_of(inst.operands,
                               [&](ValueId operand) { return varies(*bounds_.seen(operand)); });
  }

  /// A weight that is zero may be there to be changed.
  bool has_named_constant(const Inst& inst) const {
    return std::ranges::any_of(inst.operands, [&](ValueId operand) {
      const Inst& step = module_.insts[ir::unconverted(module_, operand)];
      return step.op == Op::Step && module_.insts[step.operands[0]].op == Op::ScalarValue;
    });
  }

  static bool varies(const Bound& bound) { return !bound.is_always_null() && !is_one_value(bound); }

  /// Either branch gives the same.
  bool chooses_nothing(ValueId value) const {
    const Inst& inst = module_.insts[value];
    const auto gives_value = [&](ValueId operand) {
      const Bound* seen = bounds_.seen(operand);
      return seen != nullptr && !seen->is_always_null();
    };
    return gives_value(inst.operands[1]) && gives_value(inst.operands[2]) &&
           is_one_value(*bounds_.seen(value));
  }

  void report_constant(const Inst& inst, const Bound& value) {
    const std::string text = bound_text(value);
    if (text.empty()) return;
    diagnostics_.report(diag::DiagCode::ConstantValue, inst.span,
                        value.can_be_null() ? text + " or null" : text, reason_of(inst));
  }

  /// as `N` is 0 or more
  std::string reason_of(const Inst& inst) const {
    if (inst.op == Op::Select) return "whatever the condition is";
    std::vector<std::string> limits, names;
    for (const ValueId operand : inst.operands) {
      const Bound& seen = *bounds_.seen(operand);
      if (!varies(seen)) continue;
      const std::string name = ir::name_of(module_, operand);
      const std::string_view unnamed =
          inst.operands.size() == 1 ? "its operand" : "the other operand";
      names.push_back(name.empty() ? std::string(unnamed) : "`" + language::printable(name) + "`");
      const std::string limit = bound_text(seen);
      if (!limit.empty()) limits.push_back(fmt::format("{} is {}", names.back(), limit));
    }
    return limits.empty() ? fmt::format("whatever {} is", fmt::join(names, " or "))
                          : fmt::format("as {}", fmt::join(limits, ", and "));
  }

  diag::Diagnostics& diagnostics_;
  const ir::Module& module_;
  const bounds::IrBounds& bounds_;
  language::StringPool strings_;
};

}  // namespace

void lint_formula_constants(engine::Compilation& compilation, const bounds::IrBounds& bounds) {
  FormulaConstants(compilation, bounds).report();
}

}  // namespace seedc::lint
