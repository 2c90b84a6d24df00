// Marks the codes of all rows.
#include "runtime/data/model/used_codes.h"

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

}  // namespace seedc::data
