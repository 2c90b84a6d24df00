// Requests of a given shape that single an item out: the shapes of a benchmark's groups, in which
// an OR gives the item several ways to meet the request, and nobody else one.
//
// A request of plain conditions comes first (cover.h). One or two of its conditions are then
// widened: an alternative may join `b` in OR(b, c) if none of the items that the rest lets pass
// meets it. So no condition of an AND can be left out, and every alternative is met by some item,
// but by none that the rest lets pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/suggest/bits.h"
#include "engine/suggest/cover.h"
#include "engine/suggest/tree.h"
#include "runtime/base/call.h"

namespace seedc::suggest {

enum class Shape : std::uint8_t {
  Plain,     ///< AND(a, b)
  Several,   ///< AND(a, b, c)
  Choice,    ///< AND(a, OR(b, c))
  Choices,   ///< AND(a, OR(b, c, d))
  Pairs,     ///< AND(a, OR(AND(b, c), AND(d, e))), with an `a` or without
  Chain,     ///< AND(OR(b, c), OR(d, e)), with an `a` or without
  Uneven,    ///< AND(a, OR(b, AND(c, d)))
  Required,  ///< Plain, with one of certain conditions
};

struct ShapeTask {
  Shape shape = Shape::Plain;
  std::span<const Candidate> candidates;  ///< each is met by some item
  std::vector<std::size_t> met;           ///< those that the wanted item meets, without repetition
  std::vector<std::size_t> alternatives;  ///< those that it does not meet, but an OR may have
  std::vector<std::size_t> required;      ///< Required: one of these, all of them met
  std::vector<Tree> known{};              ///< Plain: found before, by cost; none is given up for
                                          ///< another that is not cheaper
  BitsView others;
  std::size_t count = 1;
  std::size_t depth = 5;
  std::uint64_t steps = CoverTask::kSteps;
  base::Call call = {};
};

struct Shaped {
  std::vector<Tree> trees;  ///< by cost
  bool is_complete = true;  ///< the search for plain conditions was not ended by its steps
};

/// Of Plain the cheapest; of other shapes the cheapest that widen one of the cheapest of Plain.
Shaped shaped_requests(const ShapeTask& task);

}  // namespace seedc::suggest
