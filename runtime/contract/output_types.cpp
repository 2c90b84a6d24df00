// One forward pass over the score program: instructions whose kind is Any get the set of kinds that
// their values can have, so that what is surely a number is told from what may be a text.
#include "runtime/contract/output_types.h"

#include <array>
#include <span>

namespace seedc::contract {
namespace {

using language::Kind;
using language::KindRule;

/// A set of kinds of scalars.
using Kinds = std::uint32_t;
constexpr Kinds set_of(Kind kind) { return Kinds{1} << static_cast<std::uint32_t>(kind); }
constexpr Kinds kNumbers = set_of(Kind::Int) | set_of(Kind::Real);
constexpr Kinds kScalars = kNumbers | set_of(Kind::Bool) | set_of(Kind::Str);

/// Two strings give a string, two numbers a number, and all else null.
Kinds kinds_of_addition(Kinds a, Kinds b) {
  const Kinds strings = a & b & set_of(Kind::Str);
  return strings | ((a & kNumbers) != 0 && (b & kNumbers) != 0 ? kNumbers : 0);
}

/// The kinds of the result of an operation whose kind is Any.
Kinds kinds_of_result(KindRule rule, const std::array<Kinds, 3>& operands) {
  switch (rule) {
    case KindRule::None:
    case KindRule::Entry:
      return kScalars;
    case KindRule::AsNumber:
    case KindRule::Number:
    case KindRule::Rounded:
    case KindRule::Sum:
      return kNumbers;
    case KindRule::Addition:
      return kinds_of_addition(operands[0], operands[1]);
    case KindRule::Select:
      return operands[1] | operands[2];
    case KindRule::Alternative:
    case KindRule::Fallback:
      return operands[0] | operands[1];
    case KindRule::Same:
      return operands[0];
    case KindRule::Folded:  // groups whose value is not a number are left out
      return operands[0] | (operands[2] & kNumbers);
    case KindRule::Second:
      return operands[1];
    case KindRule::NumberToReal:
    case KindRule::AsString:
    case KindRule::AsBoolean:
    case KindRule::Real:
    case KindRule::Integer:
    case KindRule::Text:
    case KindRule::Days:
    case KindRule::Years:
    case KindRule::Equality:
    case KindRule::Ordering:
    case KindRule::Boolean:
    case KindRule::Count:
    case KindRule::Predicate:
      break;  // never Any
  }
  return kScalars;
}

Kinds kinds_of(const ScoreInst& inst, std::span<const Kinds> before) {
  if (inst.kind != Kind::Any) return set_of(inst.kind);
  std::array<Kinds, 3> operands{};
  const auto values = operands_of(inst);
  const std::size_t first = language::is_aggregate(inst.op) ? 1 : 0;  // the predicate comes first
  for (std::size_t i = first; i < values.size(); ++i) {
    if (values[i] != kNoOperand) operands[i - first] = before[values[i]];
  }
  return kinds_of_result(language::info(inst.op).kinds, operands);
}

OutputType type_of(Kinds kinds) {
  if (kinds == set_of(Kind::Bool)) return OutputType::Bool;
  if (kinds == set_of(Kind::Int)) return OutputType::Int;
  if (kinds == set_of(Kind::Real)) return OutputType::Real;
  if (kinds == set_of(Kind::Str)) return OutputType::Str;
  return kinds == kNumbers ? OutputType::Number : OutputType::Any;
}

bool is_number(OutputType type) {
  return type == OutputType::Int || type == OutputType::Real || type == OutputType::Number;
}

}  // namespace

std::string_view name_of(OutputType type) {
  switch (type) {
    case OutputType::Bool:
      return "boolean";
    case OutputType::Int:
      return "integer";
    case OutputType::Real:
      return "real";
    case OutputType::Number:
      return "number";
    case OutputType::Str:
      return "string";
    case OutputType::Any:
      return "json";
    case OutputType::List:
      return "list";
  }
  return "";
}

OutputType join(OutputType a, OutputType b) {
  if (a == b) return a;
  return is_number(a) && is_number(b) ? OutputType::Number : OutputType::Any;
}

std::vector<OutputType> output_types(const Formula& formula) {
  std::vector<Kinds> kinds;
  kinds.reserve(formula.program.code.size());
  for (const ScoreInst& inst : formula.program.code) kinds.push_back(kinds_of(inst, kinds));
  std::vector<OutputType> types;
  for (const std::uint32_t output : formula.program.outputs)
    types.push_back(type_of(kinds[output]));
  for (const ListSpec& list : formula.lists) {
    for (const std::uint32_t output : list.outputs) types[output] = OutputType::List;
  }
  return types;
}

}  // namespace seedc::contract
