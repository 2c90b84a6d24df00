// Tri-values: the result of every condition, and the logic that joins them (semantics.md,
// introduction and section 4). This is the one definition of that logic: AND is the minimum of
// -1 < 0 < 1, OR the maximum, NOT the opposite.
//
// Many tri-values at once are two sets of bits, `yes` and `no`, in which no bit is set twice. The
// same logic on them is written for any bits: `ops` says how to join two sets (words of a machine,
// or planes that a program is built of).
#pragma once

#include <algorithm>
#include <cstdint>

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

/// The same value everywhere. `all` and `none` are the bits of all and of none.
template <class Bits>
constexpr TriBits<Bits> tri_bits(Tri value, Bits all, Bits none) {
  return {value == Tri::Yes ? all : none, value == Tri::No ? all : none};
}

}  // namespace seedc::language
