// The smallest changes of a request after which it lets the wanted item pass and no other: operands
// left out, conditions added at its top.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explain/logic.h"
#include "engine/suggest/bits.h"
#include "engine/suggest/cover.h"
#include "runtime/base/call.h"
#include "runtime/exec/planes.h"

namespace seedc::suggest {

/// An operand that is left out: argument number `arg` of the logic's node.
struct Drop {
  std::uint32_t node = 0;
  std::uint32_t arg = 0;

  friend bool operator==(const Drop&, const Drop&) = default;
};

struct Edit {
  std::vector<Drop> drops;
  std::vector<std::size_t> adds;  ///< candidates, by their number
  std::uint32_t cost = 0;

  std::size_t size() const { return drops.size() + adds.size(); }
};

struct EditTask {
  const explain::Logic& logic;
  const exec::Planes& conditions;  ///< planes 2c and 2c + 1 are those of condition c of the logic
  std::uint32_t wanted = 0;
  std::span<const Candidate> candidates;  ///< conditions that may be added, all met by the item
  std::size_t count = 3;
  std::size_t depth = 4;  ///< the largest number of changes in an edit
  base::Call call = {};
};

/// The smallest first, of equal size the cheapest. None contains another. At most two operands are
/// left out at once. Empty if there is none, and if the request does it as it is.
std::vector<Edit> smallest_edits(const EditTask& task);

/// The items that a request lets pass with those operands left out.
Bits passing(const explain::Logic& logic, const exec::Planes& conditions,
             std::span<const Drop> drops = {});

}  // namespace seedc::suggest
