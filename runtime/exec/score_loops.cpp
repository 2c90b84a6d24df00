// Instantiates one loop for each operation and kind from the functions in score_ops.h: a kind that
// is known overwrites that of the cells, so that the compiler removes the checks on it.
#include "runtime/exec/score_loops.h"

#include <algorithm>

#include "runtime/contract/lookup.h"
#include "runtime/language/score_ops.h"

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

}  // namespace

ScoreLoop score_loop(Operation op, Kind operand_kind) {
  switch (op) {
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, code, function) \
  case Operation::id:                                                  \
    return pick<function>(operand_kind);
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
    break;
  }
  return nullptr;
}

void compute(const ScoreInst& inst, ScoreLoop loop, const ScoreColumn* operands,
             const ScoreInput& input, std::uint32_t first, std::span<Cell> out) {
  const ScoreColumn a = operands[0];
  switch (inst.op) {
    case Operation::Constant:
      std::ranges::fill(out, input.constants[inst.a]);
      return;
    case Operation::Load: {
      const ScoreLoad& load = input.loads[inst.a];
      const std::uint32_t* codes = load.codes + first;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = load.cells[codes[i]];
      return;
    }
    case Operation::Lookup: {
      const PreparedTable& table = *input.tables[inst.b];
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = look_up(table, a[i]);
      return;
    }
    case Operation::Step:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = score::of_step(a[i], inst.b);
      return;
#define SEEDC_OPERATION(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      loop(operands, out.data(), out.size());
      return;
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      return;
  }
}

}  // namespace seedc
