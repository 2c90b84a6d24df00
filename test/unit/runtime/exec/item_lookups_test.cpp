// Compares lookups of items with the tri-values they stand for.
#include "runtime/exec/item_lookups.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>
#include <vector>

#include "runtime/exec/planes.h"

namespace seedc::exec {
namespace {

using Random = std::mt19937;

/// Lookups over random codes of each width, with tables at every alignment.
struct LookupCase {
  LookupCase(Random& random, std::size_t lookup_count, std::size_t words)
      : codes(lookup_count), tables(lookup_count) {
    for (std::size_t lookup = 0; lookup < lookup_count; ++lookup) {
      const std::size_t distinct = lookup % 3 == 0 ? 1 + random() % 7 : 1 + random() % 5000;
      for (std::size_t item = 0; item < words * 64; ++item) {
        codes[lookup].push_back(random() % distinct);
      }
      const std::size_t offset = lookup % 4;
      for (std::size_t value = 0; value < offset + distinct; ++value) {
        tables[lookup].push_back(random() % 3);
      }
      stored.push_back(data::packed(codes[lookup]));
      const data::PackedCodes as_stored(stored.back(), codes[lookup].size());
      lookups.push_back({lookup % 2 == 0 ? as_stored : data::PackedCodes(codes[lookup]),
                         tables[lookup].data() + offset});
    }
  }

  std::uint64_t expected(std::size_t plane, std::size_t word) const {
    const ItemLookup& lookup = lookups[plane / 2];
    std::uint64_t result = 0;
    for (std::size_t item = 0; item < 64; ++item) {
      const std::uint64_t verdict = lookup.verdicts[codes[plane / 2][word * 64 + item]];
      result |= (verdict >> (plane % 2) & 1) << item;
    }
    return result;
  }

  std::vector<std::vector<std::uint32_t>> codes;
  std::deque<std::string> stored;  ///< of half of the lookups, in fewer bytes
  std::vector<std::vector<std::uint8_t>> tables;
  std::vector<ItemLookup> lookups;
};

TEST(ItemLookups, AreTheVerdictsOfItems) {
  Random random(4);
  constexpr std::size_t kBlock = contract::kPlaneBlockWords;
  constexpr std::size_t kWords = 4 * kBlock;
  for (const std::size_t count : {0, 1, 2, 37}) {
    const LookupCase lookups(random, count, kWords);
    Planes planes(2 * count, kWords * 64);
    look_up_items(lookups.lookups, planes.pointers(), 0, 0);
    look_up_items(lookups.lookups, planes.pointers(), kBlock, 2 * kBlock);
    for (std::size_t plane = 0; plane < 2 * count; ++plane) {
      for (std::size_t word = 0; word < kWords; ++word) {
        const bool is_inside = word >= kBlock && word < 3 * kBlock;
        ASSERT_EQ(planes.pointers()[plane][word], is_inside ? lookups.expected(plane, word) : 0)
            << "plane " << plane << ", word " << word;
      }
    }
  }
}

}  // namespace
}  // namespace seedc::exec
