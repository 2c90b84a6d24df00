// The operations of formulas, as defined by the table operations.def, and the inference of kinds
// and nulls over it: the checker infers with declared types, binding with the kinds found in the
// data.
//
//   infer(Operation::Add, {{Kind::Int, false}, {Kind::Int, false}})  ->  {Kind::Int, nullable}
//
// Pure functions without state; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/language/cell.h"
#include "runtime/language/string_pool.h"
#include "runtime/language/tri.h"

namespace seedc::language {

enum class Operation : std::uint8_t {
#define SEEDC_OPERATION(id, ...) id,
#define SEEDC_AGGREGATE(id, ...) id,
#define SEEDC_ACCESS(id, ...) id,
#define SEEDC_LEAF(id, ...) id,
#include "runtime/language/operations.def"
};

/// The operands that an operation accepts, and the kind of its result.
enum class KindRule : std::uint8_t {
  None,          ///< () -> given by constants and loads
  NumberToReal,  ///< (number) -> f64
  AsNumber,      ///< (any) -> number
  AsString,      ///< (any) -> str
  AsBoolean,     ///< (any) -> bool
  Number,        ///< (numbers of one kind…) -> that kind; f64 if one of them is real
  Real,          ///< (reals…) -> f64
  Addition,      ///< as Number, or (str, str) -> str
  Integer,       ///< (number) -> i64
  Rounded,       ///< (number, i64) -> the kind of the number
  Text,          ///< (T) -> str
  Days,          ///< (str, str) -> i64
  Years,         ///< (str, str) -> f64
  Fallback,      ///< (T, T) -> T; what is not of one kind is either
  Equality,      ///< (T, T) -> bool
  Ordering,      ///< (T, T) -> bool, of numbers or strings
  Boolean,       ///< (booleans…) -> bool
  Select,        ///< (bool, T, T) -> T
  Alternative,   ///< (T, T) -> T
  Count,         ///< () -> i64
  Sum,           ///< (number) -> its kind; over no rows the integer 0, unless declared real
  Entry,         ///< (value, default) -> the kind of the table's values
  Same,          ///< (T) -> T
  Folded,        ///< (T, bool, T) -> T
  Predicate,     ///< (T, T) -> bool
  Second,        ///< (T, U) -> U
};

/// When a result may be null. Operands of kinds that the rule does not accept give null
/// (WrongKind).
enum class NullRule : std::uint8_t {
  Never,
  OfOperands,  ///< an operand may be null, or of another kind
  OfIntegers,  ///< as OfOperands, or an operand may be an integer: overflow
  OfReals,     ///< as OfOperands, or an operand may be a real beyond 64 bits
  OfInteger,   ///< as OfOperands, or the first operand may be an integer: overflow
  OfAll,       ///< all operands may be null
  Always,
};

enum class OperationForm : std::uint8_t { Leaf, Computed, Aggregate, Access, Fold };

struct OperationInfo {
  std::string_view name;
  std::uint8_t arity = 0;  ///< for aggregates: the number of values per row
  KindRule kinds = KindRule::None;
  NullRule nulls = NullRule::Always;
  OperationForm form = OperationForm::Leaf;
};
const OperationInfo& info(Operation op);

inline bool is_aggregate(Operation op) { return info(op).form == OperationForm::Aggregate; }

inline bool is_fold(Operation op) { return info(op).form == OperationForm::Fold; }

struct ValueType {
  Kind kind = Kind::Any;
  bool is_nullable = true;
};

/// Whether operands of these kinds are accepted: Unknown if only the data decides (one is Any).
Tri takes(Operation op, std::span<const Kind> operands);

/// The type of the result. `declared`: the type inferred before the data was known, which is
/// refined and never discarded; nullptr if there is none. Operands that are not accepted give null
/// at run time.
ValueType infer(Operation op, std::span<const ValueType> operands,
                const ValueType* declared = nullptr);

/// The kinds of the result where that is of kind Any: what is surely a number is so told from what
/// may be a text. `operands`: those of its values; of an aggregate, of what it adds up.
KindSet kinds_of_result(Operation op, std::span<const KindSet> operands);

/// Applies the function of a computed operation; `operands` must match its arity. Null (WrongKind)
/// for operations of other forms, which need more than operands.
Cell apply(Operation op, std::span<const Cell> operands, StringPool& strings);

/// A function that programs call by name. Functions of one name differ in their number of
/// arguments.
struct FormulaFunction {
  std::string_view name;
  Operation op;
  std::size_t arguments = 1;
  bool is_variadic = false;  ///< takes as many arguments or more
  bool takes(std::size_t count) const {
    return is_variadic ? count >= arguments : count == arguments;
  }
};
/// In table order.
std::span<const FormulaFunction> formula_functions();
/// The function of that name that takes so many arguments, or its first one; a null pointer if
/// there is none of that name.
const FormulaFunction* find_function(std::string_view name, std::size_t count = 1);
/// What calls of that name take: "two or more numbers".
std::string arguments_of(std::string_view name);
/// All names joined for a sentence, each between two marks: `max, min and abs`.
std::string list_functions(std::string_view mark);

}  // namespace seedc::language
