// One pass forward: each instruction is copied with its operands' new numbers, and the kind that
// they give it. What was known before is never forgotten.
#include "compiler/plan/specialise.h"

#include <utility>

namespace seedc {
namespace {

bool is_number(Kind kind) { return kind == Kind::Int || kind == Kind::Real; }

bool is_arithmetic_of_two(ScoreOp op) {
  return op == ScoreOp::Add || op == ScoreOp::Sub || op == ScoreOp::Mul || op == ScoreOp::Div ||
         op == ScoreOp::Max || op == ScoreOp::Min;
}
bool is_comparison(ScoreOp op) { return ScoreOp::Eq <= op && op <= ScoreOp::Ge; }

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
    if (is_arithmetic_of_two(inst.op) || is_comparison(inst.op)) make_operands_alike(inst);
    if (inst.kind == Kind::Any) inst.kind = infer_kind(inst);
    inst.is_nullable = inst.is_nullable && infer_nullable(inst);
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
    return append({.op = ScoreOp::ToReal,
                   .kind = Kind::Real,
                   .is_nullable = is_nullable(value),
                   .is_per_row = is_per_row,
                   .a = value});
  }

  /// Any, unless the operands leave one possibility.
  Kind infer_kind(const ScoreInst& inst) const {
    switch (inst.op) {
      case ScoreOp::Load:
        return loads_[inst.a].kind;
      case ScoreOp::Add:
      case ScoreOp::Sub:
      case ScoreOp::Mul:
      case ScoreOp::Max:
      case ScoreOp::Min:
        return infer_arithmetic(kind(inst.a), kind(inst.b));
      case ScoreOp::Expect:
      case ScoreOp::Neg:
      case ScoreOp::Abs:
        return is_number(kind(inst.a)) ? kind(inst.a) : Kind::Any;
      case ScoreOp::Select:
        return kind(inst.b) == kind(inst.c) ? kind(inst.b) : Kind::Any;
      case ScoreOp::IfNoRows:
        return kind(inst.a) == kind(inst.b) ? kind(inst.a) : Kind::Any;
      case ScoreOp::Sum:
        return kind(inst.b) == Kind::Int ? Kind::Int : Kind::Any;
      case ScoreOp::MaxOf:
      case ScoreOp::MinOf:
        return is_number(kind(inst.b)) ? kind(inst.b) : Kind::Any;
      case ScoreOp::Step:
        return kind(inst.a);
      default:
        return inst.kind;
    }
  }

  /// A real makes the result one, or null, whatever the other operand is.
  static Kind infer_arithmetic(Kind a, Kind b) {
    if (a == Kind::Real || b == Kind::Real) return Kind::Real;
    return a == Kind::Int && b == Kind::Int ? Kind::Int : Kind::Any;
  }

  bool infer_nullable(const ScoreInst& inst) const {
    switch (inst.op) {
      case ScoreOp::Load:
        return loads_[inst.a].is_nullable;
      case ScoreOp::ToReal:
        return is_nullable(inst.a) || !is_number(kind(inst.a));
      case ScoreOp::Expect:
        return is_nullable(inst.a) || !is_expected(inst);
      case ScoreOp::Neg:
      case ScoreOp::Abs:
        return is_nullable(inst.a) || kind(inst.a) != Kind::Real;
      case ScoreOp::Max:
      case ScoreOp::Min:
        return is_any_nullable(inst) || !are_numbers_alike(inst);
      case ScoreOp::Eq:
      case ScoreOp::Ne:
        return is_any_nullable(inst) || kind(inst.a) == Kind::Any || kind(inst.a) != kind(inst.b);
      case ScoreOp::Lt:
      case ScoreOp::Le:
      case ScoreOp::Gt:
      case ScoreOp::Ge:
        return is_any_nullable(inst) || !(are_numbers_alike(inst) || are_strings(inst));
      case ScoreOp::And:
      case ScoreOp::Or:
        return is_any_nullable(inst) || kind(inst.a) != Kind::Bool || kind(inst.b) != Kind::Bool;
      case ScoreOp::Not:
      case ScoreOp::Select:
        return is_any_nullable(inst) || kind(inst.a) != Kind::Bool;
      case ScoreOp::IfNoRows:
        return is_nullable(inst.b) || !is_null_by_no_rows_only(inst.a);
      case ScoreOp::Lookup:
        return is_nullable(inst.a) || result_.tables[inst.b].otherwise.is_null();
      case ScoreOp::Step:
        return is_nullable(inst.a);
      default:
        return true;
    }
  }

  bool is_expected(const ScoreInst& inst) const {
    const bool is_of_one_kind = inst.kind == Kind::Bool || inst.kind == Kind::Str;
    return is_of_one_kind ? kind(inst.a) == inst.kind : is_number(kind(inst.a));
  }
  bool are_numbers_alike(const ScoreInst& inst) const {
    return is_number(kind(inst.a)) && kind(inst.a) == kind(inst.b);
  }
  bool are_strings(const ScoreInst& inst) const {
    return kind(inst.a) == Kind::Str && kind(inst.b) == Kind::Str;
  }
  bool is_null_by_no_rows_only(std::uint32_t value) const {
    const ScoreOp op = result_.code[value].op;
    return op == ScoreOp::MaxOf || op == ScoreOp::MinOf || !is_nullable(value);
  }

  bool is_any_nullable(const ScoreInst& inst) const {
    for (const std::uint32_t operand : operands_of(inst)) {
      if (operand != kNoOperand && is_nullable(operand)) return true;
    }
    return false;
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
