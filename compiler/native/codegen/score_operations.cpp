// Emits the operations of score programs. No fast-math flags are set, so LLVM preserves the
// arithmetic as written.
#include "compiler/native/codegen/score_operations.h"

#include <array>
#include <limits>

#include "compiler/native/codegen/score_helpers.h"

namespace seedc::codegen {
namespace {

using language::Kind;
using language::Operation;
using language::Tri;

using Predicate = llvm::CmpInst::Predicate;

bool is_number(const ScoreValue& value) { return seedc::language::is_number(value.kind); }

ScoreValue boolean(llvm::Value* payload, llvm::Value* null) { return {payload, null, Kind::Bool}; }
ScoreValue integer(llvm::Value* payload, llvm::Value* null) { return {payload, null, Kind::Int}; }
ScoreValue real(llvm::Value* payload, llvm::Value* null) { return {payload, null, Kind::Real}; }

constexpr OperationEmitter::Predicates kGreater = {Predicate::ICMP_SGT, Predicate::FCMP_OGT};
constexpr OperationEmitter::Predicates kLess = {Predicate::ICMP_SLT, Predicate::FCMP_OLT};

/// The predicates of a comparison.
OperationEmitter::Predicates predicates_of(Operation op) {
  if (op == Operation::Eq) return {Predicate::ICMP_EQ, Predicate::FCMP_OEQ};
  if (op == Operation::Ne) return {Predicate::ICMP_NE, Predicate::FCMP_UNE};
  if (op == Operation::Lt) return kLess;
  if (op == Operation::Le) return {Predicate::ICMP_SLE, Predicate::FCMP_OLE};
  return op == Operation::Gt
             ? kGreater
             : OperationEmitter::Predicates{Predicate::ICMP_SGE, Predicate::FCMP_OGE};
}

/// Whether the operands have kinds for which inline code exists, as the kind rule of the operation
/// requires.
bool are_kinds_known(Operation op, const ScoreValue& a, const ScoreValue& b) {
  const bool are_numbers = is_number(a) && (!b.payload || is_number(b));
  const bool are_booleans = a.kind == Kind::Bool && (!b.payload || b.kind == Kind::Bool);
  switch (language::info(op).kinds) {
    case language::KindRule::NumberToReal:
    case language::KindRule::Number:
    case language::KindRule::Real:
    case language::KindRule::Addition:
    case language::KindRule::Integer:
    case language::KindRule::Ordering:
      return are_numbers;
    case language::KindRule::Equality:
      return are_numbers || are_booleans;
    case language::KindRule::Boolean:
      return are_booleans;
    case language::KindRule::None:
    case language::KindRule::AsNumber:
    case language::KindRule::AsString:
    case language::KindRule::AsBoolean:
    case language::KindRule::Rounded:
    case language::KindRule::Text:
    case language::KindRule::Days:
    case language::KindRule::Years:
    case language::KindRule::Fallback:
    case language::KindRule::Select:
    case language::KindRule::Alternative:
    case language::KindRule::Count:
    case language::KindRule::Sum:
    case language::KindRule::Entry:
    case language::KindRule::Same:
    case language::KindRule::Folded:
    case language::KindRule::Predicate:
    case language::KindRule::Second:
      break;
  }
  return true;
}

}  // namespace

void OperationEmitter::begin_function(llvm::Value* strings) {
  strings_ = strings;
  auto* cell =
      llvm::ArrayType::get(emitter_.getInt64Ty(), sizeof(language::Cell) / sizeof(std::uint64_t));
  for (llvm::Value*& place : handed_over_) place = emitter_.CreateAlloca(cell);
}

ScoreValue OperationEmitter::emit(const contract::ScoreInst& inst, const ScoreValue& a,
                                  const ScoreValue& b, const ScoreValue& c, llvm::Value* prepared) {
  ScoreValue result = values_.convert(emit_unconverted(inst, a, b, c, prepared), inst.kind);
  if (!inst.is_nullable) result.null = nullptr;
  return result;
}

ScoreValue OperationEmitter::emit_unconverted(const contract::ScoreInst& inst, const ScoreValue& a,
                                              const ScoreValue& b, const ScoreValue& c,
                                              llvm::Value* prepared) {
  if (inst.op == Operation::Lookup)
    return call_prepared<CellLookup>(kLookUpHelper, inst, a, prepared);
  if (inst.op == Operation::TextTest)
    return call_prepared<CellTest>(kTextTestHelper, inst, a, prepared);
  if (inst.op == Operation::Step) return emit_step(a, inst.b);
  if (inst.op == Operation::Inner) return emit_inner(a, inst.b, inst.c);
  if (const auto result = emit_inline(inst.op, a, b, c)) return *result;
  return call_operation(inst, a, b, c);
}

std::optional<ScoreValue> OperationEmitter::emit_inline(Operation op, const ScoreValue& a,
                                                        const ScoreValue& b, const ScoreValue& c) {
  if (!are_kinds_known(op, a, b)) return std::nullopt;
  switch (op) {
    case Operation::ToReal:
      return real(values_.real_of(a), a.null);
    case Operation::ExpectNumber:
    case Operation::ExpectString:
    case Operation::ExpectBoolean:
      return language::takes(op, std::array{a.kind}) == Tri::Yes ? std::optional(a) : std::nullopt;
    case Operation::Add:
    case Operation::Sub:
    case Operation::Mul:
      return a.kind == b.kind && a.kind == Kind::Int ? emit_integers(op, a, b)
                                                     : emit_reals(op, a, b);
    case Operation::Div:
      return emit_divide(a, b);
    case Operation::Neg:
      return emit_negate(a);
    case Operation::Max:
      return emit_better(kGreater, a, b);
    case Operation::Min:
      return emit_better(kLess, a, b);
    case Operation::Abs:
      return emit_absolute(a);
    case Operation::Log:
      return emit_log(a);
    case Operation::Sqrt:
      return emit_sqrt(a);
    case Operation::Eq:
    case Operation::Ne:
    case Operation::Lt:
    case Operation::Le:
    case Operation::Gt:
    case Operation::Ge:
      return a.kind == Kind::Bool ? emit_equality_of_booleans(op == Operation::Eq, a, b)
                                  : emit_comparison(predicates_of(op), a, b);
    case Operation::BoolAnd:
    case Operation::BoolOr:
      return emit_junction(op == Operation::BoolAnd, a, b);
    case Operation::BoolNot:
      return boolean(emitter_.CreateNot(a.payload), a.null);
    case Operation::Select:
      return a.kind == Kind::Bool ? std::optional(emit_select(a, b, c)) : std::nullopt;
    case Operation::IfNoRows:
      return emit_if_no_rows(a, b);
      // A row that says Inline has a case above; one that says Called gets its case here.
#define SEEDC_CASE_Called(id) case Operation::id:
#define SEEDC_CASE_Inline(id)
#define SEEDC_OPERATION(id, name, arity, kinds, nulls, code, function) SEEDC_CASE_##code(id)
#define SEEDC_AGGREGATE(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
#undef SEEDC_CASE_Called
#undef SEEDC_CASE_Inline
      break;
  }
  return std::nullopt;
}

ScoreValue OperationEmitter::emit_integers(Operation op, const ScoreValue& a, const ScoreValue& b) {
  const auto intrinsic = op == Operation::Add   ? llvm::Intrinsic::sadd_with_overflow
                         : op == Operation::Sub ? llvm::Intrinsic::ssub_with_overflow
                                                : llvm::Intrinsic::smul_with_overflow;
  llvm::Value* result = emitter_.CreateBinaryIntrinsic(intrinsic, a.payload, b.payload);
  llvm::Value* payload = emitter_.CreateExtractValue(result, 0);
  llvm::Value* overflow =
      values_.null_if(emitter_.CreateExtractValue(result, 1), language::NullCause::IntegerOverflow);
  return integer(payload, values_.first_null(values_.null_among(a.null, b.null), overflow));
}

ScoreValue OperationEmitter::emit_reals(Operation op, const ScoreValue& a, const ScoreValue& b) {
  const auto instruction = op == Operation::Add   ? llvm::Instruction::FAdd
                           : op == Operation::Sub ? llvm::Instruction::FSub
                                                  : llvm::Instruction::FMul;
  llvm::Value* payload = emitter_.CreateBinOp(instruction, values_.real_of(a), values_.real_of(b));
  return real(payload, values_.first_null(values_.null_among(a.null, b.null),
                                          values_.null_if_not_finite(payload)));
}

ScoreValue OperationEmitter::emit_divide(const ScoreValue& a, const ScoreValue& b) {
  llvm::Value* divisor = values_.real_of(b);
  llvm::Value* payload = emitter_.CreateFDiv(values_.real_of(a), divisor);
  llvm::Value* is_zero =
      emitter_.CreateFCmpOEQ(divisor, llvm::ConstantFP::get(emitter_.getDoubleTy(), 0));
  llvm::Value* fresh =
      emitter_.CreateSelect(is_zero, values_.null_of_cause(language::NullCause::DivisionByZero),
                            values_.null_if_not_finite(payload));
  return real(payload, values_.first_null(values_.null_among(a.null, b.null), fresh));
}

ScoreValue OperationEmitter::emit_better(Predicates better, const ScoreValue& a,
                                         const ScoreValue& b) {
  const Kind kind = a.kind == b.kind ? a.kind : Kind::Real;
  llvm::Value* x = kind == Kind::Int ? a.payload : values_.real_of(a);
  llvm::Value* y = kind == Kind::Int ? b.payload : values_.real_of(b);
  return {emitter_.CreateSelect(compare(better, kind, y, x), y, x),
          values_.null_among(a.null, b.null), kind};
}

llvm::Value* OperationEmitter::compare(Predicates predicates, Kind kind, llvm::Value* a,
                                       llvm::Value* b) {
  return emitter_.CreateCmp(kind == Kind::Int ? predicates.of_integers : predicates.of_reals, a, b);
}

ScoreValue OperationEmitter::emit_comparison(Predicates predicates, const ScoreValue& a,
                                             const ScoreValue& b) {
  llvm::Value* null = values_.null_among(a.null, b.null);
  if (a.kind == Kind::Int && b.kind == Kind::Int)
    return boolean(compare(predicates, Kind::Int, a.payload, b.payload), null);
  return boolean(compare(predicates, Kind::Real, values_.real_of(a), values_.real_of(b)), null);
}

ScoreValue OperationEmitter::emit_negate(const ScoreValue& a) {
  if (a.kind == Kind::Real) return real(emitter_.CreateFNeg(a.payload), a.null);
  return emit_integers(Operation::Sub, integer(emitter_.getInt64(0), nullptr), a);
}

ScoreValue OperationEmitter::emit_absolute(const ScoreValue& a) {
  if (a.kind == Kind::Real) {
    // Clears the sign bit: fast instruction selection does not handle `fabs`.
    llvm::Value* bits = emitter_.CreateBitCast(a.payload, emitter_.getInt64Ty());
    bits = emitter_.CreateAnd(bits, std::numeric_limits<std::int64_t>::max());
    return real(emitter_.CreateBitCast(bits, emitter_.getDoubleTy()), a.null);
  }
  const ScoreValue negated = emit_negate(integer(a.payload, nullptr));
  llvm::Value* is_negative = emitter_.CreateICmpSLT(a.payload, emitter_.getInt64(0));
  llvm::Value* overflow = emitter_.CreateSelect(is_negative, negated.null, emitter_.getInt32(0));
  return integer(emitter_.CreateSelect(is_negative, negated.payload, a.payload),
                 values_.first_null(a.null, overflow));
}

ScoreValue OperationEmitter::emit_log(const ScoreValue& a) {
  llvm::Value* operand = values_.real_of(a);
  llvm::Value* is_outside =
      emitter_.CreateFCmpOLE(operand, llvm::ConstantFP::get(emitter_.getDoubleTy(), 0));
  llvm::Value* null = values_.first_null(
      a.null, values_.null_if(is_outside, language::NullCause::LogOfNonPositive));
  const auto log = emitter_.declare_function<RealFunction>(kLogHelper);
  return real(emitter_.CreateCall(log, {operand}), null);
}

ScoreValue OperationEmitter::emit_sqrt(const ScoreValue& a) {
  llvm::Value* operand = values_.real_of(a);
  llvm::Value* is_outside =
      emitter_.CreateFCmpOLT(operand, llvm::ConstantFP::get(emitter_.getDoubleTy(), 0));
  return real(
      emitter_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, operand),
      values_.first_null(a.null, values_.null_if(is_outside, language::NullCause::SqrtOfNegative)));
}

