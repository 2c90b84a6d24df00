// One forward pass over the score program: instructions whose kind is Any get the set of kinds that
// their values can have.
#include "runtime/contract/output_types.h"

#include <array>
#include <span>

namespace seedc::contract {
namespace {

using language::Kind;
using language::KindSet;
using language::set_of;

KindSet kinds_of(const ScoreInst& inst, std::span<const KindSet> before) {
  if (inst.kind != Kind::Any) return set_of(inst.kind);
  std::array<KindSet, 3> operands{};
  const auto values = operands_of(inst);
  const std::size_t first = language::is_aggregate(inst.op) ? 1 : 0;  // the predicate comes first
  for (std::size_t i = first; i < values.size(); ++i) {
    if (values[i] != kNoOperand) operands[i - first] = before[values[i]];
  }
  return language::kinds_of_result(inst.op, operands);
}

OutputType type_of(KindSet kinds) {
  if (kinds == set_of(Kind::Bool)) return OutputType::Bool;
  if (kinds == set_of(Kind::Int)) return OutputType::Int;
  if (kinds == set_of(Kind::Real)) return OutputType::Real;
  if (kinds == set_of(Kind::Str)) return OutputType::Str;
  return kinds == language::kNumberKinds ? OutputType::Number : OutputType::Any;
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
  std::vector<KindSet> kinds;
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
