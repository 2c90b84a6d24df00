// The table of helpers, all made from runtime/contract/score_ops.h.
#include "compiler/native/codegen/score_helpers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <type_traits>

#include "runtime/contract/score_ops.h"

namespace seedc::codegen {
namespace {

template <auto operation>
void apply(Cell* out, [[maybe_unused]] const Cell* a, [[maybe_unused]] const Cell* b,
           [[maybe_unused]] const Cell* c) {
  if constexpr (std::is_invocable_v<decltype(operation), Cell, Cell, Cell>) {
    *out = operation(*a, *b, *c);
  } else if constexpr (std::is_invocable_v<decltype(operation), Cell, Cell>) {
    *out = operation(*a, *b);
  } else {
    *out = operation(*a);
  }
}

template <auto add>
void add_row(Cell* aggregate, const Cell* value, std::uint64_t* left_out) {
  add(*aggregate, *value, left_out);
}

void look_up_cell(Cell* out, const PreparedTable* table, const Cell* value) {
  *out = look_up(*table, *value);
}
double log_of(double value) { return std::log(value); }
void* allocate(std::uint64_t bytes) { return ::operator new(bytes); }
void release(void* frame) { ::operator delete(frame); }

/// The helper of an operation; of Expect there is one for each kind that it asks for.
struct OperationHelper {
  ScoreOp op;
  Helper helper;
  Kind expected = Kind::Any;
};

template <auto operation>
Helper named(const char* name) {
  const CellOperation function = apply<operation>;
  return {name, reinterpret_cast<void*>(function)};
}
template <auto add>
Helper named_aggregate(const char* name) {
  const CellAggregate function = add_row<add>;
  return {name, reinterpret_cast<void*>(function)};
}

const OperationHelper kOperations[] = {
    {ScoreOp::ToReal, named<score::to_real>("seedc_score_to_real")},
    {ScoreOp::Expect, named<score::boolean_of>("seedc_score_boolean_of"), Kind::Bool},
    {ScoreOp::Expect, named<score::string_of>("seedc_score_string_of"), Kind::Str},
    {ScoreOp::Expect, named<score::number_of>("seedc_score_number_of")},
    {ScoreOp::Add, named<score::add>("seedc_score_add")},
    {ScoreOp::Sub, named<score::subtract>("seedc_score_subtract")},
    {ScoreOp::Mul, named<score::multiply>("seedc_score_multiply")},
    {ScoreOp::Div, named<score::divide>("seedc_score_divide")},
    {ScoreOp::Neg, named<score::negate>("seedc_score_negate")},
    {ScoreOp::Abs, named<score::absolute>("seedc_score_absolute")},
    {ScoreOp::Log, named<score::log>("seedc_score_log_of_any")},
    {ScoreOp::Sqrt, named<score::sqrt>("seedc_score_sqrt")},
    {ScoreOp::Max, named<score::max>("seedc_score_max")},
    {ScoreOp::Min, named<score::min>("seedc_score_min")},
    {ScoreOp::Eq, named<score::equal>("seedc_score_equal")},
    {ScoreOp::Ne, named<score::not_equal>("seedc_score_not_equal")},
    {ScoreOp::Lt, named<score::less>("seedc_score_less")},
    {ScoreOp::Le, named<score::less_equal>("seedc_score_less_equal")},
    {ScoreOp::Gt, named<score::greater>("seedc_score_greater")},
    {ScoreOp::Ge, named<score::greater_equal>("seedc_score_greater_equal")},
    {ScoreOp::And, named<score::logical_and>("seedc_score_and")},
    {ScoreOp::Or, named<score::logical_or>("seedc_score_or")},
    {ScoreOp::Not, named<score::logical_not>("seedc_score_not")},
    {ScoreOp::Select, named<score::select>("seedc_score_select")},
    {ScoreOp::Sum, named_aggregate<score::add_to_sum>("seedc_score_add_to_sum")},
    {ScoreOp::MaxOf, named_aggregate<score::keep_max>("seedc_score_keep_max")},
    {ScoreOp::MinOf, named_aggregate<score::keep_min>("seedc_score_keep_min")},
};

}  // namespace

const char* helper_of(const ScoreInst& inst) {
  const bool asks_for_kind =
      inst.op == ScoreOp::Expect && (inst.kind == Kind::Bool || inst.kind == Kind::Str);
  const Kind expected = asks_for_kind ? inst.kind : Kind::Any;
  const auto entry =
      std::find_if(std::begin(kOperations), std::end(kOperations),
                   [&](const auto& row) { return row.op == inst.op && row.expected == expected; });
  return entry->helper.name;
}

std::vector<Helper> helpers() {
  std::vector<Helper> result = {
      {kLookUpHelper, reinterpret_cast<void*>(look_up_cell)},
      {kLogHelper, reinterpret_cast<void*>(log_of)},
      {kAllocateHelper, reinterpret_cast<void*>(allocate)},
      {kFreeHelper, reinterpret_cast<void*>(release)},
  };
  for (const OperationHelper& row : kOperations) result.push_back(row.helper);
  return result;
}

}  // namespace seedc::codegen