ScoreValue OperationEmitter::emit_equality_of_booleans(bool is_equal, const ScoreValue& a,
                                                       const ScoreValue& b) {
  llvm::Value* differ = emitter_.CreateXor(a.payload, b.payload);
  return boolean(is_equal ? emitter_.CreateNot(differ) : differ,
                 values_.null_among(a.null, b.null));
}

ScoreValue OperationEmitter::emit_junction(bool is_and, const ScoreValue& a, const ScoreValue& b) {
  // For `or`, an operand decides if it is true; for `and`, if it is false. The payload of a null is
  // unspecified.
  const auto decides = [&](const ScoreValue& operand) {
    llvm::Value* decides = is_and ? emitter_.CreateNot(operand.payload) : operand.payload;
    return operand.null ? emitter_.CreateAnd(decides, values_.is_present(operand.null)) : decides;
  };
  llvm::Value* is_decided = emitter_.CreateOr(decides(a), decides(b));
  llvm::Value* null = values_.first_null(a.null, b.null);
  if (null) null = emitter_.CreateSelect(is_decided, emitter_.getInt32(0), null);
  return boolean(is_and ? emitter_.CreateNot(is_decided) : is_decided, null);
}

ScoreValue OperationEmitter::emit_select(const ScoreValue& condition, const ScoreValue& b,
                                         const ScoreValue& c) {
  ScoreValue result = emit_choice(condition.payload, b, c);
  result.null = values_.first_null(condition.null, result.null);
  return result;
}

