// The aggregates of operations.def, for code that runs them over many rows: `visit` is instantiated
// per aggregate, so that the function is inlined into the loop.
#pragma once

#include "runtime/language/operations.h"
#include "runtime/language/score_ops.h"

namespace seedc::language::score {

/// The value over no rows. `kind`: that of the aggregate.
inline Cell start(Operation aggregate, [[maybe_unused]] Kind kind) {
  switch (aggregate) {
#define SEEDC_AGGREGATE(id, name, arity, kinds, nulls, start, ...) \
  case Operation::id:                                              \
    return start(kind);
#define SEEDC_KEEP(id, ...) case Operation::id:
#define SEEDC_OPERATION(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
    break;
  }
  return Cell::none(NullCause::WrongKind);
}

/// Calls `visit(add)`, where `add(aggregate, value, left_out)` adds a row's value to the aggregate.
template <class Visit>
void with_aggregate(Operation aggregate, Visit visit) {
  switch (aggregate) {
#define SEEDC_AGGREGATE(id, name, arity, kinds, nulls, start, add, ...)             \
  case Operation::id:                                                               \
    return visit([](Cell& aggregated, const Cell& value, std::uint64_t* left_out) { \
      add(aggregated, value, left_out);                                             \
    });
#define SEEDC_KEEP(id, ...) case Operation::id:
#define SEEDC_OPERATION(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
    break;
  }
}

}  // namespace seedc::language::score
