// The smallest solutions against all assignments, on random clauses of literals that are counted.
#include "engine/prove/smallest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <set>

namespace seedc::prove {
namespace {

constexpr std::uint32_t kCounted = 8;
using Sets = std::set<std::uint32_t>;  // of variables, as bits
/// The positive clauses, as bits: one of the variables of each must be true.
using Clauses = std::vector<std::uint32_t>;

Clauses random_clauses(std::mt19937_64& engine) {
  Clauses clauses;
  for (std::uint64_t count = engine() % 7; count > 0; --count)
    clauses.push_back(static_cast<std::uint32_t>(engine() & engine() & 0xff));
  return clauses;
}

/// Those that meet all clauses with the fewest variables.
Sets plain_smallest(const Clauses& clauses) {
  Sets found;
  for (std::uint32_t set = 0; set < 1U << kCounted; ++set) {
    if (std::ranges::all_of(clauses, [&](std::uint32_t clause) { return (clause & set) != 0; }))
      found.insert(set);
  }
  int least = kCounted;
  for (const std::uint32_t set : found) least = std::min(least, std::popcount(set));
  std::erase_if(found, [&](std::uint32_t set) { return std::popcount(set) > least; });
  return found;
}

SmallestTask task_of(const Clauses& clauses) {
  SmallestTask task;
  for (std::uint32_t i = 0; i < kCounted; ++i) task.counted.push_back(task.clauses.new_variable());
  task.groups = task.counted;
  for (const std::uint32_t clause : clauses) {
    std::vector<Literal> literals;
    for (std::uint32_t i = 0; i < kCounted; ++i) {
      if ((clause >> i & 1U) != 0) literals.push_back(task.counted[i]);
    }
    task.clauses.add(literals);
  }
  // One more where a clause is open, as long as there is one that may close it.
  task.estimate = [counted = task.counted, clauses](const Solver& solver) {
    std::uint32_t yes = 0, no = 0;
    for (std::uint32_t i = 0; i < kCounted; ++i) {
      if (solver.is_true(counted[i])) yes |= 1U << i;
      if (solver.is_true(negation(counted[i]))) no |= 1U << i;
    }
    double more = 0;
    for (const std::uint32_t clause : clauses) {
      if ((clause & ~no) == 0) return std::numeric_limits<double>::infinity();
      if ((clause & yes) == 0) more = 1;
    }
    return std::popcount(yes) + more;
  };
  return task;
}

Sets sets_of(const Smallest& found) {
  Sets sets;
  for (const std::vector<std::size_t>& solution : found.solutions) {
    std::uint32_t set = 0;
    for (const std::size_t number : solution) set |= 1U << number;
    sets.insert(set);
  }
  return sets;
}

TEST(Smallest, SolutionsAreThoseOfAllAssignments) {
  std::mt19937_64 engine(1);
  std::size_t impossible = 0;
  for (int round = 0; round < 2000; ++round) {
    const Clauses clauses = random_clauses(engine);
    base::Call call;
    Budget budget(call, Budget::Clock::time_point::max());
    const Smallest found = smallest_solutions(task_of(clauses), budget);
    const Sets expected = plain_smallest(clauses);
    if (expected.empty()) ++impossible;
    ASSERT_EQ(found.outcome,
              expected.empty() ? Smallest::Outcome::Impossible : Smallest::Outcome::Found);
    ASSERT_EQ(sets_of(found), expected) << round;
    ASSERT_EQ(found.solutions.size(), expected.size());
    ASSERT_TRUE(std::ranges::is_sorted(found.solutions));
    ASSERT_FALSE(found.has_more);
  }
  EXPECT_GT(impossible, 100U);
}

TEST(Smallest, LimitsAreSaid) {
  SmallestTask task = task_of({0x0f, 0xf0});
  task.most = 16;
  base::Call call;
  Budget budget(call, Budget::Clock::time_point::max());
  EXPECT_FALSE(smallest_solutions(task, budget).has_more);
  task.most = 15;
  const Smallest found = smallest_solutions(task, budget);
  EXPECT_EQ(found.solutions.size(), 15U);
  EXPECT_TRUE(found.has_more);
  Budget none(call, Budget::Clock::time_point::max(), 1);
  none.spend(1);
  const Smallest given_up = smallest_solutions(task, none);
  EXPECT_EQ(given_up.outcome, Smallest::Outcome::GaveUp);
  EXPECT_EQ(given_up.size, 1U);
}

}  // namespace
}  // namespace seedc::prove
