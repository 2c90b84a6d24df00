// What turns a result: `smallest_changes` and `near_misses` against every assignment of values, on
// small random requests in which conditions occur again, with NOT, AT_LEAST, and AND and OR of
// nothing.
// SEEDC_WHY_ROUNDS says how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/explain/changes.h"
#include "engine/explain/near_misses.h"
#include "test/differential/harness.h"
#include "test/differential/random.h"
#include "test/support/planes.h"

namespace seedc::differential {
namespace {

using Op = explain::LogicNode::Op;
using Values = std::vector<language::Tri>;
using Set = std::vector<std::uint32_t>;

constexpr language::Tri kValues[] = {language::Tri::No, language::Tri::Unknown, language::Tri::Yes};

language::Tri plain_value(const explain::Logic& logic, std::uint32_t number, const Values& values);

/// Semantics.md section 4, by counting.
language::Tri plain_at_least(const explain::Logic& logic, const explain::LogicNode& node,
                             const Values& values) {
  std::size_t yes = 0;
  std::size_t not_no = 0;
  for (const std::uint32_t arg : node.args) {
    const language::Tri value = plain_value(logic, arg, values);
    yes += value == language::Tri::Yes ? 1 : 0;
    not_no += value != language::Tri::No ? 1 : 0;
  }
  if (yes >= node.k) return language::Tri::Yes;
  return not_no < node.k ? language::Tri::No : language::Tri::Unknown;
}

/// The rest of it, by minimum and maximum.
language::Tri plain_value(const explain::Logic& logic, std::uint32_t number, const Values& values) {
  const explain::LogicNode& node = logic.nodes[number];
  if (node.op == Op::Condition) return values[node.condition];
  if (node.op == Op::Not) return !plain_value(logic, node.args[0], values);
  if (node.args.empty()) return language::Tri::Unknown;
  if (node.op == Op::AtLeast) return plain_at_least(logic, node, values);
  language::Tri result = node.op == Op::And ? language::Tri::Yes : language::Tri::No;
  for (const std::uint32_t arg : node.args) {
    const language::Tri value = plain_value(logic, arg, values);
    result = node.op == Op::And ? std::min(result, value) : std::max(result, value);
  }
  return result;
}

bool is_yes(const explain::Logic& logic, const Values& values) {
  return plain_value(logic, static_cast<std::uint32_t>(logic.nodes.size() - 1), values) ==
         language::Tri::Yes;
}

explain::Logic random_logic(Random& random, std::size_t conditions) {
  explain::Logic logic;
  for (std::uint32_t c = 0; c < conditions; ++c)
    logic.nodes.push_back({.name = {}, .condition = c});
  for (std::size_t count = random.between(1, 7); count > 0; --count) {
    explain::LogicNode node{.op = random.chance(20)   ? Op::Not
                                  : random.chance(30) ? Op::AtLeast
                                  : random.chance(50) ? Op::And
                                                      : Op::Or,
                            .name = {}};
    const bool may_be_empty = node.op == Op::And || node.op == Op::Or;
    const std::size_t args = node.op == Op::Not                 ? 1
                             : may_be_empty && random.chance(6) ? 0
                                                                : random.between(1, 5);
    if (node.op == Op::AtLeast) node.k = random.between(1, args);
    // Mostly late nodes, so that requests become deep.
    const std::size_t first = random.chance(60) ? logic.nodes.size() / 2 : 0;
    for (std::size_t i = 0; i < args; ++i) {
      node.args.push_back(
          static_cast<std::uint32_t>(random.between(first, logic.nodes.size() - 1)));
    }
    logic.nodes.push_back(std::move(node));
  }
  return logic;
}

Values random_values(Random& random, std::size_t conditions) {
  Values values;
  for (std::size_t i = 0; i < conditions; ++i) values.push_back(kValues[random.below(3)]);
  return values;
}

/// All assignments of values to conditions.
std::vector<Values> assignments(std::size_t conditions) {
  std::vector<Values> all = {{}};
  for (std::size_t i = 0; i < conditions; ++i) {
    std::vector<Values> longer;
    for (const Values& values : all) {
      for (const language::Tri value : kValues) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// The smallest sets of conditions that some assignment changes to turn the result.
std::set<Set> plain_smallest(const explain::Logic& logic, const Values& now) {
  const bool was_yes = is_yes(logic, now);
  std::set<Set> found;
  std::size_t least = now.size();
  for (const Values& values : assignments(now.size())) {
    if (is_yes(logic, values) == was_yes) continue;
    Set changed;
    for (std::uint32_t c = 0; c < now.size(); ++c) {
      if (values[c] != now[c]) changed.push_back(c);
    }
    least = std::min(least, changed.size());
    found.insert(std::move(changed));
  }
  std::erase_if(found, [&](const Set& set) { return set.size() > least; });
  return found;
}

Set conditions_of(const std::vector<explain::Change>& changes) {
  Set set;
  for (const explain::Change& change : changes) set.push_back(change.condition);
  std::ranges::sort(set);
  return set;
}

/// Whether the result turns for every choice of the values that the changes need.
bool turn_it(const explain::Logic& logic, const Values& now,
             const std::vector<explain::Change>& changes) {
  std::vector<Values> all = {now};
  for (const explain::Change& change : changes) {
    std::vector<Values> next;
    for (const Values& values : all) {
      for (const language::Tri value : change.needs) {
        next.push_back(values);
        next.back()[change.condition] = value;
      }
    }
    all = std::move(next);
  }
  return !all.empty() && std::ranges::all_of(all, [&](const Values& values) {
    return is_yes(logic, values) != is_yes(logic, now);
  });
}

/// Of several values that turn the result, a set has those that come first: yes before no, in the
/// order of the request.
bool is_plainest(const explain::Logic& logic, const Values& now,
                 const std::vector<explain::Change>& changes) {
  for (const Values& values : assignments(changes.size())) {
    Values others = now;
    for (std::size_t i = 0; i < changes.size(); ++i) others[changes[i].condition] = values[i];
    if (!is_yes(logic, others)) continue;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (values[i] == changes[i].needs.front()) continue;
      if (values[i] > changes[i].needs.front()) return false;
      break;
    }
  }
  return true;
}

TEST(Why, SmallestChangesAreThoseOfAllAssignments) {
  const std::uint64_t rounds = setting("SEEDC_WHY_ROUNDS", 20'000);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    Random random(round);
    const std::size_t conditions = random.between(1, 6);
    const explain::Logic logic = random_logic(random, conditions);
    const Values now = random_values(random, conditions);
    const explain::SmallestChanges smallest = explain::smallest_changes(logic, now);
    const std::set<Set> expected = plain_smallest(logic, now);
    ASSERT_EQ(smallest.outcome, expected.empty() ? explain::SmallestChanges::Outcome::Impossible
                                                 : explain::SmallestChanges::Outcome::Found)
        << "round " << round;
    ASSERT_FALSE(smallest.has_more);
    std::set<Set> found;
    for (const std::vector<explain::Change>& changes : smallest.sets) {
      ASSERT_EQ(changes.size(), smallest.size);
      ASSERT_TRUE(turn_it(logic, now, changes)) << "round " << round;
      if (!is_yes(logic, now) && changes.size() > 1) {
        ASSERT_TRUE(is_plainest(logic, now, changes)) << "round " << round;
      }
      found.insert(conditions_of(changes));
    }
    ASSERT_EQ(found, expected) << "round " << round;
    ASSERT_EQ(found.size(), smallest.sets.size()) << "round " << round;
  }
}

/// The effect of one change: each condition with all the values that change the result.
std::map<std::uint32_t, std::set<language::Tri>> plain_single_changes(const explain::Logic& logic,
                                                                      const Values& now) {
  std::map<std::uint32_t, std::set<language::Tri>> found;
  for (std::uint32_t c = 0; c < now.size(); ++c) {
    for (const language::Tri value : kValues) {
      Values values = now;
      values[c] = value;
      if (is_yes(logic, values) != is_yes(logic, now)) found[c].insert(value);
    }
  }
  return found;
}

TEST(Why, NearMissesAreThoseOfAllItems) {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Random random(round);
    const std::size_t conditions = random.between(1, 6);
    const explain::Logic logic = random_logic(random, conditions);
    const auto item_count = static_cast<std::uint32_t>(random.between(1, 150));
    exec::Planes planes(2 * conditions, item_count);
    std::vector<Values> items;
    for (std::uint32_t item = 0; item < item_count; ++item) {
      items.push_back(random_values(random, conditions));
      for (std::size_t c = 0; c < conditions; ++c) {
        const language::Tri value = items[item][c];
        if (value == language::Tri::Unknown) continue;
        const std::size_t plane = 2 * c + (value == language::Tri::Yes ? 0 : 1);
        support::set_bit(planes, plane, item);
      }
    }
    const auto gold = static_cast<std::uint32_t>(random.below(item_count));
    const explain::NearMisses misses = explain::near_misses(logic, planes, gold);
    std::size_t next = 0;
    for (std::uint32_t item = 0; item < item_count; ++item) {
      const bool is_left_out = item == gold && is_yes(logic, items[item]);
      const auto expected = plain_single_changes(logic, items[item]);
      if (is_left_out || expected.empty()) continue;
      ASSERT_LT(next, misses.items.size()) << "round " << round;
      const explain::NearMisses::Item& found = misses.items[next++];
      ASSERT_EQ(found.item, item) << "round " << round;
      std::map<std::uint32_t, std::set<language::Tri>> changes;
      for (const explain::Change& change : found.changes) {
        EXPECT_EQ(change.now, items[item][change.condition]);
        changes[change.condition] = {change.needs.begin(), change.needs.end()};
      }
      ASSERT_EQ(changes, expected) << "round " << round << " item " << item;
    }
    ASSERT_EQ(next, misses.items.size()) << "round " << round;
  }
}

}  // namespace
}  // namespace seedc::differential
