// Instantiates one loop for each operation and kind from the functions in score_ops.h: a kind that
// is known overwrites that of the cells, so that the compiler removes the checks on it.
#include "runtime/exec/score_loops.h"

#include <algorithm>

#include "runtime/contract/lookup.h"
#include "runtime/language/score_ops.h"

namespace seedc::exec {
namespace {

template <language::Kind kind>
language::Cell known(language::Cell cell) {
  if constexpr (kind != language::Kind::Any) cell.kind = kind;
  return cell;
}

template <auto operation, std::size_t arity, language::Kind kind>
void loop(const ScoreColumn* operands, language::StringPool& strings, language::Cell* out,
          std::size_t count) {
  using language::score::invoke;
  const ScoreColumn a = operands[0];
  const ScoreColumn b = operands[1];
  const ScoreColumn c = operands[2];
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (arity == 1) {
      out[i] = invoke<operation>(strings, known<kind>(a[i]));
    } else if constexpr (arity == 2) {
      out[i] = invoke<operation>(strings, known<kind>(a[i]), known<kind>(b[i]));
    } else {
      out[i] = invoke<operation>(strings, a[i], b[i], c[i]);
    }
  }
}

template <auto operation, std::size_t arity>
ScoreLoop pick(language::Kind kind) {
  switch (kind) {
    case language::Kind::Bool:
      return loop<operation, arity, language::Kind::Bool>;
    case language::Kind::Int:
      return loop<operation, arity, language::Kind::Int>;
    case language::Kind::Real:
      return loop<operation, arity, language::Kind::Real>;
    case language::Kind::Str:
    case language::Kind::Any:
    case language::Kind::Json:
      break;
  }
  return loop<operation, arity, language::Kind::Any>;
}

}  // namespace

ScoreLoop score_loop(language::Operation op, language::Kind operand_kind) {
  switch (op) {
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, code, function) \
  case language::Operation::id:                                        \
    return pick<function, arity>(operand_kind);
#define SEEDC_AGGREGATE(id, ...) case language::Operation::id:
#define SEEDC_ACCESS(id, ...) case language::Operation::id:
#define SEEDC_LEAF(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
    break;
  }
  return nullptr;
}

void compute(const contract::ScoreInst& inst, ScoreLoop loop, const ScoreColumn* operands,
             const contract::ScoreInput& input, std::uint32_t first, std::span<language::Cell> out,
             std::uint64_t* left_out) {
  const ScoreColumn a = operands[0];
  switch (inst.op) {
    case language::Operation::Constant:
      std::ranges::fill(out, input.constants[inst.a]);
      return;
    case language::Operation::Load: {
      const contract::ScoreLoad& load = input.loads[inst.a];
      const std::uint32_t* codes = load.codes + first;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = load.cells[codes[i]];
      return;
    }
    case language::Operation::Lookup: {
      const contract::PreparedTable& table = *input.tables[inst.b];
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = contract::look_up(table, a[i]);
      return;
    }
    case language::Operation::Inner:
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = language::score::of_inner(a[i], inst.b, inst.c);
      return;
#define SEEDC_FOLD(id, name, kinds, nulls, function)                                      \
  case language::Operation::id:                                                           \
    for (std::size_t i = 0; i < out.size(); ++i)                                          \
      out[i] = function(a[i], operands[1][i], operands[2][i],                             \
                        left_out + std::size_t{inst.ledger} * language::kNullCauseCount); \
    return;
#include "runtime/language/operations.def"
    case language::Operation::TextTest: {
      contract::TextTester& tester = *input.tests[inst.b];
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = contract::test_text(tester, a[i]);
      return;
    }
    case language::Operation::Step:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = language::score::of_step(a[i], inst.b);
      return;
#define SEEDC_OPERATION(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
      loop(operands, *input.strings, out.data(), out.size());
      return;
#define SEEDC_AGGREGATE(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
      return;
  }
}

}  // namespace seedc::exec
