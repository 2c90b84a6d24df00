// Emits loads, stores and conversions of score values; cells are accessed field by field.
#include "compiler/native/codegen/score_values.h"

#include <cstddef>

namespace seedc::codegen {

static_assert(sizeof(language::Cell) == 16 && offsetof(language::Cell, payload) == 0 &&
              offsetof(language::Cell, null) == 8 && offsetof(language::Cell, kind) == 12);
static_assert(sizeof(language::Null) == 4 && sizeof(language::Kind) == 4);

ScoreValue ValueEmitter::load(llvm::Value* cell, language::Kind kind, bool is_nullable) {
  llvm::Type* type = kind == language::Kind::Real ? emitter_.getDoubleTy() : emitter_.getInt64Ty();
  llvm::Value* payload = emitter_.CreateLoad(type, payload_of(cell));
  if (kind == language::Kind::Bool) payload = emitter_.CreateTrunc(payload, emitter_.getInt1Ty());
  ScoreValue value{payload, nullptr, kind, nullptr};
  if (is_nullable) value.null = emitter_.CreateLoad(emitter_.getInt32Ty(), null_of_cell(cell));
  if (kind == language::Kind::Any)
    value.any_kind = emitter_.CreateLoad(emitter_.getInt32Ty(), kind_of_cell(cell));
  return value;
}

void ValueEmitter::store(const ScoreValue& value, llvm::Value* cell) {
  emitter_.CreateStore(bits_of(value), payload_of(cell));
  emitter_.CreateStore(null_or_zero(value.null), null_of_cell(cell));
  emitter_.CreateStore(kind_of(value), kind_of_cell(cell));
}

void ValueEmitter::store_constant(const language::Cell& constant, llvm::Value* cell) {
  emitter_.CreateStore(emitter_.getInt64(constant.payload), payload_of(cell));
  emitter_.CreateStore(emitter_.getInt32(constant.null), null_of_cell(cell));
  emitter_.CreateStore(kind_constant(constant.kind), kind_of_cell(cell));
}

void ValueEmitter::store_output(const ScoreValue& value, llvm::Value* cell) {
  if (!value.null) return store(value, cell);
  emitter_.emit_if(
      is_present(value.null), [&] { store(value, cell); },
      [&] { store({emitter_.getInt64(0), value.null, language::Kind::Int, nullptr}, cell); });
}

ScoreValue ValueEmitter::convert(const ScoreValue& value, language::Kind kind) {
  if (value.kind == kind) return value;
  ScoreValue result = of_bits(bits_of(value), kind);
  result.null = value.null;
  if (kind == language::Kind::Any) result.any_kind = kind_of(value);
  return result;
}

llvm::Value* ValueEmitter::real_of(const ScoreValue& number) {
  if (number.kind == language::Kind::Real) return number.payload;
  return emitter_.CreateSIToFP(number.payload, emitter_.getDoubleTy());
}

llvm::Value* ValueEmitter::first_null(llvm::Value* null, llvm::Value* other) {
  if (!null || !other) return null ? null : other;
  return emitter_.CreateSelect(is_present(null), other, null);
}

llvm::Value* ValueEmitter::null_among(llvm::Value* a, llvm::Value* b) {
  if (!a || !b) return a ? a : b;
  llvm::Value* largest_fresh = emitter_.getInt32(0xFF);
  llvm::Value* is_later_step = emitter_.CreateAnd(emitter_.CreateICmpULE(a, largest_fresh),
                                                  emitter_.CreateICmpUGT(b, largest_fresh));
  return emitter_.CreateSelect(emitter_.CreateOr(is_present(a), is_later_step), b, a);
}

llvm::Value* ValueEmitter::null_if(llvm::Value* condition, language::NullCause cause) {
  return emitter_.CreateSelect(condition, null_of_cause(cause), emitter_.getInt32(0));
}

llvm::Value* ValueEmitter::null_if_not_finite(llvm::Value* real) {
  llvm::Value* difference = emitter_.CreateFSub(real, real);  // NaN if it is infinite
  return emitter_.CreateSelect(emitter_.CreateFCmpORD(difference, difference), emitter_.getInt32(0),
                               null_of_cause(language::NullCause::NotFinite));
}

llvm::Value* ValueEmitter::cell_at(llvm::Value* cells, llvm::Value* index) {
  auto* type =
      llvm::ArrayType::get(emitter_.getInt64Ty(), sizeof(language::Cell) / sizeof(std::uint64_t));
  return emitter_.CreateGEP(type, cells, index);
}

llvm::Value* ValueEmitter::bits_of(const ScoreValue& value) {
  if (value.kind == language::Kind::Bool)
    return emitter_.CreateZExt(value.payload, emitter_.getInt64Ty());
  if (value.kind == language::Kind::Real)
    return emitter_.CreateBitCast(value.payload, emitter_.getInt64Ty());
  return value.payload;
}

ScoreValue ValueEmitter::of_bits(llvm::Value* bits, language::Kind kind) {
  if (kind == language::Kind::Bool) bits = emitter_.CreateTrunc(bits, emitter_.getInt1Ty());
  if (kind == language::Kind::Real) bits = emitter_.CreateBitCast(bits, emitter_.getDoubleTy());
  return {bits, nullptr, kind, nullptr};
}

}  // namespace seedc::codegen