ScoreValue OperationEmitter::emit_choice(llvm::Value* condition, ScoreValue a, ScoreValue b) {
  if (a.kind != b.kind) {
    a = values_.convert(a, Kind::Any);
    b = values_.convert(b, Kind::Any);
  }
  ScoreValue result{choose(condition, a.payload, b.payload), nullptr, a.kind};
  if (a.null || b.null) {
    result.null = emitter_.CreateSelect(condition, values_.null_or_zero(a.null),
                                        values_.null_or_zero(b.null));
  }
  if (a.kind == Kind::Any) result.any_kind = choose(condition, a.any_kind, b.any_kind);
  return result;
}

llvm::Value* OperationEmitter::choose(llvm::Value* condition, llvm::Value* a, llvm::Value* b) {
  if (!a->getType()->isIntegerTy(1)) return emitter_.CreateSelect(condition, a, b);
  // Fast instruction selection rejects `select` on bits.
  llvm::Value* change = emitter_.CreateAnd(emitter_.CreateXor(a, b), condition);
  return emitter_.CreateXor(b, change);
}

ScoreValue OperationEmitter::emit_if_no_rows(const ScoreValue& a, const ScoreValue& b) {
  if (!a.null) return a;
  return emit_choice(
      emitter_.CreateICmpEQ(a.null, values_.null_of_cause(language::NullCause::NoRows)), b, a);
}

