// The solver against all assignments, on random clauses that are added one after the other.
#include "engine/prove/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace seedc::prove {
namespace {

using namespace std::chrono_literals;
using Clause = std::vector<Literal>;

bool is_satisfied(const std::vector<Clause>& clauses, std::uint32_t assignment) {
  return std::ranges::all_of(clauses, [&](const Clause& clause) {
    return std::ranges::any_of(clause, [&](Literal literal) {
      return (assignment >> (literal / 2) & 1U) != (literal & 1U);
    });
  });
}

bool is_satisfiable(const std::vector<Clause>& clauses, std::uint32_t variables) {
  for (std::uint32_t assignment = 0; assignment < 1U << variables; ++assignment) {
    if (is_satisfied(clauses, assignment)) return true;
  }
  return false;
}

TEST(Solver, AgreesWithAllAssignments) {
  constexpr std::uint32_t kVariables = 9;
  std::mt19937_64 engine(1);
  base::Call call;
  std::size_t contradictions = 0;
  for (int round = 0; round < 300; ++round) {
    Budget budget(call, Budget::Clock::now() + 10s);
    Solver solver;
    for (std::uint32_t i = 0; i < kVariables; ++i) solver.new_variable();
    std::vector<Clause> clauses;
    for (int count = 0; count < 60; ++count) {
      Clause clause;
      for (std::uint64_t size = 1 + (engine() % 8 + 2) / 3; size > 0; --size)
        clause.push_back(static_cast<Literal>(engine() % (2 * kVariables)));
      clauses.push_back(clause);
      solver.add(clause);
      const auto outcome = solver.solve(budget);
      const bool expected = is_satisfiable(clauses, kVariables);
      ASSERT_EQ(outcome == Solver::Outcome::Satisfied, expected) << round << ", " << count;
      if (!expected) {
        ++contradictions;
        break;
      }
      std::uint32_t assignment = 0;
      for (std::uint32_t i = 0; i < kVariables; ++i)
        assignment |= solver.is_true(2 * i) ? 1U << i : 0U;
      ASSERT_TRUE(is_satisfied(clauses, assignment));
    }
  }
  EXPECT_GT(contradictions, 200U);
}

TEST(Solver, PigeonsDoNotFit) {
  base::Call call;
  Budget budget(call, Budget::Clock::now() + 10s);
  constexpr std::uint32_t kHoles = 6;
  Solver solver;
  std::vector<std::vector<Literal>> in(kHoles + 1);
  for (auto& pigeon : in) {
    for (std::uint32_t hole = 0; hole < kHoles; ++hole) pigeon.push_back(solver.new_variable());
    solver.add(pigeon);
  }
  for (std::uint32_t hole = 0; hole < kHoles; ++hole) {
    for (std::uint32_t a = 0; a <= kHoles; ++a) {
      for (std::uint32_t b = 0; b < a; ++b)
        solver.add({negation(in[a][hole]), negation(in[b][hole])});
    }
  }
  EXPECT_EQ(solver.solve(budget), Solver::Outcome::Unsatisfiable);
}

TEST(Solver, FindsTheFirstSolutionByPreference) {
  base::Call call;
  Budget budget(call, Budget::Clock::now() + 10s);
  Solver solver;
  const Literal a = solver.new_variable(), b = solver.new_variable(), c = solver.new_variable();
  solver.add({negation(a), negation(b)});
  solver.add({negation(a), negation(c)});
  solver.prefer({b, a, c});
  ASSERT_EQ(solver.solve(budget), Solver::Outcome::Satisfied);
  EXPECT_TRUE(solver.is_true(b) && !solver.is_true(a) && solver.is_true(c));
  solver.exclude({negation(b)});
  ASSERT_EQ(solver.solve(budget), Solver::Outcome::Satisfied);
  EXPECT_TRUE(!solver.is_true(b) && solver.is_true(a) && !solver.is_true(c));
}

}  // namespace
}  // namespace seedc::prove
