// All limits in one place: their values for the code, and what they mean for people. The table is
// limits.def; design.md section 9 asks for it.
#pragma once

#include <cstdint>
#include <span>

namespace seedc::limits {

/// Of a limit that only an option sets.
constexpr std::uint64_t kUnlimited = UINT64_MAX;

#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix) \
  constexpr std::uint64_t constant = value;
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT

enum class Unit : std::uint8_t { Bytes, Count, Seconds };

struct Limit {
  const char* name;
  std::uint64_t value;  ///< kUnlimited: none unless an option sets one
  Unit unit;
  const char* bounds;  ///< what has at most so many
  const char* effect;  ///< what becomes of more
  const char* fix;    ///< how it is raised, or why it is not
};

/// In the order of the table.
std::span<const Limit> all();

}  // namespace seedc::limits
