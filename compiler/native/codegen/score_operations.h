// The operations of score programs in compiled code: inline if the kinds of the operands are known,
// through runtime functions otherwise. Results equal those of runtime/language/score_ops.h bit for
// bit.
#pragma once

#include <array>
#include <optional>

#include "compiler/native/codegen/score_values.h"

namespace seedc::codegen {

class OperationEmitter {
 public:
  /// The predicates of one comparison, for integers and for reals.
  struct Predicates {
    llvm::CmpInst::Predicate of_integers;
    llvm::CmpInst::Predicate of_reals;
  };

  OperationEmitter(Emitter& emitter, ValueEmitter& values) : emitter_(emitter), values_(values) {}

  /// Must be called at the start of each function: allocates the cells passed to runtime functions.
  /// `strings`: the pool for the strings that those make.
  void begin_function(llvm::Value* strings);

  /// The value of an instruction other than Constant, Load and aggregates. Unused operands are
  /// default values. `prepared`: the PreparedTable of a Lookup, the TextTester of a TextTest.
  ScoreValue emit(const contract::ScoreInst& inst, const ScoreValue& a, const ScoreValue& b,
                  const ScoreValue& c, llvm::Value* prepared);

  /// The value of a fold. `left_out`: the counts of its ledger.
  ScoreValue emit_fold(const contract::ScoreInst& inst, const ScoreValue& result,
                       const ScoreValue& condition, const ScoreValue& value, llvm::Value* left_out);

  /// Adds a row's value to the aggregate in `cell`.
  void emit_aggregate(const contract::ScoreInst& inst, llvm::Value* cell, const ScoreValue& value,
                      llvm::Value* left_out);

 private:
  ScoreValue emit_unconverted(const contract::ScoreInst& inst, const ScoreValue& a,
                              const ScoreValue& b, const ScoreValue& c, llvm::Value* prepared);
  /// std::nullopt if the kinds of the operands are not known precisely enough, or if the operation
  /// has no inline form.
  std::optional<ScoreValue> emit_inline(language::Operation op, const ScoreValue& a,
                                        const ScoreValue& b, const ScoreValue& c);
  ScoreValue emit_integers(language::Operation op, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_reals(language::Operation op, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_divide(const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_better(Predicates better, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_comparison(Predicates predicates, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_negate(const ScoreValue& a);
  ScoreValue emit_absolute(const ScoreValue& a);
  ScoreValue emit_log(const ScoreValue& a);
  ScoreValue emit_sqrt(const ScoreValue& a);
  ScoreValue emit_equality_of_booleans(bool is_equal, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_junction(bool is_and, const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_choice(llvm::Value* condition, ScoreValue a, ScoreValue b);
  ScoreValue emit_select(const ScoreValue& condition, const ScoreValue& b, const ScoreValue& c);
  ScoreValue emit_if_no_rows(const ScoreValue& a, const ScoreValue& b);
  ScoreValue emit_step(ScoreValue a, std::uint32_t step);
  ScoreValue emit_inner(ScoreValue a, std::uint32_t begin, std::uint32_t end);
  /// Calls a helper that takes a value and an object that was prepared for the instruction.
  template <class Function>
  ScoreValue call_prepared(const char* helper, const contract::ScoreInst& inst, const ScoreValue& a,
                           llvm::Value* prepared);
  ScoreValue call_operation(const contract::ScoreInst& inst, const ScoreValue& a,
                            const ScoreValue& b, const ScoreValue& c);

  void add_number(const contract::ScoreInst& inst, llvm::Value* cell, const ScoreValue& value);
  void add_to_sum(llvm::Value* cell, const ScoreValue& value);
  void keep_better(Predicates better, llvm::Value* cell, const ScoreValue& value);
  void call_aggregate(const contract::ScoreInst& inst, llvm::Value* cell, const ScoreValue& value,
                      llvm::Value* left_out);

  /// Stores the value in the `number`th argument cell.
  llvm::Value* hand_over(std::size_t number, const ScoreValue& value);
  llvm::Value* compare(Predicates predicates, language::Kind kind, llvm::Value* a, llvm::Value* b);
  llvm::Value* choose(llvm::Value* condition, llvm::Value* a, llvm::Value* b);

  Emitter& emitter_;
  ValueEmitter& values_;
  llvm::Value* strings_ = nullptr;
  std::array<llvm::Value*, 4> handed_over_{};
};

}  // namespace seedc::codegen
