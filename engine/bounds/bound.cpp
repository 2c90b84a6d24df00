// Keeps values few: many numbers become a range, many texts all texts.
#include "engine/bounds/bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

namespace seedc::bounds {
namespace {

using language::Cell;
using language::Kind;

/// Beyond, a bound has ranges instead, or all texts.
constexpr std::size_t kMostNumbers = 16;
constexpr std::size_t kMostTexts = 64;

template <class Value>
int sign_of(const Value& a, const Value& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

bool has_kind(const Cell& cell, Kind kind) { return !cell.is_null() && cell.kind == kind; }
bool is_number(const Cell& cell) { return has_kind(cell, Kind::Int) || has_kind(cell, Kind::Real); }

template <class Number, class Before>
void extend(std::optional<Range<Number>>& range, Range<Number> more, Before is_less) {
  if (!range) {
    range = more;
    return;
  }
  if (is_less(more.low, range->low)) range->low = more.low;
  if (is_less(range->high, more.high)) range->high = more.high;
}

void extend(std::optional<Range<std::int64_t>>& range, Range<std::int64_t> more) {
  extend(range, more, std::less<>());
}
void extend(std::optional<Range<double>>& range, Range<double> more) {
  extend(range, more, is_before);
}

}  // namespace

bool is_before(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

int compare(const Cell& a, const Cell& b) {
  if (a.null != 0 || b.null != 0) return sign_of(a.null, b.null);
  if (a.kind != b.kind) return sign_of(a.kind, b.kind);
  if (a.kind == Kind::Int) return sign_of(a.integer(), b.integer());
  if (a.kind == Kind::Real)
    return is_before(a.real(), b.real()) ? -1 : is_before(b.real(), a.real()) ? 1 : 0;
  if (a.kind == Kind::Str) return sign_of(a.string(), b.string());
  return sign_of(a.payload, b.payload);
}

Bound Bound::of(const Cell& value) {
  Bound bound;
  bound.values_.push_back(value);
  return bound;
}

Bound Bound::integers(std::int64_t low, std::int64_t high) {
  Bound bound;
  bound.add(Range<std::int64_t>{low, high});
  return bound;
}

Bound Bound::reals(double low, double high) {
  Bound bound;
  bound.add(Range<double>{low, high});
  return bound;
}

Bound Bound::all_integers() {
  return integers(std::numeric_limits<std::int64_t>::min(),
                  std::numeric_limits<std::int64_t>::max());
}

Bound Bound::all_reals() {
  return reals(std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

Bound Bound::all_texts() {
  Bound bound;
  bound.add_all_texts();
  return bound;
}

Bound Bound::booleans() {
  Bound bound = of(Cell::of(false));
  bound.add(Cell::of(true));
  return bound;
}

void Bound::add(const Cell& value) {
  const auto place = std::ranges::lower_bound(
      values_, value, [](const Cell& a, const Cell& b) { return compare(a, b) < 0; });
  if (place != values_.end() && is_same(*place, value)) return;
  values_.insert(place, value);
  drop_covered();
  limit();
}

void Bound::add(Range<std::int64_t> range) {
  if (range.low == range.high) return add(Cell::of(range.low));
  extend(integers_, range);
  drop_covered();
}

void Bound::add(Range<double> range) {
  if (is_same(Cell::of(range.low), Cell::of(range.high))) return add(Cell::of(range.low));
  extend(reals_, range);
  drop_covered();
}

void Bound::add_all_texts() {
  has_all_texts_ = true;
  drop_covered();
}

void Bound::add(const Bound& other) {
  if (other.integers_) add(*other.integers_);
  if (other.reals_) add(*other.reals_);
  if (other.has_all_texts_) add_all_texts();
  for (const Cell& value : other.values_) add(value);
}

/// Where there is a range of a kind, numbers of that kind extend it.
void Bound::drop_covered() {
  if (!integers_ && !reals_ && !has_all_texts_) return;
  std::erase_if(values_, [&](const Cell& value) {
    if (has_kind(value, Kind::Str)) return has_all_texts_;
    if (has_kind(value, Kind::Int) && integers_) {
      extend(integers_, {value.integer(), value.integer()});
      return true;
    }
    if (has_kind(value, Kind::Real) && reals_) {
      extend(reals_, {value.real(), value.real()});
      return true;
    }
    return false;
  });
}

void Bound::limit() {
  if (values_.size() <= kMostNumbers) return;
  if (static_cast<std::size_t>(std::ranges::count_if(values_, is_number)) > kMostNumbers) widen();
  const auto is_text = [](const Cell& value) { return has_kind(value, Kind::Str); };
  if (static_cast<std::size_t>(std::ranges::count_if(values_, is_text)) > kMostTexts)
    add_all_texts();
}

void Bound::widen() {
  for (const Kind kind : {Kind::Int, Kind::Real}) {
    const auto is_of_kind = [&](const Cell& value) { return has_kind(value, kind); };
    const auto first = std::ranges::find_if(values_, is_of_kind);
    if (first == values_.end()) continue;
    const auto end = std::find_if_not(first, values_.end(), is_of_kind);
    const auto last = std::prev(end);
    if (first == last) continue;
    if (kind == Kind::Int) {
      extend(integers_, {first->integer(), last->integer()});
    } else {
      extend(reals_, {first->real(), last->real()});
    }
    values_.erase(first, end);
  }
}

const Cell* Bound::only() const {
  const bool is_single = values_.size() == 1 && !integers_ && !reals_ && !has_all_texts_;
  return is_single ? values_.data() : nullptr;
}

bool Bound::can_be(Kind kind) const {
  const bool is_range = (kind == Kind::Int && integers_) || (kind == Kind::Real && reals_) ||
                        (kind == Kind::Str && has_all_texts_);
  return is_range ||
         std::ranges::any_of(values_, [&](const Cell& value) { return has_kind(value, kind); });
}

bool Bound::can_be_null() const { return std::ranges::any_of(values_, &Cell::is_null); }

bool Bound::is_always_null() const {
  return !values_.empty() && !integers_ && !reals_ && !has_all_texts_ &&
         std::ranges::all_of(values_, &Cell::is_null);
}

bool Bound::contains(const Cell& value) const {
  if (has_kind(value, Kind::Str) && has_all_texts_) return true;
  if (has_kind(value, Kind::Int) && integers_)
    return integers_->low <= value.integer() && value.integer() <= integers_->high;
  if (has_kind(value, Kind::Real) && reals_)
    return !is_before(value.real(), reals_->low) && !is_before(reals_->high, value.real());
  return std::ranges::any_of(values_, [&](const Cell& other) { return is_same(value, other); });
}

std::optional<Range<double>> Bound::as_numbers() const {
  std::optional<Range<double>> all = reals_;
  const auto add_number = [&](double low, double high) { extend(all, Range<double>{low, high}); };
  if (integers_)
    add_number(static_cast<double>(integers_->low), static_cast<double>(integers_->high));
  for (const Cell& value : values_) {
    if (value.is_null()) continue;
    if (!is_number(value)) return std::nullopt;
    const double number =
        value.kind == Kind::Int ? static_cast<double>(value.integer()) : value.real();
    add_number(number, number);
  }
  return has_all_texts_ ? std::nullopt : all;
}

bool operator==(const Bound& a, const Bound& b) {
  return a.integers_ == b.integers_ && a.has_all_texts_ == b.has_all_texts_ &&
         std::ranges::equal(a.values_, b.values_, is_same) &&
         a.reals_.has_value() == b.reals_.has_value() &&
         (!a.reals_ || (is_same(Cell::of(a.reals_->low), Cell::of(b.reals_->low)) &&
                        is_same(Cell::of(a.reals_->high), Cell::of(b.reals_->high))));
}

std::size_t Bound::hash() const {
  std::size_t hash = has_all_texts_ ? 1 : 0;
  const auto mix = [&](std::size_t more) {
    hash = (hash ^ more) * 0x9E3779B97F4A7C15 + (hash >> 29);
  };
  if (integers_) mix(std::hash<std::int64_t>()(integers_->low));
  if (reals_) mix(std::bit_cast<std::uint64_t>(reals_->low));
  for (const Cell& value : values_) {
    mix(value.null);
    if (value.is_null()) continue;
    mix(value.kind == Kind::Str ? std::hash<std::string_view>()(value.string()) : value.payload);
  }
  return hash;
}

}  // namespace seedc::bounds
