// The operation table and the module's small functions.
#include "compiler/ir/module.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace seedc::ir {
namespace {

using enum AttrType;
using enum Presence;

/// One attribute list an operation, from the table.
template <Op op>
struct Attributes;

#define SEEDC_OP(id, mnemonic, operands, cost, ...)            \
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
#define SEEDC_OP(id, mnemonic, operands, cost, ...) \
  {mnemonic, Operands::operands, Cost::cost, Attributes<Op::id>::list()},
#include "compiler/ir/ops.def"
  };
  return rows;
}

}  // namespace

const OpInfo& info(Op op) { return table()[static_cast<std::size_t>(op)]; }

std::optional<Op> find_op(std::string_view mnemonic) {
  for (std::size_t i = 0; i < table().size(); ++i) {
    if (table()[i].mnemonic == mnemonic) return static_cast<Op>(i);
  }
  return std::nullopt;
}

std::span<const std::string_view> words_of(AttrType type) {
  static constexpr std::array<std::string_view, 4> kComparison = {"gte", "gt", "lte", "lt"};
  static constexpr std::array<std::string_view, 3> kReviewTest = {"not_empty", "gte", "lte"};
  static constexpr std::array<std::string_view, 3> kAggregate = {"any", "all", "count"};
  static constexpr std::array<std::string_view, 2> kMetric = {"count", "avg_stars"};
  static constexpr std::array<std::string_view, 2> kPolarity = {"positive", "negative"};
  switch (type) {
    case Comparison:
      return kComparison;
    case ReviewTest:
      return kReviewTest;
    case Aggregate:
      return kAggregate;
    case Metric:
      return kMetric;
    case Polarity:
      return kPolarity;
    case Tri:
    case Integer:
    case Number:
    case Text:
    case Literal:
    case AttrType::Path:
    case Names:
    case Hops:
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
