// How likely the first items of a ranking are not among its first, given how likely each value of
// each item is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bounds/wrong_values.h"
#include "runtime/base/call.h"

namespace seedc::engine {

/// For each of the first `top` of `order`, the probability that `top` other items come before it,
/// in the order of report::order_items. `items` are those of the data, in its order; what one of
/// them turns out to be is independent of the others.
std::vector<double> leaving_chances(std::span<const bounds::OutputChances> items,
                                    std::span<const std::uint32_t> order, std::size_t top,
                                    bool descending, const base::Call& call);

}  // namespace seedc::engine
