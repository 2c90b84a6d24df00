// Reorders parallel arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/call.h"

namespace seedc::data {

/// values[new index] becomes what values[order[new index]] was. `spare` is any memory, which the
/// result takes, and which then is that of the values: for many arrays all but one are reordered
/// into memory that the process has. That may be more than they need.
template <class T>
void reorder(std::vector<T>& values, std::vector<T>& spare, std::span<const std::uint32_t> order,
             const base::Call& call) {
  spare.clear();
  spare.reserve(order.size());
  call.in_steps(order.size(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  for (const std::uint32_t old_place : order.subspan(begin, end - begin))
                    spare.push_back(values[old_place]);
                });
  values.swap(spare);
}

}  // namespace seedc::data
