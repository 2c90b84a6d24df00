// Reorders parallel arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/call.h"

namespace seedc::data {

/// values[new index] becomes what values[order[new index]] was.
template <class T>
void reorder(std::vector<T>& values, std::span<const std::uint32_t> order, const base::Call& call) {
  std::vector<T> reordered;
  reordered.reserve(order.size());
  call.in_steps(order.size(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  for (const std::uint32_t old_place : order.subspan(begin, end - begin))
                    reordered.push_back(values[old_place]);
                });
  values = std::move(reordered);
}

}  // namespace seedc::data
