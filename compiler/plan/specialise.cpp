// One forward pass: each instruction is copied with its operands renumbered, and with the kind
// inferred from them. Inference refines known kinds and never discards them.
#include "compiler/plan/specialise.h"

#include <array>
#include <utility>

namespace seedc {
namespace {

/// Whether the operands of an operation must have one kind, so that an integer is converted if the
/// other operand is a real.
bool takes_alike(Operation op) {
  const OperationInfo& row = info(op);
  return row.arity == 2 && (row.kinds == KindRule::Number || row.kinds == KindRule::Real ||
                            row.kinds == KindRule::Equality || row.kinds == KindRule::Ordering);
}

class Specialiser {
 public:
  Specialiser(const ScoreProgram& program, std::span<const LoadKind> loads)
      : program_(program), loads_(loads), result_(program) {
    result_.code.clear();
    result_.phases.clear();
  }

  ScoreProgram run() {
    std::uint32_t next = 0;
    for (const ScorePhase& phase : program_.phases) {
      while (next < phase.row_end) add(program_.code[next++]);
      const auto row_end = static_cast<std::uint32_t>(result_.code.size());
      while (next < phase.item_end) add(program_.code[next++]);
      result_.phases.push_back({row_end, static_cast<std::uint32_t>(result_.code.size())});
    }
    for (std::uint32_t& output : result_.outputs) output = numbers_[output];
    return std::move(result_);
  }

 private:
  void add(ScoreInst inst) {
    const auto operands = operands_of(inst);
    for (const auto& [operand, place] :
         {std::pair{operands[0], &inst.a}, {operands[1], &inst.b}, {operands[2], &inst.c}}) {
      if (operand != kNoOperand) *place = numbers_[operand];
    }
    if (takes_alike(inst.op)) make_operands_alike(inst);
    const ValueType type = refined(inst);
    inst.kind = type.kind;
    inst.is_nullable = type.is_nullable;
    numbers_.push_back(append(inst));
  }

  std::uint32_t append(const ScoreInst& inst) {
    result_.code.push_back(inst);
    return static_cast<std::uint32_t>(result_.code.size() - 1);
  }

  void make_operands_alike(ScoreInst& inst) {
    if (kind(inst.a) == Kind::Int && kind(inst.b) == Kind::Real)
      inst.a = as_real(inst.a, inst.is_per_row);
    else if (kind(inst.a) == Kind::Real && kind(inst.b) == Kind::Int)
      inst.b = as_real(inst.b, inst.is_per_row);
  }

  std::uint32_t as_real(std::uint32_t value, bool is_per_row) {
    return append({.op = Operation::ToReal,
                   .kind = Kind::Real,
                   .is_nullable = is_nullable(value),
                   .is_per_row = is_per_row,
                   .a = value});
  }

  ValueType refined(const ScoreInst& inst) const {
    const ValueType declared{inst.kind, inst.is_nullable};
    if (inst.op == Operation::Constant) return declared;
    if (inst.op == Operation::Load) {
      const auto& [kind, is_nullable] = loads_[inst.a];
      return {declared.kind == Kind::Any ? kind : declared.kind,
              declared.is_nullable && is_nullable};
    }
    std::array<ValueType, 3> operands;
    std::size_t count = 0;
    const auto values = operands_of(inst);
    const std::size_t first = is_aggregate(inst.op) ? 1 : 0;  // the predicate comes first
    for (const std::uint32_t value : std::span(values).subspan(first)) {
      if (value != kNoOperand) operands[count++] = {kind(value), is_nullable(value)};
    }
    if (inst.op == Operation::Lookup)
      operands[count++] = {Kind::Any, result_.tables[inst.b].otherwise.is_null()};
    return infer(inst.op, std::span(operands).first(count), &declared);
  }

  Kind kind(std::uint32_t value) const { return result_.code[value].kind; }
  bool is_nullable(std::uint32_t value) const { return result_.code[value].is_nullable; }

  const ScoreProgram& program_;
  std::span<const LoadKind> loads_;
  ScoreProgram result_;
  std::vector<std::uint32_t> numbers_;  ///< the new number of each value
};

}  // namespace

ScoreProgram specialise(const ScoreProgram& program, std::span<const LoadKind> loads) {
  return Specialiser(program, loads).run();
}

}  // namespace seedc
