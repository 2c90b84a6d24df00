// Reorders parallel arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace seedc::data {

/// values[new index] becomes what values[order[new index]] was.
template <class T>
void reorder(std::vector<T>& values, std::span<const std::uint32_t> order) {
  std::vector<T> reordered;
  reordered.reserve(order.size());
  for (const std::uint32_t old_place : order) reordered.push_back(values[old_place]);
  values = std::move(reordered);
}

}  // namespace seedc::data
