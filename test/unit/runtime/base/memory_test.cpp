// Budgets and charges.
#include "runtime/base/memory.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/base/call.h"

namespace seedc::base {
namespace {

TEST(MemoryBudget, LendsUpToItsLimit) {
  MemoryBudget budget(100);
  EXPECT_TRUE(budget.take(60));
  EXPECT_FALSE(budget.take(41));
  EXPECT_FALSE(budget.take(UINT64_MAX));
  EXPECT_TRUE(budget.take(40));
  EXPECT_EQ(budget.used(), 100U);
  budget.give_back(100);
  EXPECT_EQ(budget.used(), 0U);
}

TEST(MemoryBudget, CountsInTheWholeToo) {
  const auto whole = std::make_shared<MemoryBudget>(100);
  MemoryBudget one(80, whole), other(80, whole);
  EXPECT_TRUE(one.take(70));
  EXPECT_FALSE(other.take(40));
  EXPECT_EQ(other.used(), 0U);
  EXPECT_EQ(whole->used(), 70U);
  one.give_back(70);
  EXPECT_TRUE(other.take(40));
  EXPECT_EQ(whole->used(), 40U);
  EXPECT_EQ(MemoryBudget(1000, whole).limit(), 100U);
}

TEST(MemoryCharge, IsGivenBackWithItsLastCopy) {
  const auto budget = std::make_shared<MemoryBudget>(100);
  {
    MemoryCharge copy;
    {
      MemoryCharge charge(Call({.memory = budget}), "tests", 10);
      charge.add(20);
      copy = charge;
    }
    EXPECT_EQ(budget->used(), 30U);
    copy.set(5);
    EXPECT_EQ(budget->used(), 5U);
  }
  EXPECT_EQ(budget->used(), 0U);
}

TEST(MemoryCharge, IsAsBeforeAfterARefusal) {
  const auto budget = std::make_shared<MemoryBudget>(100);
  MemoryCharge charge(Call({.memory = budget}), "tests", 90);
  try {
    charge.set(101);
    FAIL();
  } catch (const OutOfBudget& refused) {
    EXPECT_EQ(refused.bytes(), 11U);
    EXPECT_EQ(refused.limit(), 100U);
    EXPECT_STREQ(refused.purpose(), "tests");
  }
  EXPECT_EQ(charge.bytes(), 90U);
  EXPECT_EQ(budget->used(), 90U);
}

TEST(MemoryCharge, CountsNothingWithoutAnAccount) {
  MemoryCharge charge(Call(), "tests", UINT64_MAX);
  charge.add(UINT64_MAX);
  EXPECT_FALSE(charge.counts());
  EXPECT_EQ(charge.bytes(), 0U);
}

TEST(MemoryCharge, KnowsWhatAVectorGrowsTo) {
  std::vector<int> vector;
  vector.reserve(8);
  vector.resize(6);
  EXPECT_EQ(bytes_of(vector), 8 * sizeof(int));
  EXPECT_EQ(bytes_to_grow(vector, 2), 8 * sizeof(int));
  EXPECT_EQ(bytes_to_grow(vector, 3), (8 + 16) * sizeof(int));
  EXPECT_EQ(bytes_to_grow(vector, 94), (8 + 100) * sizeof(int));
}

}  // namespace
}  // namespace seedc::base
