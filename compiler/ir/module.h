// The typed IR: a module of instructions that all programs of a run share.
//
//   module {
//     %0 = meta.match path=["attributes","DriveThru"] yes="True" missing=0
//     %1 = text.any pattern="cozy"
//     %2 = and %0, %1
//     %3 = rows keywords=["noise"] match="substring" fields={"level":["low","high"]} : rows
//     %4 = row.field %3 name="level" : row str?
//     %5 = holds %4 op="eq" operand="high" : row bool
//     %6 = count %3, %5 : i64
//     %7 = step %6 name="N_HIGH" : i64
//     condition "cozy" = %1
//     formula "noise" = %3
//       output %7
//     request "R01" = %2 gold="e-ZyZc24wgkKafM3pguR2w" by %7 asc
//   }
//
// Every instruction has a type (compiler/ir/types.h). Of a condition it is tv: +1, 0 or -1 for an
// item (semantics.md sections 3 and 4). In formulas (section 6) it is rows, or bool, i64, f64, str,
// or any where only the data knows; `?` says that it may be null, `row` that there is one a row of
// the formula, not one an item. Integers are of 64 bits, what leaves them is null; reals are IEEE
// doubles in the order written, what is not finite is null; a null has a cause, the left operand's
// first. Select, bool.and and bool.or are null only for what Python would have evaluated.
//
// Evaluation has no side effects and no order: every value is defined for every item or row, so a
// pass may drop, share and reorder instructions as long as the roots (requests, named conditions,
// outputs of formulas) keep their values. Operands come before their uses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/source/source.h"
#include "runtime/language/conditions.h"
#include "runtime/language/operations.h"
#include "runtime/language/value.h"

namespace seedc::ir {

enum class Op : std::uint8_t {
#define SEEDC_OP(id, ...) id,
#include "compiler/ir/ops.def"
};

/// Operands and result of an operation.
enum class Signature : std::uint8_t {
  Condition,   ///< () -> tv
  Negation,    ///< (tv) -> tv
  Junction,    ///< (tv, tv, …) -> tv
  RowSource,   ///< () -> rows
  FieldValue,  ///< (rows) -> row T?, of the field's type
  RowValue,    ///< (rows) -> row any?
  RowYear,     ///< (rows) -> row i64?
  ItemValue,   ///< () -> any?
  Scalar,      ///< () -> T, of the attribute
  Nothing,     ///< () -> T?, of the attribute
  Test,        ///< (T) -> bool, of a value of a row or of the item
  Operation,   ///< as runtime/language/operations.def says; aggregates have rows before it
};

/// How many operands an operation has, at least and at most.
std::pair<std::size_t, std::size_t> operand_counts(Op op);
/// The operation of formulas that it is; std::nullopt if it is none.
std::optional<Operation> operation_of(Op op);

/// In the order of their price.
enum class Cost : std::uint8_t { Logic, Items, Reviews, Texts };

enum class AttrType : std::uint8_t {
  Tri,         ///< -1, 0 or 1
  Number,      ///< integer or real, finite
  Text,        ///< a string
  Literal,     ///< any value but null
  Path,        ///< a list of strings, or empty
  Names,       ///< a list of strings
  WordMatch,   ///< "substring" or "word"
  Fields,      ///< {name: "int" | "float" | "bool" | "string" | list of an enum's values}
  Scalar,      ///< a number, a string or a boolean
  ScalarType,  ///< "bool", "i64", "f64" or "str"
  Cause,       ///< why a value is null: "missing", "no_rule"
  ValueTest,   ///< "eq", "ne", "lt", "le", "gt", "ge" or "in"
  Table,       ///< {key: scalar}, all values of one type
  LookupMode,  ///< "exact", "substring_first" or "substring_max"
};

enum class Presence : std::uint8_t { Required, Optional };

struct AttrInfo {
  std::string_view name;
  AttrType type;
  Presence presence;
};

struct OpInfo {
  std::string_view mnemonic;
  Signature signature;
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
  /// Of Op::Condition: which one it is. Instructions share it; it is never changed.
  std::shared_ptr<const seedc::Condition> condition;
  Span span;  ///< where the program asks for it; takes no part in equality

  /// The attribute of that name, which the operation has.
  const Value& attribute(std::string_view name) const;
};

/// The instruction of a condition.
Inst condition_inst(seedc::Condition condition, Span span = {});
/// What it takes to know the value, its operands being known.
Cost cost_of(const Inst& inst);
/// The operation with its attributes as the text of the IR has them, without operands:
/// `const value=1`, `text.any pattern="cozy"`. Equal if and only if both are.
std::string operation_text(const Inst& inst);
/// Whether two instructions compute the same by their form.
bool is_same_operation(const Inst& a, const Inst& b);

/// How a request's matches are ranked.
struct Rank {
  ValueId value = 0;  ///< an output of a formula
  bool descending = true;
};

struct Request {
  std::string id;
  ValueId root = 0;
  std::optional<std::string> gold;
  std::optional<Rank> rank;
};

struct Formula {
  std::string name;
  ValueId rows = 0;
  std::vector<ValueId> outputs;  ///< steps
};

/// A condition by the name the program gives it, for reports.
struct Condition {
  std::string name;
  ValueId root = 0;
};

struct Module {
  std::vector<Inst> insts;
  std::vector<Condition> conditions;
  std::vector<Formula> formulas;
  std::vector<Request> requests;
  /// Further values that are asked for, by position: passes keep them up to date. The text of a
  /// module does not have them.
  std::vector<ValueId> kept = {};
};

/// Calls `visit` with each root, in order, as `ValueId&` or `const ValueId&`.
template <class AModule, class Visit>
void for_each_root(AModule& module, Visit visit) {
  for (auto& condition : module.conditions) visit(condition.root);
  for (auto& formula : module.formulas) {
    visit(formula.rows);
    for (auto& output : formula.outputs) visit(output);
  }
  for (auto& request : module.requests) {
    visit(request.root);
    if (request.rank) visit(request.rank->value);
  }
  for (auto& value : module.kept) visit(value);
}

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
