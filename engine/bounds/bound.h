// A set of values that contains every value that something may have: single values, among them
// nulls with their causes, ranges of integers and of reals, and all texts.
//
//   Bound::of(Cell::of(true)) joined with Bound::integers(0, 9)    ->  {true, 0..9}
//
// Reals are ordered so that -0.0 is before 0.0: a bound of one value says its bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "runtime/language/cell.h"

namespace seedc::bounds {

/// The numbers from `low` to `high`, both included; finite.
template <class Number>
struct Range {
  Number low;
  Number high;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Whether `a` is before `b`, -0.0 being before 0.0.
bool is_before(double a, double b);

/// Does not own the strings of its values, which outlive it. Its values differ from each other, are
/// sorted, and are in none of its ranges.
class Bound {
 public:
  Bound() = default;
  static Bound of(const language::Cell& value);
  static Bound integers(std::int64_t low, std::int64_t high);
  static Bound reals(double low, double high);
  static Bound all_integers();
  static Bound all_reals();
  static Bound all_texts();
  static Bound booleans();

  void add(const language::Cell& value);
  void add(Range<std::int64_t> range);
  void add(Range<double> range);
  void add_all_texts();
  void add(const Bound& other);
  /// Turns numbers into ranges.
  void widen();

  std::span<const language::Cell> values() const { return values_; }
  const std::optional<Range<std::int64_t>>& integer_range() const { return integers_; }
  const std::optional<Range<double>>& real_range() const { return reals_; }
  bool has_all_texts() const { return has_all_texts_; }

  /// The one value; a null pointer if there may be several.
  const language::Cell* only() const;
  bool is_empty() const { return values_.empty() && !integers_ && !reals_ && !has_all_texts_; }
  bool contains(const language::Cell& value) const;
  /// Whether there is a value of a kind, which is not Any, besides nulls.
  bool can_be(language::Kind kind) const;
  bool can_be_null() const;
  /// It has a null, and nothing else.
  bool is_always_null() const;
  /// The part that is not null, of which it is the least number or the greatest; std::nullopt if
  /// there is something else, or nothing.
  std::optional<Range<double>> as_numbers() const;

  friend bool operator==(const Bound& a, const Bound& b);
  std::size_t hash() const;

 private:
  void drop_covered();
  void limit();

  std::vector<language::Cell> values_;
  std::optional<Range<std::int64_t>> integers_;
  std::optional<Range<double>> reals_;
  bool has_all_texts_ = false;
};

/// The order of values in a bound: 0 if they are the same, to the bit and the step of a null.
int compare(const language::Cell& a, const language::Cell& b);
inline bool is_same(const language::Cell& a, const language::Cell& b) { return compare(a, b) == 0; }

}  // namespace seedc::bounds
