// Score programs: what a Formula Seed computes, in the form that both backends run (semantics.md
// section 6).
//
// A program works on the items of a dataset and on the formula's *rows*: its relevant reviews that
// have an extraction, grouped by item, in review order. Each instruction defines one value, for
// each item or for each row. Values are cells: a number, a string, a boolean, or null with its
// cause. Instructions have no side effects and no order but that of their operands: whatever is
// written to be evaluated only sometimes (`and`, `if`) may be evaluated always, and only its result
// is chosen.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/value.h"

namespace seedc {

/// Why a value is null.
enum class NullCause : std::uint8_t {
  None,
  Missing,    ///< a value that the data does not have
  WrongKind,  ///< a number, string or boolean where another kind is needed
  DivisionByZero,
  LogOfNonPositive,
  SqrtOfNegative,
  IntegerOverflow,  ///< an integer beyond 64 bits
  NotFinite,        ///< a real that is infinite or no number
  NoRows,           ///< max or min of no row, and no default
  NoKey,            ///< no key of a table, and no default
  NoRule,           ///< no rule of a case, and no else
};
constexpr std::size_t kNullCauseCount = 11;
/// As reports say it: "division by zero".
std::string_view name_of(NullCause cause);

/// 0: there is a value. Else the cause in the low 8 bits and above them the number of the step in
/// which it arose plus one, or 0 if that is the step being computed.
using Null = std::uint32_t;
constexpr Null null_of(NullCause cause) { return static_cast<Null>(cause); }
constexpr NullCause cause_of(Null null) { return static_cast<NullCause>(null & 0xFF); }
constexpr bool is_of_step(Null null) { return null > 0xFF; }
constexpr std::uint32_t step_of(Null null) { return (null >> 8) - 1; }
constexpr Null in_step(Null null, std::uint32_t step) {
  return null == 0 || is_of_step(null) ? null : null | (step + 1) << 8;
}
constexpr std::uint32_t kMaxSteps = (1U << 24) - 2;

/// What a value is; as the type of an instruction, what it is for every row or item. Any: known at
/// run time only. As wide as a Null, so that cells have no padding: copying around it is slow.
enum class Kind : std::uint32_t { Bool, Int, Real, Str, Any };

/// A value. `kind` is never Any; of a null it means nothing.
struct Cell {
  std::uint64_t payload = 0;  ///< Bool: 0 or 1; Int; Real: its bits; Str: a const std::string*
  Null null = 0;
  Kind kind = Kind::Int;

  static Cell of(bool value) { return {value ? 1U : 0U, 0, Kind::Bool}; }
  static Cell of(std::int64_t value) { return {static_cast<std::uint64_t>(value), 0, Kind::Int}; }
  static Cell of(double value) { return {std::bit_cast<std::uint64_t>(value), 0, Kind::Real}; }
  /// The string outlives the cell.
  static Cell of(const std::string* value) {
    return {reinterpret_cast<std::uint64_t>(value), 0, Kind::Str};
  }
  static Cell none(Null null) { return {0, null, Kind::Int}; }
  static Cell none(NullCause cause) { return none(null_of(cause)); }

