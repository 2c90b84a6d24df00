// The typed IR: a module of instructions that all programs of a run share.
//
//   module {
//     %0 = meta.match path=["attributes","DriveThru"] yes="True" missing=0
//     %1 = text.any pattern="cozy"
//     %2 = and %0, %1
//     condition "cozy" = %1
//     request "R01" = %2 gold="e-ZyZc24wgkKafM3pguR2w"
//   }
//
// An instruction's value is a tv: +1, 0 or -1 for an item (semantics.md sections 3 and 4).
// Evaluation has no side effects and no order: every value is defined for every item, so a pass may
// drop, share and reorder freely as long as the roots (requests and named conditions) keep their
// values. Operands come before their uses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source.h"
#include "runtime/contract/value.h"

namespace seedc::ir {

enum class Op : std::uint8_t {
#define SEEDC_OP(id, ...) id,
#include "compiler/ir/ops.def"
};

enum class Operands : std::uint8_t { None, One, Many };

/// In the order of their price.
enum class Cost : std::uint8_t { Logic, Items, Reviews, Texts };

enum class AttrType : std::uint8_t {
  Tri,         ///< -1, 0 or 1
  Integer,     ///< 64 bits
  Number,      ///< integer or real, finite
  Text,        ///< a string
  Literal,     ///< any value but null
  Path,        ///< a list of strings, or empty
  Names,       ///< a list of strings
  Hops,        ///< 1 or 2
  Comparison,  ///< "gte", "gt", "lte" or "lt"
  ReviewTest,  ///< "not_empty", "gte" or "lte"
  Aggregate,   ///< "any", "all" or "count"
  Metric,      ///< "count" or "avg_stars"
  Polarity,    ///< "positive" or "negative"
};

enum class Presence : std::uint8_t { Required, Optional };

struct AttrInfo {
  std::string_view name;
  AttrType type;
  Presence presence;
};

struct OpInfo {
  std::string_view mnemonic;
  Operands operands;
  Cost cost;
  std::span<const AttrInfo> attributes;
};

const OpInfo& info(Op op);
std::optional<Op> find_op(std::string_view mnemonic);
/// The words an attribute of this type may be; empty if it is no enumeration.
std::span<const std::string_view> words_of(AttrType type);

using ValueId = std::uint32_t;

struct Inst {
  Op op = Op::Const;
  std::vector<ValueId> operands;
  /// One a row of OpInfo::attributes; null where an optional one is absent.
  std::vector<Value> attributes;
  Span span;  ///< where the program asks for it; takes no part in equality

  /// The attribute of that name, which the operation has.
  const Value& attribute(std::string_view name) const;
};

struct Request {
  std::string id;
  ValueId root = 0;
  std::optional<std::string> gold;
};

/// A condition by the name the program gives it, for reports.
struct Condition {
  std::string name;
  ValueId root = 0;
};

struct Module {
  std::vector<Inst> insts;
  std::vector<Condition> conditions;
  std::vector<Request> requests;
};

/// Appends instructions. Attributes are given in the order of the table.
class Builder {
 public:
  explicit Builder(Module& module) : module_(module) {}
  ValueId add(Inst inst);
  ValueId constant(int tri, Span span = {});
  /// One operand is returned as it is, none gives the constant 0 (semantics.md section 4).
  ValueId logic(Op op, std::vector<ValueId> operands, Span span = {});

 private:
  Module& module_;
};

}  // namespace seedc::ir
