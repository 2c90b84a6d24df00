// The typed IR: a module of instructions shared by all programs of a run.
//
//   module {
//     %0 = meta.match path=["attributes","DriveThru"] yes="True" missing=0
//     %1 = text.any pattern="cozy" min=1
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
// Every instruction has a type (compiler/ir/types.h). The type of a condition is tv: +1, 0 or -1
// for an item (semantics.md sections 3 and 4). In formulas (section 6) it is rows, or bool, i64,
// f64, str, or `any` if only the data decides; `?` means that the value may be null, `row` that
// there is one value per row of the formula instead of one per item; a list is `json`. Integers
// have 64 bits and overflow to null; reals are IEEE doubles, evaluated in the order written, and
// become null if not finite. Every null has a cause; that of the left operand takes precedence.
// Select, bool.and and bool.or are null only for operands that Python would have evaluated.
//
// Evaluation has no side effects and no order: every value is defined for every item or row, so a
// pass may remove, share and reorder instructions as long as the roots (requests, named conditions,
// outputs of formulas) keep their values. Operands precede their uses.
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

/// The operands and the result of an operation.
enum class Signature : std::uint8_t {
  Condition,   ///< () -> tv
  Negation,    ///< (tv) -> tv
  Junction,    ///< (tv, tv, …) -> tv
  RowSource,   ///< () -> rows
  FieldValue,  ///< (rows) -> row T?, T being the field's type
  RowValue,    ///< (rows) -> row any?
  RowYear,     ///< (rows) -> row i64?
  ItemValue,   ///< () -> any?
  Scalar,      ///< () -> T, the type of the attribute
  Nothing,     ///< () -> T?, T being the type of the attribute
  Test,        ///< (T) -> bool, on a value of a row or of the item
  JsonValue,   ///< (T) -> row json, of a load of a row
  List,        ///< (rows, values…, [what orders them], [bool]) -> json
  Operation,   ///< defined by runtime/language/operations.def; aggregates take rows first
};

/// The minimum and the maximum number of operands of an operation.
std::pair<std::size_t, std::size_t> operand_counts(Op op);
/// The operation of formulas that `op` stands for; std::nullopt if it is not one.
std::optional<language::Operation> operation_of(Op op);

enum class AttrType : std::uint8_t {
  Tri,         ///< -1, 0 or 1
  Number,      ///< integer or real, finite
  Count,       ///< an integer from 1
  Text,        ///< a string
  Literal,     ///< any value but null
  Path,        ///< a list of strings, or empty
  Names,       ///< a list of strings
  WordMatch,   ///< "substring" or "word"
  Fields,      ///< {name: a declaration, as contract::declaration_of makes it}
  Scalar,      ///< a number, a string or a boolean
  ScalarType,  ///< "bool", "i64", "f64" or "str"
  Cause,       ///< why a value is null: "missing", "no_rule", "no_group", "intended"
  ValueTest,   ///< "eq", "ne", "lt", "le", "gt", "ge" or "in"
  Table,       ///< {key: scalar}, all values of one type
  Order,       ///< "asc" or "desc"
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
  std::span<const AttrInfo> attributes;
};

const OpInfo& info(Op op);
std::optional<Op> find_op(std::string_view mnemonic);
/// Whether an operation reads a value of a row or of the item from the data.
bool is_load(Op op);
/// The allowed words of an attribute of this type; empty if the type is not an enumeration.
std::span<const std::string_view> words_of(AttrType type);

using ValueId = std::uint32_t;

struct Inst {
  Op op = Op::Const;
  std::vector<ValueId> operands;
  /// One per row of OpInfo::attributes; null where an optional one is absent.
  std::vector<language::Value> attributes;
  /// The condition of an Op::Condition. Shared between instructions and immutable.
  std::shared_ptr<const seedc::language::Condition> condition;
  source::Span span;  ///< location in the program; ignored by equality

  /// The attribute with that name, which must be one of the operation's.
  const language::Value& attribute(std::string_view name) const;
};

/// How many operands an AtLeast takes.
std::size_t least_of(const Inst& inst);
/// Makes the instruction of a condition.
Inst condition_inst(seedc::language::Condition condition, source::Span span = {});
/// The operation with its attributes in the text form of the IR, without operands: `const value=1`,
/// `text.any pattern="cozy" min=1`. Two texts are equal if and only if the operations and
/// attributes are.
std::string operation_text(const Inst& inst);
/// Whether two instructions have the same operation and attributes; operands are not compared.
bool is_same_operation(const Inst& a, const Inst& b);

/// The ranking of a request's matches.
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

/// A step that a formula returns, under its name or, if there are any, under keys of nested
/// objects.
struct Output {
  ValueId value = 0;
  std::vector<std::string> keys;
  friend bool operator==(const Output&, const Output&) = default;
};

struct Formula {
  std::string name;
  ValueId rows = 0;
  /// Conditions on reviews, made of tests, constants, and, or and not: which are relevant besides
  /// what `rows` says, read from the data alone; and which rows are kept, read from extractions
  /// too.
  std::optional<ValueId> relevant, kept;
  std::vector<Output> outputs;
};

/// A condition under the name the program gives it, for reports.
struct Condition {
  std::string name;
  ValueId root = 0;
};

struct Module {
  std::vector<Inst> insts;
  std::vector<Condition> conditions;
  std::vector<Formula> formulas;
  std::vector<Request> requests;
  /// Additional values to keep, by position: passes update them. The text of a module does not
  /// contain them.
  std::vector<ValueId> kept = {};
};

/// Calls `visit` with each root, in order, as `ValueId&` or `const ValueId&`.
template <class AModule, class Visit>
void for_each_root(AModule& module, Visit visit) {
  for (auto& condition : module.conditions) visit(condition.root);
  for (auto& formula : module.formulas) {
    visit(formula.rows);
    if (formula.relevant) visit(*formula.relevant);
    if (formula.kept) visit(*formula.kept);
    for (auto& output : formula.outputs) visit(output.value);
  }
  for (auto& request : module.requests) {
    visit(request.root);
    if (request.rank) visit(request.rank->value);
  }
  for (auto& value : module.kept) visit(value);
}

/// Appends instructions. Attributes are given in table order.
class Builder {
 public:
  explicit Builder(Module& module) : module_(module) {}
  ValueId add(Inst inst);
  ValueId constant(int tri, source::Span span = {});
  /// AND or OR. A single operand is returned as it is; no operands give the constant 0
  /// (semantics.md section 4).
  ValueId logic(Op op, std::vector<ValueId> operands, source::Span span = {});
  /// At least `k` of the operands, k from 1 to their number.
  ValueId at_least(std::size_t k, std::vector<ValueId> operands, source::Span span = {});

 private:
  Module& module_;
};

}  // namespace seedc::ir
