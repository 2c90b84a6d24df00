// The runtime functions that compiled score programs call, by name. Objects contain only the names;
// compiler/native/jit links them.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/contract/lookup.h"
#include "runtime/contract/score.h"

namespace seedc::codegen {

/// An operation on cells whose kinds are known only at run time. Reads as many operands as it
/// needs.
using CellOperation = void (*)(language::StringPool* strings, language::Cell* out,
                               const language::Cell* a, const language::Cell* b,
                               const language::Cell* c);
/// Adds a group's value to a fold.
using CellFold = void (*)(std::uint64_t* left_out, language::Cell* out,
                          const language::Cell* result, const language::Cell* condition,
                          const language::Cell* value);
/// Adds a row's value to an aggregate.
using CellAggregate = void (*)(language::Cell* aggregate, const language::Cell* value,
                               std::uint64_t* left_out);
using CellLookup = void (*)(language::Cell* out, const contract::PreparedTable* table,
                            const language::Cell* value);
using CellTest = void (*)(language::Cell* out, contract::TextTester* tester,
                          const language::Cell* value);
using RealFunction = double (*)(double);
using AllocateFrame = void* (*)(std::uint64_t bytes);
using FreeFrame = void (*)(void* frame);

inline constexpr const char* kLookUpHelper = "seedc_score_look_up";
inline constexpr const char* kTextTestHelper = "seedc_score_text_test";
inline constexpr const char* kLogHelper = "seedc_score_log_of_real";
inline constexpr const char* kAllocateHelper = "seedc_score_allocate";
inline constexpr const char* kFreeHelper = "seedc_score_free";

/// The name of the CellOperation of a computed operation, of the CellAggregate of an aggregate, or
/// of the CellFold of a fold; "" for operations that have none.
const char* helper_of(language::Operation op);

struct Helper {
  const char* name;
  void* address;
};
std::vector<Helper> helpers();

}  // namespace seedc::codegen
