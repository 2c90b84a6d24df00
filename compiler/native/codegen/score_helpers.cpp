// Defines the helpers of compiled score programs from runtime/language/score_ops.h.
#include "compiler/native/codegen/score_helpers.h"

#include <cmath>
#include <new>

#include "runtime/language/score_ops.h"

namespace seedc::codegen {
namespace {

template <auto operation, std::size_t arity>
void apply(language::StringPool* strings, language::Cell* out, const language::Cell* a,
           [[maybe_unused]] const language::Cell* b, [[maybe_unused]] const language::Cell* c) {
  using language::score::invoke;
  if constexpr (arity == 1) {
    *out = invoke<operation>(*strings, *a);
  } else if constexpr (arity == 2) {
    *out = invoke<operation>(*strings, *a, *b);
  } else {
    *out = invoke<operation>(*strings, *a, *b, *c);
  }
}

template <void (*add)(language::Cell&, const language::Cell&, std::uint64_t*)>
void add_row(language::Cell* aggregate, const language::Cell* value, std::uint64_t* left_out) {
  add(*aggregate, *value, left_out);
}

template <language::Cell (*function)(const language::Cell&, const language::Cell&,
                                     const language::Cell&, std::uint64_t*)>
void fold(std::uint64_t* left_out, language::Cell* out, const language::Cell* result,
          const language::Cell* condition, const language::Cell* value) {
  *out = function(*result, *condition, *value, left_out);
}

void look_up_cell(language::Cell* out, const contract::PreparedTable* table,
                  const language::Cell* value) {
  *out = contract::look_up(*table, *value);
}
void test_cell(language::Cell* out, contract::TextTester* tester, const language::Cell* value) {
  *out = contract::test_text(*tester, *value);
}
double log_of(double value) { return std::log(value); }
void* allocate(std::uint64_t bytes) { return ::operator new(bytes); }
void release(void* frame) { ::operator delete(frame); }

template <auto operation, std::size_t arity>
Helper named(const char* name) {
  const CellOperation function = apply<operation, arity>;
  return {name, reinterpret_cast<void*>(function)};
}
template <void (*add)(language::Cell&, const language::Cell&, std::uint64_t*)>
Helper named_aggregate(const char* name) {
  const CellAggregate function = add_row<add>;
  return {name, reinterpret_cast<void*>(function)};
}

template <language::Cell (*function)(const language::Cell&, const language::Cell&,
                                     const language::Cell&, std::uint64_t*)>
Helper named_fold(const char* name) {
  const CellFold folds = fold<function>;
  return {name, reinterpret_cast<void*>(folds)};
}

}  // namespace

const char* helper_of(language::Operation op) {
  switch (op) {
#define SEEDC_ROW(id, ...)      \
  case language::Operation::id: \
    return "seedc_score_" #id;
#define SEEDC_OPERATION SEEDC_ROW
#define SEEDC_AGGREGATE SEEDC_ROW
#define SEEDC_FOLD SEEDC_ROW
#define SEEDC_KEEP(id, ...) case language::Operation::id:
#define SEEDC_ACCESS(id, ...) case language::Operation::id:
#define SEEDC_LEAF(id, ...) case language::Operation::id:
#include "runtime/language/operations.def"
#undef SEEDC_ROW
    break;
  }
  return "";
}

std::vector<Helper> helpers() {
  std::vector<Helper> result = {
      {kLookUpHelper, reinterpret_cast<void*>(look_up_cell)},
      {kTextTestHelper, reinterpret_cast<void*>(test_cell)},
      {kLogHelper, reinterpret_cast<void*>(log_of)},
      {kAllocateHelper, reinterpret_cast<void*>(allocate)},
      {kFreeHelper, reinterpret_cast<void*>(release)},
  };
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, code, function) \
  result.push_back(named<function, arity>(helper_of(language::Operation::id)));
#define SEEDC_AGGREGATE(id, name, arity, kinds, nulls, start, add, ...) \
  result.push_back(named_aggregate<add>(helper_of(language::Operation::id)));
#define SEEDC_KEEP(...)
#define SEEDC_FOLD(id, name, kinds, nulls, function) \
  result.push_back(named_fold<function>(helper_of(language::Operation::id)));
#include "runtime/language/operations.def"
  return result;
}

}  // namespace seedc::codegen
