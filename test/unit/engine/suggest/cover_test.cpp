// Covers and shapes, compared with every set of conditions that there is.
#include "engine/suggest/cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>

#include "engine/suggest/shapes.h"

namespace seedc::suggest {
namespace {

/// The planes of a random world, and the candidates that refer to them.
struct World {
  std::size_t items = 0;
  std::vector<Bits> planes;
  std::vector<Candidate> candidates;
  Bits others;  ///< all items but the last
};

World random_world(std::mt19937& random, std::size_t most_items, std::size_t most_candidates) {
  const auto upto = [&](std::size_t most) { return random() % most + 1; };
  World world{.items = upto(most_items)};
  const std::size_t candidates = upto(most_candidates);
  const unsigned density = static_cast<unsigned>(upto(9));
  for (std::size_t i = 0; i < candidates; ++i) {
    Bits& plane = world.planes.emplace_back(no_items(world.items));
    for (std::size_t item = 0; item < world.items; ++item) {
      if (random() % 10 < density || item + 1 == world.items) add(plane, item);
    }
  }
  for (const Bits& plane : world.planes)
    world.candidates.push_back({static_cast<std::uint32_t>(10 + random() % 6), plane});
  world.others = all_items(world.items);
  remove(world.others, world.items - 1);
  return world;
}

bool covers(const World& world, std::span<const std::size_t> chosen) {
  Bits left = world.others;
  for (const std::size_t each : chosen) keep(left, world.candidates[each].passes);
  return is_empty(left);
}

std::vector<std::size_t> chosen_of(std::size_t set) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; set >> i != 0; ++i) {
    if ((set >> i & 1) != 0) chosen.push_back(i);
  }
  return chosen;
}

std::uint32_t cost_of_set(const World& world, std::span<const std::size_t> chosen) {
  std::uint32_t cost = 0;
  for (const std::size_t each : chosen) cost += world.candidates[each].cost;
  return cost;
}

/// The costs of all irredundant covers from `least` to `depth` conditions that have `fixed`, the
/// cheapest first.
std::vector<std::uint32_t> all_costs(const World& world, std::span<const std::size_t> fixed,
                                     std::size_t least, std::size_t depth) {
  std::vector<std::uint32_t> costs;
  for (std::size_t set = 0; set < std::size_t{1} << world.candidates.size(); ++set) {
    const std::vector<std::size_t> chosen = chosen_of(set);
    const bool has_fixed = std::ranges::all_of(
        fixed, [&](std::size_t each) { return std::ranges::find(chosen, each) != chosen.end(); });
    if (!has_fixed || chosen.size() < least || chosen.size() > depth) continue;
    if (!covers(world, chosen) || has_redundant(world.candidates, chosen, world.others)) continue;
    costs.push_back(cost_of_set(world, chosen));
  }
  std::ranges::sort(costs);
  return costs;
}

TEST(Cover, FindsWhatAllSetsTogetherHave) {
  std::mt19937 random(20261125);
  std::size_t with_covers = 0;
  for (int round = 0; round < 4000; ++round) {
    const World world = random_world(random, round % 4 == 0 ? 200 : 12, 10);
    CoverTask task{.candidates = world.candidates, .others = world.others};
    task.count = random() % 4 + 1;
    task.depth = random() % 5 + 1;
    task.least_size = random() % 3 == 0 ? 2 : 0;
    if (random() % 3 == 0) task.fixed = {random() % world.candidates.size()};
    std::vector<std::uint32_t> expected = all_costs(world, task.fixed, task.least_size, task.depth);
    if (random() % 3 == 0) task.below = static_cast<std::uint32_t>(15 + random() % 40);
    std::erase_if(expected, [&](std::uint32_t cost) { return cost >= task.below; });
    if (expected.size() > task.count) expected.resize(task.count);
    const Covers found = cheapest_covers(task);
    ASSERT_TRUE(found.is_complete);
    std::vector<std::uint32_t> costs;
    for (const Cover& cover : found.covers) {
      costs.push_back(cover.cost);
      ASSERT_EQ(cover.cost, cost_of_set(world, cover.chosen)) << "round " << round;
      ASSERT_TRUE(covers(world, cover.chosen)) << "round " << round;
      ASSERT_FALSE(has_redundant(world.candidates, cover.chosen, world.others));
    }
    ASSERT_EQ(costs, expected) << "round " << round;
    if (!costs.empty()) ++with_covers;
  }
  EXPECT_GT(with_covers, 1000U);
}

