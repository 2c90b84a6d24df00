// Tri-values: the result of every condition, and the logic that joins them (semantics.md,
// introduction and section 4). This is the one definition of that logic: AND is the minimum of
// -1 < 0 < 1, OR the maximum, NOT the opposite.
//
// Many tri-values at once are two sets of bits, `yes` and `no`, in which no bit is set twice. The
// same logic on them is written for any bits: `ops` says how to join two sets (words of a machine,
// or planes that a program is built of).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace seedc::language {

enum class Tri : std::int8_t { No = -1, Unknown = 0, Yes = 1 };

constexpr Tri tri_of(bool value) { return value ? Tri::Yes : Tri::No; }

constexpr Tri operator!(Tri value) { return static_cast<Tri>(-static_cast<int>(value)); }
constexpr Tri both(Tri a, Tri b) { return std::min(a, b); }
constexpr Tri either(Tri a, Tri b) { return std::max(a, b); }

template <class Bits>
struct TriBits {
  Bits yes;
  Bits no;
  friend constexpr TriBits operator!(const TriBits& value) { return {value.no, value.yes}; }
};

template <class Ops, class Bits>
constexpr TriBits<Bits> both(Ops&& ops, const TriBits<Bits>& a, const TriBits<Bits>& b) {
  return {ops.both(a.yes, b.yes), ops.either(a.no, b.no)};
}
template <class Ops, class Bits>
constexpr TriBits<Bits> either(Ops&& ops, const TriBits<Bits>& a, const TriBits<Bits>& b) {
  return {ops.either(a.yes, b.yes), ops.both(a.no, b.no)};
}

/// At least `k` of the values, k from 1 to their number: the k-th greatest. AND and OR are the
/// least and the greatest.
inline Tri at_least(std::size_t k, std::vector<Tri> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(values.begin(), at, values.end(), std::greater());
  return *at;
}

/// Counts in how many sets each bit is, in binary, with at most three sets of each digit at a time.
template <class Ops, class Bits>
class SetCounter {
 public:
  explicit SetCounter(Ops& ops) : ops_(ops) {}

  /// Adds a set whose bits count 2^`digit` each.
  void add(Bits set, std::size_t digit = 0) {
    for (;; ++digit) {
      if (digit == digits_.size()) digits_.emplace_back();
      std::vector<Bits>& same = digits_[digit];
      same.push_back(std::move(set));
      if (same.size() < 3) return;
      const Bits two = differ(same[0], same[1]);
      set = ops_.either(ops_.both(same[0], same[1]), ops_.both(two, same[2]));
      same = {differ(two, same[2])};
    }
  }

  /// The digits of the counts, the lowest first. At least one set was added.
  std::vector<Bits> take() && {
    std::vector<Bits> sums;
    for (std::size_t digit = 0; digit < digits_.size(); ++digit) {
      const std::vector<Bits> same = std::move(digits_[digit]);
      sums.push_back(same.size() == 1 ? same[0] : differ(same[0], same[1]));
      if (same.size() == 2) add(ops_.both(same[0], same[1]), digit + 1);
    }
    return sums;
  }

 private:
  Bits differ(const Bits& a, const Bits& b) const {
    return ops_.without(ops_.either(a, b), ops_.both(a, b));
  }

  Ops& ops_;
  std::vector<std::vector<Bits>> digits_;
};

/// Which places of `k` sets or more, k from 1 to their number, have the bit: the counts are
/// compared with `k`. `ops.without(a, b)` is a and not b. Takes some nine operations a set.
template <class Ops, class Bits>
Bits in_at_least(Ops&& ops, std::size_t k, const std::vector<Bits>& sets) {
  SetCounter<std::remove_reference_t<Ops>, Bits> counter(ops);
  for (const Bits& set : sets) counter.add(set);
  std::optional<Bits> enough;  // whether the digits so far are; absent as long as none of k is 1
  for (const Bits& digit : std::move(counter).take()) {
    if (k % 2 == 1) {
      enough = enough ? ops.both(digit, *enough) : digit;
    } else if (enough) {
      enough = ops.either(digit, *enough);
    }
    k /= 2;
  }
  return *enough;
}

/// The same for bits: enough are +1, or so many are -1 that too few are left.
template <class Ops, class Bits>
TriBits<Bits> at_least(Ops&& ops, std::size_t k, const std::vector<TriBits<Bits>>& values) {
  std::vector<Bits> yes, no;
  for (const TriBits<Bits>& value : values) {
    yes.push_back(value.yes);
    no.push_back(value.no);
  }
  const std::size_t too_few = values.size() - k + 1;
  return {in_at_least(ops, k, yes), in_at_least(ops, too_few, no)};
}

/// The same value everywhere. `all` and `none` are the bits of all and of none.
template <class Bits>
constexpr TriBits<Bits> tri_bits(Tri value, Bits all, Bits none) {
  return {value == Tri::Yes ? all : none, value == Tri::No ? all : none};
}

}  // namespace seedc::language
