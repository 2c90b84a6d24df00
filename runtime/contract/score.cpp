// What there is to say about causes and instructions, and scalars as cells.
#include "runtime/contract/score.h"

namespace seedc {

std::string_view name_of(NullCause cause) {
  switch (cause) {
    case NullCause::None:
      break;
    case NullCause::Missing:
      return "missing value";
    case NullCause::WrongKind:
      return "wrong kind of value";
    case NullCause::DivisionByZero:
      return "division by zero";
    case NullCause::LogOfNonPositive:
      return "log of a number that is not positive";
    case NullCause::SqrtOfNegative:
      return "square root of a negative number";
    case NullCause::IntegerOverflow:
      return "integer beyond 64 bits";
    case NullCause::NotFinite:
      return "real that is not finite";
    case NullCause::NoRows:
      return "no rows";
    case NullCause::NoKey:
      return "no key of the table";
    case NullCause::NoRule:
      return "no rule holds";
  }
  return "none";
}

bool is_aggregate(ScoreOp op) { return ScoreOp::Count <= op && op <= ScoreOp::MinOf; }

std::array<std::uint32_t, 3> operands_of(const ScoreInst& inst) {
  switch (inst.op) {
    case ScoreOp::Constant:
    case ScoreOp::Load:
      return {kNoOperand, kNoOperand, kNoOperand};
    case ScoreOp::Lookup:
    case ScoreOp::Step:
      return {inst.a, kNoOperand, kNoOperand};
    default:
      return {inst.a, inst.b, inst.c};
  }
}

Cell cell_of(const Value& scalar) {
  if (const auto* boolean = scalar.as<bool>()) return Cell::of(*boolean);
  if (const auto* integer = scalar.as<std::int64_t>()) return Cell::of(*integer);
  if (const auto* real = scalar.as<double>()) return Cell::of(*real);
  if (const auto* text = scalar.as<std::string>()) return Cell::of(text);
  return Cell::none(scalar.is_null() ? NullCause::Missing : NullCause::WrongKind);
}

}  // namespace seedc
