// The table of limits as data, generated from limits.def.
#include "runtime/base/limits.h"

namespace seedc::limits {

std::span<const Limit> all() {
  static constexpr Limit kAll[] = {
#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix) \
  {name, constant, Unit::unit, bounds, effect, fix},
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT
  };
  return kAll;
}

}  // namespace seedc::limits
