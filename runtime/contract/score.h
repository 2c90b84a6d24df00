// Score programs: the computation of a Formula Seed, in the form that both backends run
// (semantics.md section 6), and the ABI of its kernels.
//
// A program works on the items of a dataset and on the formula's *rows*: its relevant reviews that
// have an extraction, grouped by item, in review order. Each instruction defines one value per item
// or per row. Values are cells: a number, a string, a boolean, or null with its cause. Instructions
// have no side effects and no order except that of their operands: subexpressions that the source
// evaluates conditionally (`if`, `default`) may always be evaluated, and only the result is
// selected.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/conditions.h"
#include "runtime/language/operations.h"
#include "runtime/language/value.h"

namespace seedc::contract {

/// How a table finds the key for a text.
enum class LookupMode : std::uint8_t {
#define SEEDC_LOOKUP_MODE(id, name) id,
#include "runtime/language/formula_words.def"
};
/// The spelling in programs: `exact`, `substring_first` or `substring_max`.
std::string_view name_of(LookupMode mode);
/// The mode with that spelling; std::nullopt if there is none.
std::optional<LookupMode> find_lookup_mode(std::string_view name);

constexpr std::uint32_t kNoOperand = UINT32_MAX;

/// One instruction. Operands a, b, c are numbers of earlier instructions, as many as the
/// operation's arity, with these exceptions:
///   Constant    a: index into ScoreProgram::constants
///   Load        a: index into ScoreProgram::loads; the value of the row or of the item
///   aggregates  a: the predicate that selects rows, a boolean that is never null
///               (kNoOperand: all rows); b: the value of a row
///   Lookup      a: the value to look up; b: index into tables
///   Keep        b: the value of a row; c: number of the kept column that it is stored in
///   TextTest    a: the value to test; b: index into tests
///   Step        a: the value; a null that arises here is attributed to step b
///   Inner       a: the value; a null attributed to one of the steps [b, c) loses its step
struct ScoreInst {
  language::Operation op = language::Operation::Constant;
  /// The kind of the value. Operands of arithmetic and of comparisons have one kind, unless an
  /// operand or the result is Any: kinds are then checked at run time. ToReal, BoolAnd, BoolOr,
  /// BoolNot and Select accept Any where they need a number or a boolean: another kind gives null
  /// (WrongKind).
  language::Kind kind = language::Kind::Int;
  bool is_nullable = true;
  bool is_per_row = false;
  std::uint32_t a = kNoOperand;
  std::uint32_t b = kNoOperand;
  std::uint32_t c = kNoOperand;
  /// For aggregates except Count, the number of the ledger that counts the rows left out; for folds
  /// of the one that counts the groups.
  std::uint32_t ledger = kNoOperand;
};

/// The values it reads, for operands a, b and c; kNoOperand where there is none.
std::array<std::uint32_t, 3> operands_of(const ScoreInst& inst);

/// A test of a value against literals; a missing value or one of another kind fails it.
struct ValueTest {
  enum class Operand : std::uint8_t {
    Scalar,
    List,     ///< of scalars
    Texts,    ///< a string or a list of strings
    Pattern,  ///< a regular expression, in a string
  };
  enum class Op : std::uint8_t {
#define SEEDC_VALUE_TEST(id, name, sign, operand) id,
#include "runtime/language/formula_words.def"
  };
  /// The sign in programs: `==`, …, `in`.
  static std::string_view sign_of(Op op);
  /// Finds an operator by its name in the IR (`eq`, …, `in`) or by its sign; std::nullopt if there
  /// is none.
  static std::optional<Op> find(std::string_view name_or_sign);
  static Operand operand_of(Op op);
  /// Whether the operator searches in a text.
  static bool is_on_texts(Op op) {
    const Operand operand = operand_of(op);
    return operand == Operand::Texts || operand == Operand::Pattern;
  }
  Op op = Op::Eq;
  language::Value operand;
  language::Pattern pattern = {};  ///< Matches: the operand, translated
};

struct LookupTable {
  std::vector<std::pair<std::string, language::Value>> entries;  ///< values are scalars
  LookupMode mode = LookupMode::Exact;
  language::Value otherwise;  ///< null if there is no default
  bool is_real = false;       ///< integers among the values become reals
  bool hands_on = false;      ///< a missing value gives null, not the default
};

/// The source of a loaded value, and the conversion applied once per distinct value of the column.
struct LoadSpec {
  enum class Source : std::uint8_t {
    Field,   ///< path: the field of the extraction
    Review,  ///< path within the review
    Year,    ///< of the review's date
    Item,    ///< path within the item
  };
  enum class Use : std::uint8_t {
    Value,   ///< the value itself; lists and dicts become null (WrongKind)
    Test,    ///< whether the value passes `test`: a boolean, never null
    Lookup,  ///< the entry for the value in tables[table]
  };
  Source source = Source::Field;
  language::Path path;
  language::Value otherwise = {};  ///< Field: what a missing value reads as, unless null
  Use use = Use::Value;
  ValueTest test;
  std::uint32_t table = 0;
};

/// One phase; instructions are in the order of evaluation. Phase p first evaluates the rows with
/// [item_end of p - 1, row_end), which may read one another, constants, and item values of earlier
/// phases; the last of these are the aggregates, which produce item values. Then [row_end,
/// item_end) is evaluated for the item.
struct ScorePhase {
  std::uint32_t row_end = 0;
  std::uint32_t item_end = 0;
};

struct ScoreProgram {
  std::vector<ScoreInst> code;
  std::vector<ScorePhase> phases;
  std::vector<LoadSpec> loads;
  std::vector<language::Value> constants;  ///< scalars; for null, constant_causes has the cause
  std::vector<language::NullCause> constant_causes;  ///< one per constant; None if it has a value
  std::vector<LookupTable> tables;
  std::vector<ValueTest> tests;  ///< on texts
  std::uint32_t ledger_count = 0;
  std::uint32_t kept_count = 0;  ///< the columns of rows that Keep stores
  /// Output k is item value outputs[k]. Of a list that is a null, in place of which the list is put
  /// once its rows are known (list.h).
  std::vector<std::uint32_t> outputs;
};

/// The values of a load in one dataset: their kind, or Any if there are several, and whether any is
/// null.
struct LoadKind {
  language::Kind kind = language::Kind::Any;
  bool is_nullable = true;
};

/// A loaded column: row or item i has cells[codes[i]]. Does not own the arrays.
struct ScoreLoad {
  const std::uint32_t* codes;
  const language::Cell* cells;
};

struct PreparedTable;

/// A test on texts, as one thread runs it.
class TextTester {
 public:
  virtual ~TextTester() = default;
  /// Whether a text (valid UTF-8) passes; a search that reaches its limit does not.
  virtual bool passes(std::string_view text) = 0;
};

/// Whether a value is a text that passes.
inline language::Cell test_text(TextTester& tester, const language::Cell& value) {
  const bool is_text = !value.is_null() && value.kind == language::Kind::Str;
  return language::Cell::of(is_text && tester.passes(value.string()));
}

/// The input of a kernel, not owned. Item i's rows are [row_begins[i], row_begins[i + 1]).
struct ScoreInput {
  const ScoreLoad* loads;
  const language::Cell* constants;
  const PreparedTable* const* tables;
  const std::uint32_t* row_begins;
  /// Receives the strings that the kernel makes, which its outputs point to. A kernel needs its
  /// own.
  language::StringPool* strings = nullptr;
  /// kept[k][row - first_kept_row] receives the value of kept column k; kernels of programs without
  /// such columns do not read it.
  language::Cell* const* kept = nullptr;
  std::uint64_t first_kept_row = 0;
  /// The program's tests. A kernel needs its own.
  TextTester* const* tests = nullptr;
};

/// Scores items [first_item, first_item + item_count): outputs[k][i] receives output k of item i.
/// Adds the number of rows that aggregates left out to left_out[ledger * kNullCauseCount + cause].
using ScoreKernel = void (*)(const ScoreInput* input, std::uint32_t first_item,
                             std::uint32_t item_count, language::Cell* const* outputs,
                             std::uint64_t* left_out);

}  // namespace seedc::contract
