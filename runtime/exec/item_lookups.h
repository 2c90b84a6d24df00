// Conditions on items as planes: each has been decided once per distinct value of a column. The
// code is the same for every plan, so both backends share it.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/data/model/packed_codes.h"

namespace seedc::exec {

/// A condition: item i has value number codes[i], and verdicts[codes[i]] is its tri-value, with bit
/// 0 set for +1, bit 1 for -1. Does not own the arrays.
struct ItemLookup {
  data::PackedCodes codes;  ///< padded to whole blocks with code 0
  const std::uint8_t* verdicts;
};

/// Lookup k writes planes 2k (yes) and 2k + 1 (no), words [first_word, first_word + word_count),
/// where both are multiples of kPlaneBlockWords. Thread-safe for disjoint ranges of words.
void look_up_items(std::span<const ItemLookup> lookups, std::uint64_t* const* planes,
                   std::uint64_t first_word, std::uint64_t word_count);

}  // namespace seedc::exec
