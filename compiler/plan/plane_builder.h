// Builds plane programs: equal instructions are shared, and constants are folded.
#pragma once

#include <cstdint>
#include <unordered_map>

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
  static constexpr Plane kZero = 0;
  static constexpr Plane kOnes = 1;

  Plane add(contract::PlaneProgram::Op op, std::uint32_t a, std::uint32_t b);

  std::uint32_t input_count_;
  std::vector<contract::PlaneProgram::Inst> code_;
  std::unordered_map<std::uint64_t, Plane> known_[6];
};

}  // namespace seedc::plan
