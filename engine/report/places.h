// Which items decide the first ones of an order, as far as what their output may be is known.
//
// Items are put in order by the best that they may become. As long as one of the first ones is not
// settled it may keep its place or lose it, so that it has to be asked about; once all of them are
// settled, no other item can come before any of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/bounds/bound.h"
#include "engine/bounds/open_outputs.h"

namespace seedc::report {

/// What an item's output may be, in an order.
struct PlaceRange {
  std::optional<language::Cell> best;  ///< std::nullopt: it may come before any other
  language::Cell worst;
};
PlaceRange place_range(const bounds::Bound& bound, bool descending);

/// Of items in the data's order, by number: what each may be. Strings outlive it.
using PlaceRanges = std::span<const PlaceRange>;

/// The numbers of those that come first by the best that they may become, at most `top`, in their
/// order: nulls last, equal ones in the data's order.
std::vector<std::size_t> first_by_best(PlaceRanges ranges, bool descending, std::size_t top);

/// For each, whether it may be among the first `top`.
std::vector<bool> may_be_first(PlaceRanges ranges, bool descending, std::size_t top);

/// An output of a formula at all items, by which some of them are ordered.
struct OrderedOutput {
  std::size_t number = 0;
  const std::vector<language::Cell>& values;
  const bounds::OpenBounds& open;  ///< where it is not settled, its bounds
  bool descending = true;
};
/// How many of the first `top` of these items may still be others, or have another value.
std::size_t open_places(std::span<const std::uint32_t> items, const OrderedOutput& output,
                        std::size_t top);

}  // namespace seedc::report