  bool is_null() const { return null != 0; }
  bool boolean() const { return payload != 0; }
  std::int64_t integer() const { return static_cast<std::int64_t>(payload); }
  double real() const { return std::bit_cast<double>(payload); }
  const std::string& string() const { return *reinterpret_cast<const std::string*>(payload); }
};
static_assert(sizeof(Cell) == 16);
/// Of null: Missing; of a list or dict: WrongKind. A string stays in the value.
Cell cell_of(const Value& scalar);

/// A table to look a value up in.
enum class LookupMode : std::uint8_t { Exact, SubstringFirst, SubstringMax };

/// One instruction. Operands a, b, c are numbers of earlier instructions unless said otherwise.
enum class ScoreOp : std::uint8_t {
  Constant,  ///< a: index into ScoreProgram::constants
  Load,      ///< a: index into ScoreProgram::loads; the value of the row or of the item
  ToReal,    ///< a number as a real
  Expect,    ///< a if it is a boolean (kind Bool), a string (Str) or a number (Any), else null
             ///< (WrongKind)
  Add,       ///< of two numbers: integers stay so, an integer and a real give a real
  Sub,
  Mul,
  Div,  ///< real
  Neg,
  Abs,
  Log,   ///< real
  Sqrt,  ///< real
  Max,   ///< of two numbers, the first of equal ones
  Min,
  Eq,  ///< of two values of one kind
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  And,  ///< null if a is; false if a is; else b, which must be a boolean
  Or,   ///< null if a is; true if a is; else b
  Not,
  Select,  ///< a: condition; null if it is, else b if it holds, else c
  Count,   ///< over the rows of the item: how many have a (a boolean; kNoOperand: all of them)
  Sum,     ///< of b over the rows that have a
  MaxOf,   ///< the greatest b over the rows that have a and where b is not missing, else null
           ///< (NoRows)
  MinOf,
  IfNoRows,  ///< a, or b where a is null because there were no rows
  Lookup,    ///< a's text in tables[b]
  Step,      ///< a; a null that arises here is marked as one of step b
};
constexpr std::uint32_t kNoOperand = UINT32_MAX;

struct ScoreInst {
  ScoreOp op = ScoreOp::Constant;
  /// What the value is. Operands of arithmetic and of comparisons have one kind, or the instruction
  /// takes what comes (an operand or the value itself is Any). ToReal, And, Or, Not, Select take
  /// Any where they need a number or a boolean: another kind is null (WrongKind).
  Kind kind = Kind::Int;
  bool is_nullable = true;
  bool is_per_row = false;
  std::uint32_t a = kNoOperand;
  std::uint32_t b = kNoOperand;
  std::uint32_t c = kNoOperand;
  /// Sum, MaxOf, MinOf: the number of its ledger, in which rows that are left out are counted.
  std::uint32_t ledger = kNoOperand;
};

/// Whether it is computed from the rows of an item: Count, Sum, MaxOf, MinOf.
bool is_aggregate(ScoreOp op);
/// The values that it reads, in the places a, b and c; kNoOperand where there is none.
std::array<std::uint32_t, 3> operands_of(const ScoreInst& inst);

/// A test of a value against literals; what is missing or of another kind does not pass.
struct ValueTest {
  enum class Op : std::uint8_t { Eq, Ne, Lt, Le, Gt, Ge, In };
  Op op = Op::Eq;
  Value operand;  ///< a scalar; In: a list of scalars
};

struct LookupTable {
  std::vector<std::pair<std::string, Value>> entries;  ///< values are scalars
  LookupMode mode = LookupMode::Exact;
  Value otherwise;       ///< null if there is no default
  bool is_real = false;  ///< integers among the values become reals
};

/// Where a loaded value comes from, and what is made of it, once per distinct value of the column.
struct LoadSpec {
  enum class Source : std::uint8_t {
    Field,   ///< path: the field of the extraction
    Review,  ///< path within the review
    Year,    ///< of the review's date
    Item,    ///< path within the item
  };
  enum class Use : std::uint8_t {
    Value,   ///< the value; lists and dicts are null (WrongKind)
    Test,    ///< whether it passes `test`: a boolean, never null
    Lookup,  ///< what tables[table] has for it
  };
  Source source = Source::Field;
  Path path;
  Use use = Use::Value;
  ValueTest test;
  std::uint32_t table = 0;
};

/// Instructions in the order in which they are computed. Phase p first goes through the rows with
/// [item_end of p - 1, row_end), which may read one another, constants, and item values of earlier
/// phases; its last instructions are the aggregates, which give item values. Then [row_end,
/// item_end) is computed for the item.
struct ScorePhase {
  std::uint32_t row_end = 0;
  std::uint32_t item_end = 0;
};

struct ScoreProgram {
  std::vector<ScoreInst> code;
  std::vector<ScorePhase> phases;
  std::vector<LoadSpec> loads;
  std::vector<Value> constants;  ///< scalars; null stands for the cause in constant_causes
  std::vector<NullCause> constant_causes;  ///< one a constant; None if it has a value
  std::vector<LookupTable> tables;
  std::uint32_t ledger_count = 0;
  /// Output k is the item value outputs[k].
  std::vector<std::uint32_t> outputs;
};

/// What a load gives in one dataset: its one kind, or Any if the data has several, and whether it
/// is ever null.
struct LoadKind {
  Kind kind = Kind::Any;
  bool is_nullable = true;
};

/// A loaded column: row or item i has cells[codes[i]].
struct ScoreLoad {
  const std::uint32_t* codes;
  const Cell* cells;
};

struct PreparedTable;

/// What a kernel reads. Item i's rows are [row_begins[i], row_begins[i + 1]).
struct ScoreInput {
  const ScoreLoad* loads;
  const Cell* constants;
  const PreparedTable* const* tables;
  const std::uint32_t* row_begins;
};

/// Scores items [first_item, first_item + item_count): outputs[k][i] is output k of item i. Adds to
/// left_out[ledger * kNullCauseCount + cause] the rows that aggregates left out.
using ScoreKernel = void (*)(const ScoreInput* input, std::uint32_t first_item,
                             std::uint32_t item_count, Cell* const* outputs,
                             std::uint64_t* left_out);

}  // namespace seedc
