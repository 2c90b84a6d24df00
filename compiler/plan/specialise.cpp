// One forward pass: each instruction is copied with its operands renumbered, and with the kind
// inferred from them. Inference refines known kinds and never discards them.
#include "compiler/plan/specialise.h"

#include <array>
#include <utility>

namespace seedc::plan {
namespace {

/// Whether the operands of an operation must have one kind, so that an integer is converted if the
/// other operand is a real.
bool takes_alike(language::Operation op) {
  const language::OperationInfo& row = language::info(op);
  return row.arity == 2 &&
         (row.kinds == language::KindRule::Number || row.kinds == language::KindRule::Real ||
          row.kinds == language::KindRule::Addition || row.kinds == language::KindRule::Equality ||
          row.kinds == language::KindRule::Ordering);
}

class Specialiser {
 public:
  Specialiser(const contract::ScoreProgram& program, std::span<const contract::LoadKind> loads)
      : program_(program), loads_(loads), result_(program) {
    result_.code.clear();
    result_.phases.clear();
  }

  contract::ScoreProgram run() {
    std::uint32_t next = 0;
    for (const contract::ScorePhase& phase : program_.phases) {
      while (next < phase.row_end) add(program_.code[next++]);
      const auto row_end = static_cast<std::uint32_t>(result_.code.size());
      while (next < phase.item_end) add(program_.code[next++]);
      result_.phases.push_back({row_end, static_cast<std::uint32_t>(result_.code.size())});
    }
    for (std::uint32_t& output : result_.outputs) output = numbers_[output];
    return std::move(result_);
  }

 private:
  void add(contract::ScoreInst inst) {
    const auto operands = contract::operands_of(inst);
    for (const auto& [operand, place] :
         {std::pair{operands[0], &inst.a}, {operands[1], &inst.b}, {operands[2], &inst.c}}) {
      if (operand != contract::kNoOperand) *place = numbers_[operand];
    }
    if (takes_alike(inst.op)) make_operands_alike(inst);
    const language::ValueType type = refined(inst);
    inst.kind = type.kind;
    inst.is_nullable = type.is_nullable;
    numbers_.push_back(append(inst));
  }

  std::uint32_t append(const contract::ScoreInst& inst) {
    result_.code.push_back(inst);
    return static_cast<std::uint32_t>(result_.code.size() - 1);
  }

  void make_operands_alike(contract::ScoreInst& inst) {
    if (kind(inst.a) == language::Kind::Int && kind(inst.b) == language::Kind::Real)
      inst.a = as_real(inst.a, inst.is_per_row);
    else if (kind(inst.a) == language::Kind::Real && kind(inst.b) == language::Kind::Int)
      inst.b = as_real(inst.b, inst.is_per_row);
  }

  std::uint32_t as_real(std::uint32_t value, bool is_per_row) {
    return append({.op = language::Operation::ToReal,
                   .kind = language::Kind::Real,
                   .is_nullable = is_nullable(value),
                   .is_per_row = is_per_row,
                   .a = value});
  }

  language::ValueType refined(const contract::ScoreInst& inst) const {
    const language::ValueType declared{inst.kind, inst.is_nullable};
    if (inst.op == language::Operation::Constant) return declared;
    if (inst.op == language::Operation::Load) {
      const auto& [kind, is_nullable] = loads_[inst.a];
      return {declared.kind == language::Kind::Any ? kind : declared.kind,
              declared.is_nullable && is_nullable};
    }
    std::array<language::ValueType, 3> operands;
    std::size_t count = 0;
    const auto values = contract::operands_of(inst);
    const std::size_t first = language::is_aggregate(inst.op) ? 1 : 0;  // the predicate comes first
    for (const std::uint32_t value : std::span(values).subspan(first)) {
      if (value != contract::kNoOperand) operands[count++] = {kind(value), is_nullable(value)};
    }
    if (inst.op == language::Operation::Lookup)
      operands[count++] = {language::Kind::Any, result_.tables[inst.b].otherwise.is_null()};
    return language::infer(inst.op, std::span(operands).first(count), &declared);
  }

  language::Kind kind(std::uint32_t value) const { return result_.code[value].kind; }
  bool is_nullable(std::uint32_t value) const { return result_.code[value].is_nullable; }

  const contract::ScoreProgram& program_;
  std::span<const contract::LoadKind> loads_;
  contract::ScoreProgram result_;
  std::vector<std::uint32_t> numbers_;  ///< the new number of each value
};

}  // namespace

contract::ScoreProgram specialise(const contract::ScoreProgram& program,
                                  std::span<const contract::LoadKind> loads) {
  return Specialiser(program, loads).run();
}

}  // namespace seedc::plan
