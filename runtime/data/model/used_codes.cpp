// Marks the codes of all rows.
#include "runtime/data/model/used_codes.h"

#include <algorithm>

namespace seedc::data {

std::vector<std::uint32_t> used_codes(const Column& column) {
  std::vector<bool> is_used(column.values.size());
  column.codes.packed().with_codes([&](const auto codes) {
    for (const std::uint32_t code : codes) is_used[code] = true;
  });
  std::vector<std::uint32_t> used;
  for (std::uint32_t code = 0; code < is_used.size(); ++code) {
    if (is_used[code]) used.push_back(code);
  }
  return used;
}

bool has_values(const Column& column) {
  if (std::ranges::all_of(column.values, &language::Value::is_null)) return false;
  return column.codes.packed().with_codes([&](const auto codes) {
    return std::ranges::any_of(codes,
                               [&](std::uint32_t code) { return !column.values[code].is_null(); });
  });
}

}  // namespace seedc::data
