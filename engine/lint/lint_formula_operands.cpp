// Compares the operands of each operation by the numbers of their values.
#include "engine/lint/lint_formula_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "compiler/ir/reads.h"
#include "engine/lint/span_set.h"
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
        bounds_(bounds),
        reported_(compilation.diagnostics) {}

  void report() {
    // Steps of groups are there once for each label, with one location; operands of a longer `and`
    // have that of the whole.
    std::map<SpanKey, ValueId> same, open;
    for (const auto& [value, seen] : bounds_.all_seen()) {
      const Inst& inst = module_.insts[value];
      if (!inst.span.is_known() || reported_.overlap(inst.span)) continue;
      if (row_of(inst.op) != nullptr && has_same_operands(inst))
        same.emplace(key_of(inst.span), value);
      if (inst.op == Op::BoolOr && leaves_nothing(value)) open.emplace(key_of(inst.span), value);
    }
    for (const auto& [at, value] : same) report_same(module_.insts[value]);
    for (const auto& [at, value] : open) {
      if (!same.contains(at))
        diagnostics_.report(DiagCode::ConstantTest, module_.insts[value].span, "always",
                            "where one operand does not hold, the other does");
    }
  }

 private:
  static const OfSame* row_of(Op op) {
    const OfSame* const row = std::ranges::find(kOfSame, op, &OfSame::op);
    return row == std::end(kOfSame) ? nullptr : row;
  }

  /// The operands of a chain of one operation, as `a and b and a`.
  void add_operands(const Inst& inst, Op op, std::vector<ValueId>& operands) const {
    for (const ValueId operand : inst.operands) {
      const Inst& part = module_.insts[operand];
      if (part.op == op && part.span == inst.span) {
        add_operands(part, op, operands);
      } else {
        operands.push_back(operand);
      }
    }
  }

  bool has_same_operands(const Inst& inst) const {
    std::vector<ValueId> operands;
    const bool is_chain = row_of(inst.op)->report == Report::Repeated;
    is_chain ? add_operands(inst, inst.op, operands) : void(operands = inst.operands);
    std::set<ValueId> seen;
    return std::ranges::any_of(operands, [&](ValueId operand) {
      const bool is_literal =
          module_.insts[ir::unconverted(module_, operand)].op == Op::ScalarValue;
      return !seen.insert(numbers_[operand]).second && !is_literal;
    });
  }

  void report_same(const Inst& inst) {
    const OfSame& row = *row_of(inst.op);
    if (row.report == Report::Repeated) {
      diagnostics_.report(DiagCode::RepeatedArgument, inst.span, "an operand is",
                          fmt::format("`{}`", row.result));
    } else if (row.report == Report::Test) {
      diagnostics_.report(DiagCode::ConstantTest, inst.span, row.result, "both sides are the same");
    } else {
      diagnostics_.report(DiagCode::ConstantValue, inst.span, row.result,
                          "as both operands are the same");
    }
  }

  /// An `or` of two comparisons of one value that is never false, though the first can be.
  bool leaves_nothing(ValueId value) const {
    const Inst& inst = module_.insts[value];
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
  SpanSet reported_;
};

}  // namespace

void lint_formula_operands(engine::Compilation& compilation, const std::vector<ValueId>& numbers,
                           const bounds::IrBounds& bounds) {
  FormulaOperands(compilation, numbers, bounds).report();
}

}  // namespace seedc::lint