ScoreValue OperationEmitter::emit_step(ScoreValue a, std::uint32_t step) {
  if (!a.null) return a;
  llvm::Value* arises_here = emitter_.CreateICmpULT(
      emitter_.CreateSub(a.null, emitter_.getInt32(1)), emitter_.getInt32(0xFF));
  llvm::Value* marked = emitter_.CreateOr(a.null, (step + 1) << 8);
  a.null = emitter_.CreateSelect(arises_here, marked, a.null);
  return a;
}

ScoreValue OperationEmitter::emit_inner(ScoreValue a, std::uint32_t begin, std::uint32_t end) {
  if (!a.null) return a;
  // Steps count from 1 in the upper bits; zero there is no step.
  llvm::Value* step = emitter_.CreateLShr(a.null, emitter_.getInt32(8));
  llvm::Value* is_inner = emitter_.CreateICmpULT(
      emitter_.CreateSub(step, emitter_.getInt32(begin + 1)), emitter_.getInt32(end - begin));
  llvm::Value* cause = emitter_.CreateAnd(a.null, emitter_.getInt32(0xFF));
  a.null = emitter_.CreateSelect(is_inner, cause, a.null);
  return a;
}

ScoreValue OperationEmitter::emit_fold(const contract::ScoreInst& inst, const ScoreValue& result,
                                       const ScoreValue& condition, const ScoreValue& value,
                                       llvm::Value* left_out) {
  const auto fold = emitter_.declare_function<CellFold>(helper_of(inst.op));
  emitter_.CreateCall(fold, {left_out, handed_over_[0], hand_over(1, result),
                             hand_over(2, condition), hand_over(3, value)});
  return values_.load(handed_over_[0], inst.kind, inst.is_nullable);
}

