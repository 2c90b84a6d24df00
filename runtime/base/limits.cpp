// The table of limits as data, generated from limits.def.
#include "runtime/base/limits.h"

namespace seedc::base::limits {

std::span<const limits::Limit> all() {
  using enum Setting;
  static constexpr limits::Limit kAll[] = {
#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix, ...) \
  {name, constant, limits::Unit::unit, bounds, effect, fix, __VA_ARGS__},
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT
  };
  return kAll;
}

}  // namespace seedc::base::limits
