// Sets of items as bits, 64 to a word: the smallest part of what searches on planes share.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace seedc::suggest {

/// One bit per item; bits beyond the last item are 0.
using Bits = std::vector<std::uint64_t>;
/// The same, owned by someone else.
using BitsView = std::span<const std::uint64_t>;

inline Bits no_items(std::size_t item_count) { return Bits((item_count + 63) / 64); }

inline Bits all_items(std::size_t item_count) {
  Bits bits((item_count + 63) / 64, ~std::uint64_t{0});
  if (item_count % 64 != 0) bits.back() = (std::uint64_t{1} << (item_count % 64)) - 1;
  return bits;
}

inline bool has(BitsView bits, std::size_t item) {
  return (bits[item / 64] >> (item % 64) & 1) != 0;
}
inline void add(Bits& bits, std::size_t item) {
  bits[item / 64] |= std::uint64_t{1} << (item % 64);
}
inline void remove(Bits& bits, std::size_t item) {
  bits[item / 64] &= ~(std::uint64_t{1} << (item % 64));
}

inline bool is_empty(BitsView bits) {
  for (const std::uint64_t word : bits) {
    if (word != 0) return false;
  }
  return true;
}

inline std::size_t count(BitsView bits) {
  std::size_t total = 0;
  for (const std::uint64_t word : bits) total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

/// Keeps what `others` has as well.
inline void keep(Bits& bits, BitsView others) {
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= others[i];
}

inline Bits both(BitsView a, BitsView b) {
  Bits result(a.begin(), a.end());
  keep(result, b);
  return result;
}

inline Bits either(BitsView a, BitsView b) {
  Bits result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] |= b[i];
  return result;
}

/// What the logic of many tri-values at once (runtime/language/tri.h) needs of sets.
struct BitsOps {
  static Bits both(const Bits& a, const Bits& b) { return suggest::both(a, b); }
  static Bits either(const Bits& a, const Bits& b) { return suggest::either(a, b); }
  static Bits without(const Bits& a, const Bits& b) {
    Bits result = a;
    for (std::size_t i = 0; i < a.size(); ++i) result[i] &= ~b[i];
    return result;
  }
};

/// Whether they have an item in common.
inline bool meet(BitsView a, BitsView b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

/// Whether `b` has all of `a`.
inline bool is_within(BitsView a, BitsView b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & ~b[i]) != 0) return false;
  }
  return true;
}

/// Calls `visit` with each item, in order.
template <class Visit>
void for_each_item(BitsView bits, const Visit& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t word = bits[i]; word != 0; word &= word - 1)
      visit(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
  }
}

}  // namespace seedc::suggest
