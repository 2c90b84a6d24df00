// One loop for each operation and kind, all from the functions in score_ops.h: a kind that is known
// is written over the cells', so that the compiler drops the tests on it.
#include "runtime/exec/score_loops.h"

#include "runtime/contract/score_ops.h"

namespace seedc {
namespace {

template <Kind kind>
Cell known(Cell cell) {
  if constexpr (kind != Kind::Any) cell.kind = kind;
  return cell;
}

using Unary = Cell (*)(const Cell&);
using Binary = Cell (*)(const Cell&, const Cell&);
using Ternary = Cell (*)(const Cell&, const Cell&, const Cell&);

template <Unary operation, Kind kind>
void loop(const ScoreColumn* operands, Cell* out, std::size_t count) {
  const ScoreColumn a = operands[0];
  for (std::size_t i = 0; i < count; ++i) out[i] = operation(known<kind>(a[i]));
}

template <Binary operation, Kind kind>
void loop(const ScoreColumn* operands, Cell* out, std::size_t count) {
  const ScoreColumn a = operands[0];
  const ScoreColumn b = operands[1];
  for (std::size_t i = 0; i < count; ++i) out[i] = operation(known<kind>(a[i]), known<kind>(b[i]));
}

template <Ternary operation, Kind kind>
void loop(const ScoreColumn* operands, Cell* out, std::size_t count) {
  const ScoreColumn a = operands[0];
  const ScoreColumn b = operands[1];
  const ScoreColumn c = operands[2];
  for (std::size_t i = 0; i < count; ++i) out[i] = operation(a[i], b[i], c[i]);
}

template <auto operation>
ScoreLoop pick(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return loop<operation, Kind::Bool>;
    case Kind::Int:
      return loop<operation, Kind::Int>;
    case Kind::Real:
      return loop<operation, Kind::Real>;
    case Kind::Str:
    case Kind::Any:
      break;
  }
  return loop<operation, Kind::Any>;
}

ScoreLoop expect_loop(Kind expected) {
  if (expected == Kind::Bool) return loop<score::boolean_of, Kind::Any>;
  if (expected == Kind::Str) return loop<score::string_of, Kind::Any>;
  return loop<score::number_of, Kind::Any>;
}

}  // namespace

ScoreLoop score_loop(const ScoreInst& inst, Kind operand_kind) {
  switch (inst.op) {
    case ScoreOp::ToReal:
      return pick<score::to_real>(operand_kind);
    case ScoreOp::Expect:
      return expect_loop(inst.kind);
    case ScoreOp::Add:
      return pick<score::add>(operand_kind);
    case ScoreOp::Sub:
      return pick<score::subtract>(operand_kind);
    case ScoreOp::Mul:
      return pick<score::multiply>(operand_kind);
    case ScoreOp::Div:
      return pick<score::divide>(operand_kind);
    case ScoreOp::Neg:
      return pick<score::negate>(operand_kind);
    case ScoreOp::Abs:
      return pick<score::absolute>(operand_kind);
    case ScoreOp::Log:
      return pick<score::log>(operand_kind);
    case ScoreOp::Sqrt:
      return pick<score::sqrt>(operand_kind);
    case ScoreOp::Max:
      return pick<score::max>(operand_kind);
    case ScoreOp::Min:
      return pick<score::min>(operand_kind);
    case ScoreOp::Eq:
      return pick<score::equal>(operand_kind);
    case ScoreOp::Ne:
      return pick<score::not_equal>(operand_kind);
    case ScoreOp::Lt:
      return pick<score::less>(operand_kind);
    case ScoreOp::Le:
      return pick<score::less_equal>(operand_kind);
    case ScoreOp::Gt:
      return pick<score::greater>(operand_kind);
    case ScoreOp::Ge:
      return pick<score::greater_equal>(operand_kind);
    case ScoreOp::And:
      return pick<score::logical_and>(operand_kind);
    case ScoreOp::Or:
      return pick<score::logical_or>(operand_kind);
    case ScoreOp::Not:
      return pick<score::logical_not>(operand_kind);
    case ScoreOp::Select:
      return loop<score::select, Kind::Any>;
    case ScoreOp::IfNoRows:
      return loop<score::if_no_rows, Kind::Any>;
    case ScoreOp::Constant:
    case ScoreOp::Load:
    case ScoreOp::Count:
    case ScoreOp::Sum:
    case ScoreOp::MaxOf:
    case ScoreOp::MinOf:
    case ScoreOp::Lookup:
    case ScoreOp::Step:
      break;
  }
  return nullptr;
}

}  // namespace seedc