TEST(Cover, IsFoundAmongMoreItemsThanTheSearchBeginsWith) {
  constexpr std::size_t kItems = 3000;
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    World world = random_world(random, 1, 1);
    world.items = kItems;
    world.planes.assign(12, no_items(kItems));
    for (Bits& plane : world.planes) {
      for (std::size_t item = 0; item < kItems; ++item) {
        if (random() % 4 == 0 || item + 1 == kItems) add(plane, item);
      }
    }
    world.candidates.clear();
    for (const Bits& plane : world.planes) world.candidates.push_back({10, plane});
    world.others = all_items(kItems);
    remove(world.others, kItems - 1);
    const auto expected = all_costs(world, {}, 0, 8);
    const Covers found =
        cheapest_covers({.candidates = world.candidates, .others = world.others, .depth = 8});
    ASSERT_EQ(found.covers.size(), expected.empty() ? 0U : 1U);
    if (!expected.empty()) {
      EXPECT_EQ(found.covers.front().cost, expected.front());
    }
  }
}

TEST(Cover, OfNobodyIsEmpty) {
  const Bits nobody = no_items(1);
  const Covers found = cheapest_covers({.candidates = {}, .others = nobody});
  ASSERT_EQ(found.covers.size(), 1U);
  EXPECT_TRUE(found.covers.front().chosen.empty());
}

TEST(Cover, SaysWhenItsStepsEnded) {
  std::mt19937 random(3);
  const World world = random_world(random, 200, 10);
  const Covers found = cheapest_covers(
      {.candidates = world.candidates, .others = world.others, .count = 1000, .steps = 1});
  EXPECT_FALSE(found.is_complete);
}

TEST(Cover, TwinsAreThoseThatAllLetPass) {
  const Bits a = {0b1011}, b = {0b1110}, others = {0b0111};
  const std::vector<Candidate> candidates = {{10, a}, {10, b}};
  EXPECT_EQ(inseparable(candidates, others), Bits{0b0010});
}

/// What is known already stays, unless there is something cheaper.
TEST(Shapes, KeepWhatIsKnown) {
  const Bits a = {0b101}, b = {0b110}, c = {0b100}, others = {0b011};
  const auto shape = [&](std::uint32_t cost_of_c) {
    const std::vector<Candidate> candidates = {{10, a}, {10, b}, {cost_of_c, c}};
    const std::size_t known[] = {0, 1};
    ShapeTask task{.candidates = candidates, .met = {0, 1, 2}, .others = others};
    task.known = {Tree::all_of(known)};
    return shaped_requests(task).trees;
  };
  EXPECT_EQ(shape(20).front().args.size(), 2U);
  EXPECT_EQ(shape(19).front(), Tree::one(2));
  EXPECT_EQ(shape(19).size(), 1U);
}

/// The operators at the top of a request and below, as letters.
std::string picture(const Tree& tree) {
  if (tree.op == Tree::Op::One) return "x";
  std::string text = tree.op == Tree::Op::And ? "A(" : "O(";
  for (const Tree& arg : tree.args) text += picture(arg);
  return text + ")";
}

/// Whether an operand of an AND could be left out.
bool has_needless_operand(const Tree& tree, std::span<const Candidate> candidates,
                          BitsView others) {
  if (tree.op != Tree::Op::And) return false;
  for (std::size_t i = 0; i < tree.args.size(); ++i) {
    Tree rest = tree;
    rest.args.erase(rest.args.begin() + static_cast<std::ptrdiff_t>(i));
    if (!meet(passing(rest, candidates), others)) return true;
  }
  return false;
}

TEST(Shapes, AreThoseAskedForAndSingleOut) {
  struct Asked {
    Shape shape;
    std::vector<std::string> pictures;  ///< up to the number of anchors
  };
  const std::vector<Asked> all = {{Shape::Several, {"A(xxx)", "A(xxxx)", "A(xxxxx)"}},
                                  {Shape::Choice, {"A(xO(xx))", "A(xxO(xx))", "A(xxxO(xx))"}},
                                  {Shape::Choices, {"A(xO(xxx))", "A(xxO(xxx))"}},
                                  {Shape::Pairs, {"O(A(xx)A(xx))", "A(xO(A(xx)A(xx)))"}},
                                  {Shape::Chain, {"A(O(xx)O(xx))", "A(xO(xx)O(xx))"}},
                                  {Shape::Uneven, {"A(xO(xA(xx)))", "A(xxO(xA(xx)))"}}};
  std::mt19937 random(11);
  std::vector<std::size_t> found(all.size());
  for (int round = 0; round < 600; ++round) {
    const World world = random_world(random, 40, 14);
    std::vector<std::size_t> met;
    for (std::size_t i = 0; i < world.candidates.size(); ++i) met.push_back(i);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Shaped shaped = shaped_requests({.shape = all[i].shape,
                                             .candidates = world.candidates,
                                             .met = met,
                                             .others = world.others,
                                             .count = 3});
      for (const Tree& tree : shaped.trees) {
        ++found[i];
        ASSERT_NE(std::ranges::find(all[i].pictures, picture(tree)), all[i].pictures.end())
            << picture(tree);
        ASSERT_FALSE(meet(passing(tree, world.candidates), world.others));
        ASSERT_FALSE(has_needless_operand(tree, world.candidates, world.others));
      }
    }
  }
  for (const std::size_t count : found) EXPECT_GT(count, 20U);
}

}  // namespace
}  // namespace seedc::suggest
