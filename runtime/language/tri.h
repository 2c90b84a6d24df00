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

/// Which places of `k` sets or more, k from 1 to their number, have the bit: the sets are added bit
/// by bit, and the sums compared with `k`. `ops.without(a, b)` is a and not b. Takes some seven
/// operations a set.
template <class Ops, class Bits>
Bits in_at_least(Ops&& ops, std::size_t k, std::vector<Bits> sets) {
  const auto differ = [&](const Bits& a, const Bits& b) {
    return ops.without(ops.either(a, b), ops.both(a, b));
  };
  std::optional<Bits> enough;  // whether the digits so far are; absent as long as none of k is 1
  for (; !sets.empty(); k /= 2) {
    std::vector<Bits> carries;
    while (sets.size() > 1) {
      const Bits a = sets.back();
      const Bits b = sets[sets.size() - 2];
      sets.resize(sets.size() - 2);
      Bits digit = differ(a, b);
      Bits carry = ops.both(a, b);
      if (!sets.empty()) {
        carry = ops.either(carry, ops.both(digit, sets.back()));
        digit = differ(digit, sets.back());
        sets.pop_back();
      }
      carries.push_back(carry);
      sets.push_back(digit);
    }
    if (k % 2 == 1) {
      enough = enough ? ops.both(sets.front(), *enough) : sets.front();
    } else if (enough) {
      enough = ops.either(sets.front(), *enough);
    }
    sets = std::move(carries);
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
  return {in_at_least(ops, k, std::move(yes)), in_at_least(ops, too_few, std::move(no))};
}

/// The same value everywhere. `all` and `none` are the bits of all and of none.
template <class Bits>
constexpr TriBits<Bits> tri_bits(Tri value, Bits all, Bits none) {
  return {value == Tri::Yes ? all : none, value == Tri::No ? all : none};
}

}  // namespace seedc::language
