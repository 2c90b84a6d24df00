// One value of a formula at run time: a number, a string, a boolean, or null with its cause.
// Columns, registers and outputs of score programs consist of cells; compiled code reads their
// fields.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/language/kinds.h"

namespace seedc::language {

/// Why a value is null.
enum class NullCause : std::uint8_t {
#define SEEDC_NULL_CAUSE(id, ...) id,
#include "runtime/language/null_causes.def"
};
inline constexpr std::size_t kNullCauseCount = 0
#define SEEDC_NULL_CAUSE(...) +1
#include "runtime/language/null_causes.def"
    ;

/// The wording of reports: "division by zero".
std::string_view name_of(NullCause cause);
/// The checker's wording for an expression that always has the cause: "the root of a negative
/// number".
std::string_view phrase_of(NullCause cause);

/// 0: not null. Otherwise the cause in the low 8 bits and above them the number of the step in
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

/// A value. `kind` is never Any and has no meaning for a null.
struct Cell {
  std::uint64_t payload = 0;  ///< Bool: 0 or 1; Int; Real: its bits; Str: a const std::string*;
                              ///< Json: a const Value*
  Null null = 0;
  Kind kind = Kind::Int;

  static Cell of(bool value) { return {value ? 1U : 0U, 0, Kind::Bool}; }
  static Cell of(std::int64_t value) { return {static_cast<std::uint64_t>(value), 0, Kind::Int}; }
  static Cell of(double value) { return {std::bit_cast<std::uint64_t>(value), 0, Kind::Real}; }
  /// Does not take ownership: the string must outlive the cell.
  static Cell of(const std::string* value) {
    return {reinterpret_cast<std::uint64_t>(value), 0, Kind::Str};
  }
  /// A list of a result. Does not take ownership.
  static Cell of(const Value* json) {
    return {reinterpret_cast<std::uint64_t>(json), 0, Kind::Json};
  }
  static Cell none(Null null) { return {0, null, Kind::Int}; }
  static Cell none(NullCause cause) { return none(null_of(cause)); }

  bool is_null() const { return null != 0; }
  bool boolean() const { return payload != 0; }
  std::int64_t integer() const { return static_cast<std::int64_t>(payload); }
  double real() const { return std::bit_cast<double>(payload); }
  const std::string& string() const { return *reinterpret_cast<const std::string*>(payload); }
  const Value& json() const { return *reinterpret_cast<const Value*>(payload); }
};
static_assert(sizeof(Cell) == 16);

/// Null becomes Missing; a list or dict becomes WrongKind. A string stays in the value, which must
/// outlive the cell.
Cell cell_of(const Value& scalar);
/// The value of a cell; a null cell gives null.
Value value_of(const Cell& cell);

}  // namespace seedc::language