template <class Function>
ScoreValue OperationEmitter::call_prepared(const char* helper, const contract::ScoreInst& inst,
                                           const ScoreValue& a, llvm::Value* prepared) {
  const auto function = emitter_.declare_function<Function>(helper);
  emitter_.CreateCall(function, {handed_over_[0], prepared, hand_over(1, a)});
  return values_.load(handed_over_[0], inst.kind, inst.is_nullable);
}

ScoreValue OperationEmitter::call_operation(const contract::ScoreInst& inst, const ScoreValue& a,
                                            const ScoreValue& b, const ScoreValue& c) {
  const auto operation = emitter_.declare_function<CellOperation>(helper_of(inst.op));
  emitter_.CreateCall(
      operation, {strings_, handed_over_[0], hand_over(1, a), hand_over(2, b), hand_over(3, c)});
  return values_.load(handed_over_[0], inst.kind, inst.is_nullable);
}

llvm::Value* OperationEmitter::hand_over(std::size_t number, const ScoreValue& value) {
  if (value.payload) values_.store(value, handed_over_[number]);
  return handed_over_[number];
}

void OperationEmitter::emit_aggregate(const contract::ScoreInst& inst, llvm::Value* cell,
                                      const ScoreValue& value, llvm::Value* left_out) {
  if (!is_number(value)) return call_aggregate(inst, cell, value, left_out);
  if (!value.null) return add_number(inst, cell, value);
  emitter_.emit_if(
      values_.is_present(value.null), [&] { add_number(inst, cell, value); },
      [&] { call_aggregate(inst, cell, value, left_out); });
}

void OperationEmitter::add_number(const contract::ScoreInst& inst, llvm::Value* cell,
                                  const ScoreValue& value) {
  switch (inst.op) {
    case Operation::Sum:
      add_to_sum(cell, value);
      break;
    case Operation::Greatest:
      keep_better(kGreater, cell, value);
      break;
    case Operation::Least:
      keep_better(kLess, cell, value);
      break;
    case Operation::Count:  // these two are emitted without a value to add to (score_program.cpp)
    case Operation::Keep:
#define SEEDC_OPERATION(id, ...) case Operation::id:
#define SEEDC_ACCESS(id, ...) case Operation::id:
#define SEEDC_LEAF(id, ...) case Operation::id:
#include "runtime/language/operations.def"
      break;
  }
  if (inst.kind == Kind::Any)
    emitter_.CreateStore(values_.kind_constant(value.kind), values_.kind_of_cell(cell));
}

void OperationEmitter::add_to_sum(llvm::Value* cell, const ScoreValue& value) {
  // The sum over no rows is the integer 0, whose bits equal those of the real 0.
  const ScoreValue sum = values_.load(cell, value.kind, true);
  const ScoreValue number{value.payload, nullptr, value.kind};
  const ScoreValue result = value.kind == Kind::Int ? emit_integers(Operation::Add, sum, number)
                                                    : emit_reals(Operation::Add, sum, number);
  emitter_.CreateStore(result.payload, values_.payload_of(cell));
  emitter_.CreateStore(result.null, values_.null_of_cell(cell));
}

void OperationEmitter::keep_better(Predicates better, llvm::Value* cell, const ScoreValue& value) {
  const ScoreValue best = values_.load(cell, value.kind, true);
  llvm::Value* is_first = emitter_.CreateNot(values_.is_present(best.null));
  llvm::Value* takes =
      emitter_.CreateOr(is_first, compare(better, value.kind, value.payload, best.payload));
  emitter_.CreateStore(emitter_.CreateSelect(takes, value.payload, best.payload),
                       values_.payload_of(cell));
  emitter_.CreateStore(emitter_.getInt32(0), values_.null_of_cell(cell));
}

void OperationEmitter::call_aggregate(const contract::ScoreInst& inst, llvm::Value* cell,
                                      const ScoreValue& value, llvm::Value* left_out) {
  const auto add = emitter_.declare_function<CellAggregate>(helper_of(inst.op));
  emitter_.CreateCall(add, {cell, hand_over(1, value), left_out});
}

}  // namespace seedc::codegen
