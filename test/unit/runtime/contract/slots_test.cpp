// Which values share a slot, and how long the values of score programs live.
#include "runtime/contract/slots.h"

#include <gtest/gtest.h>

#include <random>

namespace seedc::contract {
namespace {

using language::Operation;

TEST(Slots, AreSharedOnlyByValuesThatAreNeverAliveTogether) {
  const std::vector<Lifetime> lifetimes = {{0, 2}, {1, 1}, {2, 3}, {3, 4}, {5, kForever}};
  const Slots slots = assign_slots(lifetimes);
  EXPECT_EQ(slots.of, (std::vector<std::uint32_t>{0, 1, 1, 0, 0}));
  EXPECT_EQ(slots.count, 2U);
}

TEST(Slots, AreAsManyAsValuesAreAliveAtOnce) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Lifetime> lifetimes;
    for (std::uint32_t begin = 0; begin < 40; begin += random() % 3)
      lifetimes.push_back({begin, begin + static_cast<std::uint32_t>(random() % 20)});
    const Slots slots = assign_slots(lifetimes);
    std::size_t most = 0;
    for (std::uint32_t time = 0; time < 64; ++time) {
      std::vector<std::uint32_t> taken;
      for (std::size_t i = 0; i < lifetimes.size(); ++i) {
        if (lifetimes[i].begin <= time && time <= lifetimes[i].end) taken.push_back(slots.of[i]);
      }
      most = std::max(most, taken.size());
      std::ranges::sort(taken);
      EXPECT_TRUE(std::ranges::adjacent_find(taken) == taken.end());
    }
    EXPECT_EQ(slots.count, most);
  }
}

/// rows: %0 a load, %1 a load of the item, %2 = %0 + %1, %3 the sum of %2; item: %4 = -%3
/// rows: %5 a load, %6 the sum of %5;                                      item: %7 = %4 + %6
ScoreProgram two_loops() {
  ScoreProgram program;
  program.code = {{.op = Operation::Load, .is_per_row = true, .a = 0},
                  {.op = Operation::Load, .a = 1},
                  {.op = Operation::Add, .is_per_row = true, .a = 0, .b = 1},
                  {.op = Operation::Sum, .b = 2, .ledger = 0},
                  {.op = Operation::Neg, .a = 3},
                  {.op = Operation::Load, .is_per_row = true, .a = 0},
                  {.op = Operation::Sum, .b = 5, .ledger = 1},
                  {.op = Operation::Add, .a = 4, .b = 6}};
  program.phases = {{4, 5}, {7, 8}};
  program.outputs = {7};
  return program;
}

TEST(Slots, ALoopNeedsItsItemValuesUntilItsEnd) {
  const std::vector<Lifetime> lifetimes = lifetimes_of(two_loops());
  EXPECT_EQ(lifetimes[0], (Lifetime{0, 2})) << "a row value, until its reader";
  EXPECT_EQ(lifetimes[1], (Lifetime{0, 3})) << "an item value, for all rows";
  EXPECT_EQ(lifetimes[2], (Lifetime{2, 3}));
  EXPECT_EQ(lifetimes[3], (Lifetime{0, 4})) << "a sum, from the first row";
  EXPECT_EQ(lifetimes[4], (Lifetime{4, 7})) << "across the second loop";
  EXPECT_EQ(lifetimes[6], (Lifetime{5, 7}));
  EXPECT_EQ(lifetimes[7], (Lifetime{7, kForever}));
}

}  // namespace
}  // namespace seedc::contract
