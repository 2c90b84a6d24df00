// Compares the operands of each operation by the numbers of their values.
#include "engine/lint/lint_formula_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "compiler/ir/reads.h"
#include "engine/lint/evaluated.h"
#include "runtime/language/display_text.h"

namespace seedc::lint {
namespace {

using diag::DiagCode;
using ir::Inst;
using ir::Op;
using ir::ValueId;
using language::Cell;

/// What an operation of two operands that are the same is reported as.
enum class Report : std::uint8_t { Test, Value, Repeated };
struct OfSame {
  Op op;
  Report report;
  std::string_view result;  ///< or, of what is only repeated, its name
};
constexpr OfSame kOfSame[] = {
    {Op::Eq, Report::Test, "always"},       {Op::Le, Report::Test, "always"},
    {Op::Ge, Report::Test, "always"},       {Op::Ne, Report::Test, "never"},
    {Op::Lt, Report::Test, "never"},        {Op::Gt, Report::Test, "never"},
    {Op::Sub, Report::Value, "0"},          {Op::Div, Report::Value, "1 or null"},
    {Op::Max, Report::Repeated, "max"},     {Op::Min, Report::Repeated, "min"},
    {Op::BoolAnd, Report::Repeated, "and"}, {Op::BoolOr, Report::Repeated, "or"}};

class FormulaOperands {
 public:
  FormulaOperands(engine::Compilation& compilation, const std::vector<ValueId>& numbers,
                  const bounds::IrBounds& bounds)
      : diagnostics_(compilation.diagnostics),
        module_(compilation.module),
        numbers_(numbers),
        bounds_(bounds) {}

  void report() {
    const EvaluatedAt all_evaluated = evaluated(module_, bounds_, SpanSet(diagnostics_));
    for (const auto& [at, values] : all_evaluated) {
      const auto is_any = [&](auto is_mistake) { return std::ranges::any_of(values, is_mistake); };
      const source::Span span = module_.insts[values.front()].span;
      if (is_any([&](ValueId value) { return has_same_operands(module_.insts[value]); })) {
        report_same(*row_of(at.second), span);
      } else if (is_any([&](ValueId value) { return leaves_nothing(value); })) {
        diagnostics_.report(DiagCode::ConstantTest, span, "always",
                            "where one of its tests does not hold, another does");
      }
    }
  }

 private:
  static const OfSame* row_of(Op op) {
    const OfSame* const row = std::ranges::find(kOfSame, op, &OfSame::op);
    return row == std::end(kOfSame) ? nullptr : row;
  }

  /// Of `a and b and a`, which is one `and` in another at one location, all three.
  std::vector<ValueId> operands_of_chain(const Inst& inst) const {
    std::vector<ValueId> operands;
    for (const ValueId operand : inst.operands) {
      const Inst& part = module_.insts[operand];
      if (part.op == inst.op && part.span == inst.span) {
        const std::vector<ValueId> parts = operands_of_chain(part);
        operands.insert(operands.end(), parts.begin(), parts.end());
      } else {
        operands.push_back(operand);
      }
    }
    return operands;
  }

  bool has_same_operands(const Inst& inst) const {
    const OfSame* const row = row_of(inst.op);
    if (row == nullptr) return false;
    std::vector<ValueId> operands = inst.operands;
    if (row->report == Report::Repeated) operands = operands_of_chain(inst);
    std::set<ValueId> seen;
    return std::ranges::any_of(operands, [&](ValueId operand) {
      const bool is_literal =
          module_.insts[ir::unconverted(module_, operand)].op == Op::ScalarValue;
      return !seen.insert(numbers_[operand]).second && !is_literal;
    });
  }

  void report_same(const OfSame& row, source::Span span) {
    if (row.report == Report::Repeated) {
      diagnostics_.report(DiagCode::RepeatedArgument, span, "an operand is",
                          fmt::format("`{}`", row.result));
    } else if (row.report == Report::Test) {
      diagnostics_.report(DiagCode::ConstantTest, span, row.result, "both sides are the same");
    } else {
      diagnostics_.report(DiagCode::ConstantValue, span, row.result,
                          "as both operands are the same");
    }
  }

  /// An `or` of two comparisons of one value that is never false, though the first can be.
  bool leaves_nothing(ValueId value) const {
    const Inst& inst = module_.insts[value];
    if (inst.op != Op::BoolOr) return false;
    const auto is_test = [&](ValueId operand) {
      return bounds::is_comparison(module_.insts[operand].op);
    };
    if (!std::ranges::all_of(inst.operands, is_test)) return false;
    const bounds::Bound* first = bounds_.seen(inst.operands[0]);
    const auto subject = [&](std::size_t operand) {
      return numbers_[bounds::subject_of(module_, inst.operands[operand])];
    };
    return subject(0) == subject(1) && first != nullptr && first->contains(Cell::of(false)) &&
           !bounds_.seen(value)->contains(Cell::of(false));
  }

  diag::Diagnostics& diagnostics_;
  const ir::Module& module_;
  const std::vector<ValueId>& numbers_;
  const bounds::IrBounds& bounds_;
};

}  // namespace

void lint_formula_operands(engine::Compilation& compilation, const std::vector<ValueId>& numbers,
                           const bounds::IrBounds& bounds) {
  FormulaOperands(compilation, numbers, bounds).report();
}

}  // namespace seedc::lint
