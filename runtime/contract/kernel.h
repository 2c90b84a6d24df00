// The ABI between compiled code and the runtime: planes, the plane program, and the prototype of
// its kernel.
//
// A *plane* has one bit per item: bit i % 64 of word i / 64. A tri-value takes two planes, `yes`
// (+1) and `no` (-1); an item with neither bit is 0, and no item has both. Planes are 64-byte
// aligned and padded with zero bits to a whole number of 512-bit blocks (8 words); kernels may
// write arbitrary bits to the padding of their outputs, which callers clear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seedc::contract {

constexpr std::size_t kPlaneBlockWords = 8;

/// Straight-line code over planes, one word at a time; both backends run it. Values are numbered in
/// code order: instruction k defines value k.
struct PlaneProgram {
  enum class Op : std::uint8_t {
    Input,   ///< input plane number a
    Zero,    ///< no items
    Ones,    ///< all items
    And,     ///< value a & value b
    Or,      ///< value a | value b
    AndNot,  ///< value a & ~value b
  };
  struct Inst {
    Op op;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };
  std::vector<Inst> code;
  /// Output plane k is value outputs[k].
  std::vector<std::uint32_t> outputs;
  /// The number of input planes that the code may refer to.
  std::uint32_t input_count = 0;
};

/// Runs a plane program over words [first_word, first_word + word_count), where both arguments are
/// multiples of kPlaneBlockWords. Thread-safe for disjoint ranges of words.
using PlaneKernel = void (*)(const std::uint64_t* const* inputs, std::uint64_t* const* outputs,
                             std::uint64_t first_word, std::uint64_t word_count);

}  // namespace seedc::contract
