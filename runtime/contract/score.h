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
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/operations.h"
#include "runtime/language/value.h"

namespace seedc {

/// How a table finds a key for a text.
enum class LookupMode : std::uint8_t {
#define SEEDC_LOOKUP_MODE(id, name) id,
#include "runtime/language/formula_words.def"
};
/// `exact`, `substring_first` or `substring_max`.
std::string_view name_of(LookupMode mode);
/// The mode of that name; std::nullopt if there is none.
std::optional<LookupMode> find_lookup_mode(std::string_view name);

constexpr std::uint32_t kNoOperand = UINT32_MAX;

/// One instruction. Operands a, b, c are numbers of earlier instructions, as many as the
/// operation's arity, but:
///   Constant    a: index into ScoreProgram::constants
///   Load        a: index into ScoreProgram::loads; the value of the row or of the item
///   aggregates  a: the predicate of the rows that count, a boolean that is never null (kNoOperand:
///   all
///               of them); b: the value of a row
///   Lookup      a's text in tables[b]
///   Step        a; a null that arises here is marked as one of step b
struct ScoreInst {
  Operation op = Operation::Constant;
  /// The kind of the value. Operands of arithmetic and of comparisons have one kind, or the
  /// instruction takes what comes (an operand or the value itself is Any). ToReal, BoolAnd, BoolOr,
  /// BoolNot and Select take Any where they need a number or a boolean: another kind is null
  /// (WrongKind).
  Kind kind = Kind::Int;
  bool is_nullable = true;
  bool is_per_row = false;
  std::uint32_t a = kNoOperand;
  std::uint32_t b = kNoOperand;
  std::uint32_t c = kNoOperand;
  /// Of aggregates but Count the number of the ledger in which rows that are left out are counted.
  std::uint32_t ledger = kNoOperand;
};

/// The values that it reads, in the places a, b and c; kNoOperand where there is none.
std::array<std::uint32_t, 3> operands_of(const ScoreInst& inst);

/// A test of a value against literals; what is missing or of another kind does not pass.
struct ValueTest {
  enum class Op : std::uint8_t {
#define SEEDC_VALUE_TEST(id, name, sign) id,
#include "runtime/language/formula_words.def"
  };
  /// `==`, …, `in`.
  static std::string_view sign_of(Op op);
  /// By the name in the IR (`eq`, …, `in`) or by the sign; std::nullopt if there is none.
  static std::optional<Op> find(std::string_view name_or_sign);
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
