// The values of score programs in compiled code, and the cells that they are in when in memory.
#pragma once

#include "compiler/native/codegen/emitter.h"
#include "runtime/contract/score.h"

namespace seedc::codegen {

/// A value in registers.
struct ScoreValue {
  llvm::Value* payload = nullptr;  ///< Bool: i1; Real: double; else i64. Rubbish where it is null
  llvm::Value* null = nullptr;     ///< i32; null pointer: never null
  Kind kind = Kind::Int;
  llvm::Value* any_kind = nullptr;  ///< Any: the kind, i32
};

class ValueEmitter {
 public:
  explicit ValueEmitter(Emitter& emitter) : emitter_(emitter) {}

  ScoreValue load(llvm::Value* cell, Kind kind, bool is_nullable);
  void store(const ScoreValue& value, llvm::Value* cell);
  /// A cell that is no string.
  void store_constant(const Cell& constant, llvm::Value* cell);
  /// As `store`, with all nulls alike but for their cause and step.
  void store_output(const ScoreValue& value, llvm::Value* cell);

  /// The same value as one of another static kind: to Any, or from an Any that is known to be of
  /// that kind.
  ScoreValue convert(const ScoreValue& value, Kind kind);
  /// A number as a double.
  llvm::Value* real_of(const ScoreValue& number);

  /// Nulls may be null pointers: never null.
  llvm::Value* null_or_zero(llvm::Value* null) { return null ? null : emitter_.getInt32(0); }
  llvm::Value* null_of_cause(NullCause cause) { return emitter_.getInt32(null_of(cause)); }
  llvm::Value* is_present(llvm::Value* null) {
    return emitter_.CreateICmpEQ(null, emitter_.getInt32(0));
  }
  /// `null` where it is one, else `other`.
  llvm::Value* first_null(llvm::Value* null, llvm::Value* other);
  /// Of two operands: the null of a step, else the left one.
  llvm::Value* null_among(llvm::Value* a, llvm::Value* b);
  /// The cause where the condition holds, else no null.
  llvm::Value* null_if(llvm::Value* condition, NullCause cause);

  llvm::Value* null_if_not_finite(llvm::Value* real);
  llvm::Value* kind_constant(Kind kind) {
    return emitter_.getInt32(static_cast<std::uint32_t>(kind));
  }

  llvm::Value* cell_at(llvm::Value* cells, llvm::Value* index);
  llvm::Value* payload_of(llvm::Value* cell) { return cell; }
  llvm::Value* null_of_cell(llvm::Value* cell) { return field(cell, offsetof(Cell, null)); }
  llvm::Value* kind_of_cell(llvm::Value* cell) { return field(cell, offsetof(Cell, kind)); }

 private:
  llvm::Value* field(llvm::Value* cell, std::uint64_t offset) {
    return emitter_.CreateGEP(emitter_.getInt8Ty(), cell, emitter_.getInt64(offset));
  }
  /// The payload as a cell has it.
  llvm::Value* bits_of(const ScoreValue& value);
  ScoreValue of_bits(llvm::Value* bits, Kind kind);
  llvm::Value* kind_of(const ScoreValue& value) {
    return value.any_kind ? value.any_kind : kind_constant(value.kind);
  }

  Emitter& emitter_;
};

}  // namespace seedc::codegen
