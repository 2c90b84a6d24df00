// The operation table and the module's small functions.
#include "compiler/ir/module.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "compiler/ir/condition_text.h"

namespace seedc::ir {
namespace {

using enum AttrType;
using enum Presence;

/// One attribute list an operation, from the table.
template <Op op>
struct Attributes;

#define SEEDC_OP(id, mnemonic, signature, cost, ...)           \
  template <>                                                  \
  struct Attributes<Op::id> {                                  \
    static std::span<const AttrInfo> list() {                  \
      static const std::vector<AttrInfo> rows = {__VA_ARGS__}; \
      return rows;                                             \
    }                                                          \
  };
#include "compiler/ir/ops.def"

const std::vector<OpInfo>& table() {
  static const std::vector<OpInfo> rows = {
#define SEEDC_OP(id, mnemonic, signature, cost, ...) \
  {mnemonic, Signature::signature, Cost::cost, Attributes<Op::id>::list()},
#include "compiler/ir/ops.def"
  };
  return rows;
}

}  // namespace

const OpInfo& info(Op op) { return table()[static_cast<std::size_t>(op)]; }

std::pair<std::size_t, std::size_t> operand_counts(Signature signature) {
  switch (signature) {
    case Signature::Condition:
    case Signature::RowSource:
    case Signature::ItemValue:
    case Signature::Scalar:
    case Signature::Nothing:
      return {0, 0};
    case Signature::Negation:
    case Signature::FieldValue:
    case Signature::RowValue:
    case Signature::RowYear:
    case Signature::Test:
    case Signature::ToReal:
    case Signature::Expect:
    case Signature::NumberFunction:
    case Signature::RealFunction:
    case Signature::BoolNegation:
    case Signature::Lookup:
    case Signature::Step:
      return {1, 1};
    case Signature::Arithmetic:
    case Signature::RealArithmetic:
    case Signature::Equality:
    case Signature::Ordering:
    case Signature::BoolJunction:
      return {2, 2};
    case Signature::Select:
      return {3, 3};
    case Signature::Count:
      return {1, 2};
    case Signature::Sum:
    case Signature::Extreme:
      return {2, 3};
    case Signature::Junction:
      return {2, SIZE_MAX};
  }
  return {0, 0};
}

std::optional<Op> find_op(std::string_view mnemonic) {
  for (std::size_t i = 0; i < table().size(); ++i) {
    if (table()[i].mnemonic == mnemonic) return static_cast<Op>(i);
  }
  return std::nullopt;
}

std::span<const std::string_view> words_of(AttrType type) {
  static constexpr std::array<std::string_view, 2> kWordMatch = {"substring", "word"};
  static constexpr std::array<std::string_view, 4> kScalarType = {"bool", "i64", "f64", "str"};
  static constexpr std::array<std::string_view, 3> kFamily = {"number", "string", "boolean"};
  static constexpr std::array<std::string_view, 2> kCause = {"missing", "no_rule"};
  static constexpr std::array<std::string_view, 7> kValueTest = {"eq", "ne", "lt", "le",
                                                                 "gt", "ge", "in"};
  static constexpr std::array<std::string_view, 3> kLookupMode = {"exact", "substring_first",
                                                                  "substring_max"};
  switch (type) {
    case WordMatch:
      return kWordMatch;
    case ScalarType:
      return kScalarType;
    case Family:
      return kFamily;
    case Cause:
      return kCause;
    case ValueTest:
      return kValueTest;
    case LookupMode:
      return kLookupMode;
    case Tri:
    case Number:
    case Text:
    case Literal:
    case AttrType::Path:
    case Names:
    case Fields:
    case Scalar:
    case Table:
      return {};
  }
  return {};
}

const Value& Inst::attribute(std::string_view name) const {
  const auto rows = info(op).attributes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return attributes[i];
  }
  throw std::logic_error("operation without attribute " + std::string(name));
}

Inst condition_inst(seedc::Condition condition, Span span) {
  return {.op = Op::Condition,
          .operands = {},
          .attributes = {},
          .condition = std::make_shared<const seedc::Condition>(std::move(condition)),
          .span = span};
}

Cost cost_of(const Inst& inst) {
  if (inst.op != Op::Condition) return info(inst.op).cost;
  switch (stage_of(*inst.condition)) {
    case Stage::Items:
      return Cost::Items;
    case Stage::Reviews:
      return Cost::Reviews;
    case Stage::Texts:
      return Cost::Texts;
  }
  return Cost::Logic;
}

std::string operation_text(const Inst& inst) {
  if (inst.op == Op::Condition)
    return std::string(mnemonic_of(*inst.condition)) + attributes_text(*inst.condition);
  const OpInfo& row = info(inst.op);
  std::string text(row.mnemonic);
  for (std::size_t i = 0; i < row.attributes.size(); ++i) {
    if (inst.attributes[i].is_null()) continue;
    text += ' ';
    text += row.attributes[i].name;
    text += '=' + to_json(inst.attributes[i]);
  }
  return text;
}

bool is_same_operation(const Inst& a, const Inst& b) {
  if (a.op != b.op) return false;
  return a.op == Op::Condition ? *a.condition == *b.condition : a.attributes == b.attributes;
}

ValueId Builder::add(Inst inst) {
  module_.insts.push_back(std::move(inst));
  return static_cast<ValueId>(module_.insts.size() - 1);
}

ValueId Builder::constant(int tri, Span span) {
  return add({.op = Op::Const, .operands = {}, .attributes = {Value(tri)}, .span = span});
}

ValueId Builder::logic(Op op, std::vector<ValueId> operands, Span span) {
  if (operands.empty()) return constant(0, span);
  if (operands.size() == 1) return operands.front();
  return add({.op = op, .operands = std::move(operands), .attributes = {}, .span = span});
}

}  // namespace seedc::ir
