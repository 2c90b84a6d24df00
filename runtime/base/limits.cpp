// The table of limits as data, generated from limits.def.
#include "runtime/base/limits.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "runtime/base/limit_settings.h"

namespace seedc::base::limits {
namespace {

constexpr Limit kAll[] = {
#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix, ...) \
  {name, constant, Unit::unit, bounds, effect, fix},
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT
};

constexpr Setting setting_or_none(Setting setting = Setting::None) { return setting; }

using enum Setting;
constexpr Setting kSettings[] = {
#define SEEDC_LIMIT(constant, name, value, unit, bounds, effect, fix, ...) \
  setting_or_none(__VA_ARGS__),
#include "runtime/base/limits.def"
#undef SEEDC_LIMIT
};

}  // namespace

std::span<const limits::Limit> all() { return kAll; }

Setting setting_of(const Limit& limit) {
  const Limit* const found = std::ranges::find(kAll, std::string_view(limit.name), &Limit::name);
  return found == std::end(kAll) ? None : kSettings[found - std::begin(kAll)];
}

}  // namespace seedc::base::limits
