// A request made of candidates: conditions joined by AND and OR.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/suggest/bits.h"
#include "engine/suggest/cover.h"

namespace seedc::suggest {

struct Tree {
  enum class Op : std::uint8_t { One, And, Or };
  Op op = Op::One;
  std::size_t candidate = 0;  ///< One: its number
  std::vector<Tree> args = {};

  friend bool operator==(const Tree&, const Tree&) = default;

  static Tree one(std::size_t candidate) { return {.op = Op::One, .candidate = candidate}; }
  /// A single argument is returned as it is.
  static Tree join(Op op, std::vector<Tree> args);
  static Tree all_of(std::span<const std::size_t> candidates);
};

/// The items that the request lets pass.
Bits passing(const Tree& tree, std::span<const Candidate> candidates);

/// How many conditions it has, and the sum of their costs.
std::size_t size_of(const Tree& tree);
std::uint32_t cost_of(const Tree& tree, std::span<const Candidate> candidates);

}  // namespace seedc::suggest
