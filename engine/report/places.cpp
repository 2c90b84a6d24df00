// Orders items by the ends of their bounds.
#include "engine/report/places.h"

#include <algorithm>
#include <numeric>

#include "engine/report/cells.h"

namespace seedc::report {
namespace {

using language::Cell;

/// The ends of a bound's parts, among them the first and the last one in any order of values.
std::vector<Cell> ends_of(const bounds::Bound& bound) {
  std::vector<Cell> ends(bound.values().begin(), bound.values().end());
  if (const auto& range = bound.integer_range())
    ends.insert(ends.end(), {Cell::of(range->low), Cell::of(range->high)});
  if (const auto& range = bound.real_range())
    ends.insert(ends.end(), {Cell::of(range->low), Cell::of(range->high)});
  return ends;
}

/// A strict order of numbers by one end of their ranges.
class ByEnd {
 public:
  ByEnd(PlaceRanges ranges, bool descending) : ranges_(ranges), descending_(descending) {}

  bool is_before(const std::optional<Cell>& a, std::size_t first, const std::optional<Cell>& b,
                 std::size_t second) const {
    if (!a || !b) return a.has_value() == b.has_value() ? first < second : !a;
    if (comes_before(*a, *b, descending_)) return true;
    return !comes_before(*b, *a, descending_) && first < second;
  }
  bool best(std::size_t a, std::size_t b) const {
    return is_before(ranges_[a].best, a, ranges_[b].best, b);
  }
  bool worst(std::size_t a, std::size_t b) const {
    return is_before(ranges_[a].worst, a, ranges_[b].worst, b);
  }
  /// Whether `a` comes before `b`, whatever both become.
  bool surely(std::size_t a, std::size_t b) const {
    return is_before(ranges_[a].worst, a, ranges_[b].best, b);
  }

 private:
  PlaceRanges ranges_;
  bool descending_;
};

std::vector<std::size_t> numbers_below(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

PlaceRange place_range(const bounds::Bound& bound, bool descending) {
  const auto before = [&](const Cell& a, const Cell& b) { return comes_before(a, b, descending); };
  const Cell last = Cell::none(language::NullCause::Intended);
  const std::vector<Cell> ends = ends_of(bound);
  if (bound.has_all_texts() || ends.empty()) return {.best = std::nullopt, .worst = last};
  return {.best = *std::ranges::min_element(ends, before),
          .worst = *std::ranges::max_element(ends, before)};
}

std::vector<std::size_t> first_by_best(PlaceRanges ranges, bool descending, std::size_t top) {
  const ByEnd order(ranges, descending);
  std::vector<std::size_t> numbers = numbers_below(ranges.size());
  const std::size_t count = std::min(top, numbers.size());
  std::partial_sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count),
                    numbers.end(), [&](std::size_t a, std::size_t b) { return order.best(a, b); });
  numbers.resize(count);
  return numbers;
}

std::vector<bool> may_be_first(PlaceRanges ranges, bool descending, std::size_t top) {
  std::vector<bool> may_be(ranges.size(), true);
  if (ranges.size() <= top) return may_be;
  const ByEnd order(ranges, descending);
  std::vector<std::size_t> numbers = numbers_below(ranges.size());
  const auto last = numbers.begin() + static_cast<std::ptrdiff_t>(top) - 1;
  std::nth_element(numbers.begin(), last, numbers.end(),
                   [&](std::size_t a, std::size_t b) { return order.worst(a, b); });
  // So many come surely before an item as the worst of which is before its best.
  for (std::size_t number = 0; number < ranges.size(); ++number)
    may_be[number] = !order.surely(*last, number);
  return may_be;
}

std::size_t open_places(std::span<const std::uint32_t> items, const OrderedOutput& output,
                        std::size_t top) {
  if (output.open.items.empty()) return 0;
  std::vector<PlaceRange> ranges;
  for (const std::uint32_t item : items) {
    const bounds::Bound* open = output.open.find(item, output.number);
    ranges.push_back(place_range(open == nullptr ? bounds::Bound::of(output.values[item]) : *open,
                                 output.descending));
  }
  const auto first = first_by_best(ranges, output.descending, top);
  return static_cast<std::size_t>(std::ranges::count_if(first, [&](std::size_t place) {
    return output.open.find(items[place], output.number) != nullptr;
  }));
}

}  // namespace seedc::report
