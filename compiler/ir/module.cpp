// The operation table, the builder and other small functions of the module.
#include "compiler/ir/module.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "compiler/ir/condition_text.h"

namespace seedc::ir {
namespace {

using enum AttrType;
using enum Presence;

/// The attribute list of each operation, from the table.
template <Op op>
struct Attributes;

#define SEEDC_OP(id, mnemonic, signature, ...)                 \
  template <>                                                  \
  struct Attributes<Op::id> {                                  \
    static std::span<const AttrInfo> list() {                  \
      static const std::vector<AttrInfo> rows = {__VA_ARGS__}; \
      return rows;                                             \
    }                                                          \
  };
#include "compiler/ir/ops.def"

constexpr std::size_t kOpCount = 0
#define SEEDC_OP(...) +1
#include "compiler/ir/ops.def"
    ;

const std::vector<OpInfo>& table() {
  static const std::vector<OpInfo> rows = {
#define SEEDC_OP(id, mnemonic, signature, ...) \
  {mnemonic, Signature::signature, Attributes<Op::id>::list()},
#include "compiler/ir/ops.def"
  };
  return rows;
}

}  // namespace

const OpInfo& info(Op op) { return table()[static_cast<std::size_t>(op)]; }

std::pair<std::size_t, std::size_t> operand_counts(Op op) {
  switch (info(op).signature) {
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
    case Signature::JsonValue:
      return {1, 1};
    case Signature::List:
      return {2, SIZE_MAX};
    case Signature::Junction:
      return {2, SIZE_MAX};
    case Signature::Operation: {
      const language::OperationInfo& row = seedc::language::info(*operation_of(op));
      const bool is_over_rows = row.form == language::OperationForm::Aggregate;
      const std::size_t least = row.arity + (is_over_rows ? 1 : 0);
      return {least, least + (is_over_rows ? 1 : 0)};
    }
  }
  return {0, 0};
}

std::optional<language::Operation> operation_of(Op op) {
  if (info(op).signature != Signature::Operation) return std::nullopt;
  static const auto kByOp = [] {
    std::array<std::optional<language::Operation>, kOpCount> operations;
#define SEEDC_ROW(id, ...) operations[static_cast<std::size_t>(Op::id)] = language::Operation::id;
#define SEEDC_OPERATION SEEDC_ROW
#define SEEDC_KEEP(...)
#define SEEDC_AGGREGATE SEEDC_ROW
#define SEEDC_ACCESS SEEDC_ROW
#include "runtime/language/operations.def"
#undef SEEDC_ROW
    return operations;
  }();
  return kByOp[static_cast<std::size_t>(op)];
}

std::optional<Op> find_op(std::string_view mnemonic) {
  for (std::size_t i = 0; i < table().size(); ++i) {
    if (table()[i].mnemonic == mnemonic) return static_cast<Op>(i);
  }
  return std::nullopt;
}

bool is_load(Op op) {
  const Signature signature = info(op).signature;
  return signature == Signature::FieldValue || signature == Signature::RowValue ||
         signature == Signature::RowYear || signature == Signature::ItemValue;
}

std::span<const std::string_view> words_of(AttrType type) {
  static constexpr std::array<std::string_view, 2> kWordMatch = {"substring", "word"};
  static const std::array<std::string_view, 4> kScalarType = {
      language::name_of(language::Kind::Bool), language::name_of(language::Kind::Int),
      language::name_of(language::Kind::Real), language::name_of(language::Kind::Str)};
  static constexpr std::array<std::string_view, 4> kCause = {"missing", "no_rule", "no_group",
                                                             "intended"};
  static constexpr std::array kValueTest = {
#define SEEDC_VALUE_TEST(id, name, sign, operand) std::string_view(name),
#include "runtime/language/formula_words.def"
  };
  static constexpr std::array kLookupMode = {
#define SEEDC_LOOKUP_MODE(id, name) std::string_view(name),
#include "runtime/language/formula_words.def"
  };
  static constexpr std::array<std::string_view, 2> kOrder = {"asc", "desc"};
  switch (type) {
    case Order:
      return kOrder;
    case WordMatch:
      return kWordMatch;
    case ScalarType:
      return kScalarType;
    case Cause:
      return kCause;
    case ValueTest:
      return kValueTest;
    case LookupMode:
      return kLookupMode;
    case Tri:
    case Number:
    case Count:
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

const language::Value& Inst::attribute(std::string_view name) const {
  const auto rows = info(op).attributes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return attributes[i];
  }
  throw std::logic_error("operation without attribute " + std::string(name));
}

std::size_t least_of(const Inst& inst) {
  return static_cast<std::size_t>(*inst.attribute("k").as<std::int64_t>());
}

Inst condition_inst(seedc::language::Condition condition, source::Span span) {
  return {.op = Op::Condition,
          .operands = {},
          .attributes = {},
          .condition = std::make_shared<const seedc::language::Condition>(std::move(condition)),
          .span = span};
}

std::string operation_text(const Inst& inst) {
  if (inst.op == Op::Condition)
    return std::string(language::mnemonic_of(*inst.condition)) + attributes_text(*inst.condition);
  const OpInfo& row = info(inst.op);
  std::string text(row.mnemonic);
  for (std::size_t i = 0; i < row.attributes.size(); ++i) {
    if (inst.attributes[i].is_null()) continue;
    text += ' ';
    text += row.attributes[i].name;
    text += '=' + language::to_json(inst.attributes[i]);
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

ValueId Builder::constant(int tri, source::Span span) {
  return add({.op = Op::Const, .operands = {}, .attributes = {language::Value(tri)}, .span = span});
}

ValueId Builder::logic(Op op, std::vector<ValueId> operands, source::Span span) {
  if (operands.empty()) return constant(0, span);
  if (operands.size() == 1) return operands.front();
  return add({.op = op, .operands = std::move(operands), .attributes = {}, .span = span});
}

ValueId Builder::at_least(std::size_t k, std::vector<ValueId> operands, source::Span span) {
  if (operands.size() == 1) return operands.front();
  return add({.op = Op::AtLeast,
              .operands = std::move(operands),
              .attributes = {language::Value(static_cast<std::int64_t>(k))},
              .span = span});
}

}  // namespace seedc::ir
