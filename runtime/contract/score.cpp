// Names lookup modes and value tests, and finds the operands of an instruction.
#include "runtime/contract/score.h"

namespace seedc::contract {

std::string_view name_of(LookupMode mode) {
  switch (mode) {
#define SEEDC_LOOKUP_MODE(id, name) \
  case LookupMode::id:              \
    return name;
#include "runtime/language/formula_words.def"
  }
  return "";
}

std::optional<LookupMode> find_lookup_mode(std::string_view name) {
#define SEEDC_LOOKUP_MODE(id, own) \
  if (name == own) return LookupMode::id;
#include "runtime/language/formula_words.def"
  return std::nullopt;
}

std::string_view ValueTest::sign_of(Op op) {
  switch (op) {
#define SEEDC_VALUE_TEST(id, name, sign, operand) \
  case Op::id:                                    \
    return sign;
#include "runtime/language/formula_words.def"
  }
  return "";
}

ValueTest::Operand ValueTest::operand_of(Op op) {
  switch (op) {
#define SEEDC_VALUE_TEST(id, name, sign, operand) \
  case Op::id:                                    \
    return Operand::operand;
#include "runtime/language/formula_words.def"
  }
  return Operand::Scalar;
}

std::optional<ValueTest::Op> ValueTest::find(std::string_view name_or_sign) {
#define SEEDC_VALUE_TEST(id, name, sign, operand) \
  if (name_or_sign == (name) || name_or_sign == (sign)) return Op::id;
#include "runtime/language/formula_words.def"
  return std::nullopt;
}

std::array<std::uint32_t, 3> operands_of(const ScoreInst& inst) {
  if (language::is_aggregate(inst.op)) return {inst.a, inst.b, kNoOperand};
  const std::size_t arity = language::info(inst.op).arity;
  return {arity > 0 ? inst.a : kNoOperand, arity > 1 ? inst.b : kNoOperand,
          arity > 2 ? inst.c : kNoOperand};
}

}  // namespace seedc::contract
