// Runs the instructions in order, each over all rows of the item.
#include "engine/explain/formula_trace.h"

#include <fmt/format.h>

#include <array>

#include "runtime/exec/score_loops.h"
#include "runtime/language/aggregates.h"

namespace seedc::explain {

base::Result<FormulaTrace> FormulaTrace::run(const contract::ScoreProgram& program,
                                             const exec::BoundFormula& bound, std::uint32_t item) {
  const std::vector<language::Cell> constants = exec::constants_of(program);
  contract::ScoreInput input = bound.input();
  input.constants = constants.data();
  FormulaTrace trace(program, input.row_begins[item + 1] - input.row_begins[item]);
  trace.left_out_.resize(std::size_t{program.ledger_count} * language::kNullCauseCount);
  input.strings = trace.strings_.get();
  const exec::ThreadTextTests tests = bound.thread_tests();
  input.tests = tests.testers();
  if (!trace.fits()) {
    return base::fail_with_help<base::ErrorCode::TraceTooLarge>(
        "explain another item, or fewer steps", trace.row_count_, program.code.size());
  }
  for (std::uint32_t number = 0; number < program.code.size(); ++number)
    trace.compute(number, input, item);
  return trace;
}

/// An aggregate counts as a value of each row, so that explanations can list the rows.
bool FormulaTrace::fits() const {
  std::size_t cells = 0;
  for (const contract::ScoreInst& inst : program_->code)
    cells += inst.is_per_row || language::is_aggregate(inst.op) ? row_count_ : 1;
  return cells <= kMostCells;
}

void FormulaTrace::compute(std::uint32_t number, const contract::ScoreInput& input,
                           std::uint32_t item) {
  const contract::ScoreInst& inst = program_->code[number];
  const std::size_t count = inst.is_per_row ? row_count_ : 1;
  begins_.push_back(cells_.size());
  cells_.resize(cells_.size() + count);
  language::Cell* out = cells_.data() + begins_.back();
  std::array<exec::ScoreColumn, 3> operands;
  const auto numbers = contract::operands_of(inst);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == contract::kNoOperand) continue;
    const std::size_t stride = program_->code[numbers[i]].is_per_row ? 1 : 0;
    operands[i] = {cells_.data() + begins_[numbers[i]], stride};
  }
  if (language::is_aggregate(inst.op)) {
    *out = aggregate(inst);
    return;
  }
  seedc::exec::compute(inst, exec::score_loop(inst.op, language::Kind::Any), operands.data(), input,
                       inst.is_per_row ? input.row_begins[item] : item, {out, count},
                       left_out_.data());
}

language::Cell FormulaTrace::aggregate(const contract::ScoreInst& inst) const {
  std::array<std::uint64_t, language::kNullCauseCount> left_out{};
  language::Cell result = language::score::start(inst.op, inst.kind);
  language::score::with_aggregate(inst.op, [&](auto add) {
    for (std::uint32_t row = 0; row < row_count_; ++row) {
      if (inst.a != contract::kNoOperand && !value(inst.a, row).boolean()) continue;
      add(result, inst.b == contract::kNoOperand ? language::Cell() : value(inst.b, row),
          left_out.data());
    }
  });
  return result;
}

}  // namespace seedc::explain
