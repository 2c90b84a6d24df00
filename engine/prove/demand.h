// What a search asks of conditions: that the value of each is one of some.
#pragma once

#include <cstdint>

#include "runtime/language/conditions.h"

namespace seedc::prove {

/// Some of the three values.
class TriSet {
 public:
  static constexpr TriSet all() { return TriSet(7); }
  static constexpr TriSet of(language::Tri value) {
    return TriSet(static_cast<std::uint8_t>(1U << (static_cast<int>(value) + 1)));
  }
  constexpr bool has(language::Tri value) const { return (bits_ & of(value).bits_) != 0; }
  constexpr TriSet without(language::Tri value) const {
    return TriSet(static_cast<std::uint8_t>(bits_ & ~of(value).bits_));
  }
  friend constexpr TriSet operator&(TriSet a, TriSet b) {
    return TriSet(static_cast<std::uint8_t>(a.bits_ & b.bits_));
  }
  friend constexpr bool operator==(TriSet, TriSet) = default;

 private:
  explicit constexpr TriSet(std::uint8_t bits) : bits_(bits) {}
  std::uint8_t bits_;
};

/// The condition outlives this.
struct Demand {
  const language::Condition* condition = nullptr;
  TriSet allowed = TriSet::all();
};

}  // namespace seedc::prove
