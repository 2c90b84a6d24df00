// Builds plane programs: equal instructions are shared, and constants are folded.
#pragma once

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
  static constexpr Plane kZero = 0;
  static constexpr Plane kOnes = 1;

  Plane add(contract::PlaneProgram::Op op, std::uint32_t a, std::uint32_t b);
  /// Where in `places_` an instruction is, or may be put.
  std::size_t place_of(const contract::PlaneProgram::Inst& inst) const;
  void double_places();

  std::uint32_t input_count_;
  std::vector<contract::PlaneProgram::Inst> code_;
  /// A hash table of the instructions that were added: a power of two of places, at most half of
  /// them taken, the others zero.
  std::vector<Plane> places_;
};

}  // namespace seedc::plan
