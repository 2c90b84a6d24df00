// The values of score programs in compiled code, and their representation as cells in memory.
#pragma once

#include "compiler/native/codegen/emitter.h"
#include "runtime/contract/score.h"

namespace seedc::codegen {

/// A value in registers.
struct ScoreValue {
  llvm::Value* payload = nullptr;  ///< Bool: i1; Real: double; else i64. Unspecified if null
  llvm::Value* null = nullptr;     ///< i32; a null pointer: never null
  language::Kind kind = language::Kind::Int;
  llvm::Value* any_kind = nullptr;  ///< only for Any: the kind, i32
};

class ValueEmitter {
 public:
  explicit ValueEmitter(Emitter& emitter) : emitter_(emitter) {}

  ScoreValue load(llvm::Value* cell, language::Kind kind, bool is_nullable);
  void store(const ScoreValue& value, llvm::Value* cell);
  /// Stores a cell that is not a string.
  void store_constant(const language::Cell& constant, llvm::Value* cell);
  /// Like `store`, but all nulls with the same cause and step have the same bits.
  void store_output(const ScoreValue& value, llvm::Value* cell);

  /// Converts to another static kind: to Any, or from an Any that is known to hold that kind.
  ScoreValue convert(const ScoreValue& value, language::Kind kind);
  /// Converts a number to a double.
  llvm::Value* real_of(const ScoreValue& number);

  /// `null` may be a null pointer, meaning never null.
  llvm::Value* null_or_zero(llvm::Value* null) { return null ? null : emitter_.getInt32(0); }
  llvm::Value* null_of_cause(language::NullCause cause) {
    return emitter_.getInt32(language::null_of(cause));
  }
  llvm::Value* is_present(llvm::Value* null) {
    return emitter_.CreateICmpEQ(null, emitter_.getInt32(0));
  }
  /// `null` if it is nonzero, else `other`.
  llvm::Value* first_null(llvm::Value* null, llvm::Value* other);
  /// The null of two operands: one of a step takes precedence, then the left one.
  llvm::Value* null_among(llvm::Value* a, llvm::Value* b);
  /// The cause if the condition holds, else 0.
  llvm::Value* null_if(llvm::Value* condition, language::NullCause cause);

  llvm::Value* null_if_not_finite(llvm::Value* real);
  llvm::Value* kind_constant(language::Kind kind) {
    return emitter_.getInt32(static_cast<std::uint32_t>(kind));
  }

  llvm::Value* cell_at(llvm::Value* cells, llvm::Value* index);
  llvm::Value* payload_of(llvm::Value* cell) { return cell; }
  llvm::Value* null_of_cell(llvm::Value* cell) {
    return field(cell, offsetof(language::Cell, null));
  }
  llvm::Value* kind_of_cell(llvm::Value* cell) {
    return field(cell, offsetof(language::Cell, kind));
  }

 private:
  llvm::Value* field(llvm::Value* cell, std::uint64_t offset) {
    return emitter_.CreateGEP(emitter_.getInt8Ty(), cell, emitter_.getInt64(offset));
  }
  /// The payload in the representation of a cell.
  llvm::Value* bits_of(const ScoreValue& value);
  ScoreValue of_bits(llvm::Value* bits, language::Kind kind);
  llvm::Value* kind_of(const ScoreValue& value) {
    return value.any_kind ? value.any_kind : kind_constant(value.kind);
  }

  Emitter& emitter_;
};

}  // namespace seedc::codegen
