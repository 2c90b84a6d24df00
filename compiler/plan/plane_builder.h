// Builds plane programs: equal instructions are shared, and constants are folded.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/contract/kernel.h"

namespace seedc::plan {

class PlaneBuilder {
 public:
  using Plane = std::uint32_t;

  explicit PlaneBuilder(std::uint32_t input_count);

  Plane zero() const { return kZero; }
  Plane ones() const { return kOnes; }
  Plane input(std::uint32_t number);
  Plane both(Plane a, Plane b);
  Plane either(Plane a, Plane b);
  Plane without(Plane a, Plane b);  ///< a and not b

  /// The program that computes `outputs`, without unneeded instructions.
  contract::PlaneProgram finish(const std::vector<Plane>& outputs) const;

 private:
  /// The operation and its operands.
  using Key = std::array<std::uint32_t, 3>;
  /// Seeded, since programs choose what they compute.
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  static constexpr Plane kZero = 0;
  static constexpr Plane kOnes = 1;

  Plane add(contract::PlaneProgram::Op op, std::uint32_t a, std::uint32_t b);

  std::uint32_t input_count_;
  std::vector<contract::PlaneProgram::Inst> code_;
  tsl::robin_map<Key, Plane, KeyHash> known_;
};

}  // namespace seedc::plan
