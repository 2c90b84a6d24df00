// All limits: their values for the code, and their descriptions for people. The table is
// limits.def.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/base/setting.h"

namespace seedc::base::limits {

/// The value of a limit that only an option sets.
constexpr std::uint64_t kUnlimited = UINT64_MAX;

#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix, ...) \
  constexpr std::uint64_t constant = value;
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT

enum class Unit : std::uint8_t { Bytes, Count, Seconds };

struct Limit {
  const char* name;
  std::uint64_t value;  ///< kUnlimited: none unless an option sets it
  limits::Unit unit;
  const char* bounds;               ///< what is limited
  const char* effect;               ///< what happens beyond the limit
  const char* fix;                  ///< how to raise it, or why it is fixed
  Setting setting = Setting::None;  ///< of the caller, that raises it
};

/// In the order of the table.
std::span<const limits::Limit> all();

}  // namespace seedc::base::limits
