// Changes of requests, compared with every change that there is.
#include "engine/suggest/edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "engine/explain/logic_values.h"
#include "test/support/planes.h"

namespace seedc::suggest {
namespace {

using explain::Logic;
using explain::LogicNode;
using language::Tri;

constexpr std::uint32_t kItems = 7;
constexpr std::uint32_t kConditions = 5;

struct EditWorld {
  Logic logic;
  exec::Planes planes = exec::Planes(2 * kConditions, kItems);
  std::vector<Bits> added;
  std::vector<Candidate> candidates;
};

EditWorld random_edit_world(std::mt19937& random) {
  EditWorld world;
  for (std::uint32_t c = 0; c < kConditions; ++c) {
    for (std::uint32_t item = 0; item < kItems; ++item) {
      const unsigned value = static_cast<unsigned>(random() % 3);
      if (value != 2) support::set_bit(world.planes, 2 * c + value, item);
    }
    world.logic.nodes.push_back({.op = LogicNode::Op::Condition, .name = {}, .condition = c});
  }
  const unsigned operators = static_cast<unsigned>(random() % 3 + 1);
  for (unsigned i = 0; i < operators; ++i) {
    constexpr LogicNode::Op kOps[] = {LogicNode::Op::And, LogicNode::Op::Or, LogicNode::Op::Not,
                                      LogicNode::Op::AtLeast};
    LogicNode node{.op = kOps[random() % 4], .name = {}};
    const unsigned args =
        node.op == LogicNode::Op::Not ? 1 : static_cast<unsigned>(random() % 3 + 1);
    for (unsigned arg = 0; arg < args; ++arg) {
      const bool is_last = arg == 0 && i > 0;
      node.args.push_back(static_cast<std::uint32_t>(
          is_last ? world.logic.nodes.size() - 1 : random() % world.logic.nodes.size()));
    }
    if (node.op == LogicNode::Op::AtLeast) node.k = random() % args + 1;
    world.logic.nodes.push_back(std::move(node));
  }
  for (unsigned i = 0; i < 4; ++i) {
    Bits& plane = world.added.emplace_back(no_items(kItems));
    for (std::uint32_t item = 0; item < kItems; ++item) {
      if (item == 0 || random() % 2 == 0) add(plane, item);
    }
  }
  for (const Bits& plane : world.added) world.candidates.push_back({10, plane});
  return world;
}

/// The request's value at an item, with operands left out.
Tri value_at(const EditWorld& world, std::uint32_t item, std::span<const Drop> drops) {
  Logic logic = world.logic;
  std::vector<Drop> later_first(drops.begin(), drops.end());
  std::ranges::sort(later_first, std::greater(), &Drop::arg);
  for (const Drop& drop : later_first) {
    auto& args = logic.nodes[drop.node].args;
    args.erase(args.begin() + drop.arg);
  }
  std::vector<Tri> values;
  for (std::uint32_t c = 0; c < kConditions; ++c)
    values.push_back(exec::PlaneValues(world.planes, 2 * c)[item]);
  return explain::node_values(logic, values).back();
}

/// Whether item 0 alone matches after the changes.
bool singles_out(const EditWorld& world, std::span<const Drop> drops,
                 std::span<const std::size_t> adds) {
  for (std::uint32_t item = 0; item < kItems; ++item) {
    bool matches = value_at(world, item, drops) == Tri::Yes;
    for (const std::size_t each : adds) matches = matches && has(world.added[each], item);
    if (matches != (item == 0)) return false;
  }
  return true;
}

/// All sets of at most two operands that may be left out.
std::vector<std::vector<Drop>> drop_sets(const Logic& logic) {
  std::vector<Drop> all;
  for (std::uint32_t node = 0; node < logic.nodes.size(); ++node) {
    for (std::uint32_t arg = 0; arg < logic.nodes[node].args.size(); ++arg)
      all.push_back({node, arg});
  }
  std::vector<std::vector<Drop>> sets = {{}};
  for (const Drop& one : all) sets.push_back({one});
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) sets.push_back({all[i], all[j]});
  }
  std::erase_if(sets, [&](const std::vector<Drop>& set) {
    return std::ranges::any_of(set, [&](const Drop& drop) {
      const LogicNode& node = logic.nodes[drop.node];
      const auto dropped =
          static_cast<std::size_t>(std::ranges::count(set, drop.node, &Drop::node));
      const std::size_t least = node.op == LogicNode::Op::AtLeast ? node.k : 1;
      return node.op == LogicNode::Op::Not || node.args.size() < least + dropped;
    });
  });
  return sets;
}

std::optional<std::size_t> smallest_of_all(const EditWorld& world, std::size_t depth) {
  std::optional<std::size_t> smallest;
  for (const std::vector<Drop>& drops : drop_sets(world.logic)) {
    for (std::size_t set = 0; set < std::size_t{1} << world.candidates.size(); ++set) {
      std::vector<std::size_t> adds;
      for (std::size_t i = 0; i < world.candidates.size(); ++i) {
        if ((set >> i & 1) != 0) adds.push_back(i);
      }
      const std::size_t size = drops.size() + adds.size();
      if (size == 0 || size > depth || (smallest && size >= *smallest)) continue;
      if (singles_out(world, drops, adds)) smallest = size;
    }
  }
  return smallest;
}

TEST(Edits, TheSmallestOfAllChangesIsFound) {
  std::mt19937 random(20261125);
  std::size_t found = 0;
  for (int round = 0; round < 6000; ++round) {
    const EditWorld world = random_edit_world(random);
    if (singles_out(world, {}, {})) continue;
    const std::size_t depth = random() % 4 + 1;
    const std::vector<Edit> edits = smallest_edits({.logic = world.logic,
                                                    .conditions = world.planes,
                                                    .wanted = 0,
                                                    .candidates = world.candidates,
                                                    .count = 3,
                                                    .depth = depth});
    const std::optional<std::size_t> expected = smallest_of_all(world, depth);
    ASSERT_EQ(edits.empty(), !expected) << "round " << round;
    if (edits.empty()) continue;
    ++found;
    ASSERT_EQ(edits.front().size(), *expected) << "round " << round;
    for (const Edit& edit : edits)
      ASSERT_TRUE(singles_out(world, edit.drops, edit.adds)) << "round " << round;
  }
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace seedc::suggest
