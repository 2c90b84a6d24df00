// Sets each condition in turn to each value, and evaluates the request again.
#include "engine/explain/near_misses.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "engine/explain/logic_values.h"

namespace seedc::explain {
namespace {

using Op = LogicNode::Op;

/// 64 items' values.
using TriWord = language::TriBits<std::uint64_t>;

struct WordOps {
  static std::uint64_t both(std::uint64_t a, std::uint64_t b) { return a & b; }
  static std::uint64_t either(std::uint64_t a, std::uint64_t b) { return a | b; }
  static std::uint64_t without(std::uint64_t a, std::uint64_t b) { return a & ~b; }
};

TriWord all_of(language::Tri value) {
  return language::tri_bits(value, ~std::uint64_t{0}, std::uint64_t{0});
}

class Finder {
 public:
  Finder(const Logic& logic, const exec::Planes& planes, std::optional<std::uint32_t> gold,
         const base::Call& call)
      : logic_(logic), planes_(planes), gold_(gold), call_(call) {
    std::unordered_set<std::uint32_t> seen;
    for (const LogicNode& node : logic.nodes) {
      if (node.op == Op::Condition && seen.insert(node.condition).second)
        conditions_.push_back(node.condition);
    }
    values_.resize(logic.nodes.size());
  }

  NearMisses go() {
    misses_.gave_up = steps() > kMostNearMissSteps;
    for (std::uint64_t word = 0; word * 64 < planes_.item_count(); ++word) look_at(word);
    return std::move(misses_);
  }

 private:
  double steps() const {
    std::size_t places = logic_.nodes.size();
    for (const LogicNode& node : logic_.nodes) places += node.args.size();
    return static_cast<double>(places) * static_cast<double>(conditions_.size()) *
           static_cast<double>(std::size(kValues)) * static_cast<double>(planes_.item_count()) / 64;
  }

  void look_at(std::uint64_t word) {
    call_.check();
    const TriWord now = evaluate(word, kNoCondition, language::Tri::Unknown);
    misses_.matches += static_cast<std::uint64_t>(std::popcount(now.yes & items_of(word)));
    if (misses_.gave_up) return;
    const std::uint64_t wanted = items_of(word) & ~(now.yes & right_matches(word));
    if (wanted == 0) return;
    found_.clear();
    for (const std::uint32_t condition : conditions_) {
      for (const language::Tri value : kValues) try_value(word, condition, value, now, wanted);
    }
    add_items(word, now);
  }

  void try_value(std::uint64_t word, std::uint32_t condition, language::Tri value, TriWord now,
                 std::uint64_t wanted) {
    std::uint64_t turned = (evaluate(word, condition, value).yes ^ now.yes) & wanted;
    for (; turned != 0; turned &= turned - 1)
      found_.push_back({std::countr_zero(turned), condition, value});
  }

  /// Groups what was found by items; of each, the conditions come in order.
  void add_items(std::uint64_t word, TriWord now) {
    std::ranges::stable_sort(found_, {}, &Turn::bit);
    for (const Turn& turn : found_) {
      const auto item =
          static_cast<std::uint32_t>(word * 64 + static_cast<std::uint64_t>(turn.bit));
      if (misses_.items.empty() || misses_.items.back().item != item)
        misses_.items.push_back({.item = item, .now = value_at(now, turn.bit), .changes = {}});
      std::vector<Change>& changes = misses_.items.back().changes;
      if (changes.empty() || changes.back().condition != turn.condition) {
        const language::Tri before = value_at(condition_word(word, turn.condition), turn.bit);
        changes.push_back({.condition = turn.condition, .now = before, .needs = {}});
      }
      changes.back().needs.push_back(turn.value);
    }
  }

  /// The request's values where one condition has the same value everywhere.
  TriWord evaluate(std::uint64_t word, std::uint32_t fixed, language::Tri value) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const LogicNode& node = logic_.nodes[i];
      if (node.op == Op::Condition) {
        values_[i] = node.condition == fixed ? all_of(value) : condition_word(word, node.condition);
      } else if (node.op == Op::Not) {
        values_[i] = !values_[node.args.front()];
      } else {
        values_[i] = joined(node);
      }
    }
    return values_.back();
  }

  TriWord joined(const LogicNode& node) const {
    if (node.args.empty()) return all_of(kOfNothing);
    if (node.op == Op::AtLeast) {
      std::vector<TriWord> args;
      for (const std::uint32_t arg : node.args) args.push_back(values_[arg]);
      return language::at_least(WordOps(), node.k, args);
    }
    const bool is_and = node.op == Op::And;
    TriWord result = all_of(is_and ? language::Tri::Yes : language::Tri::No);
    for (const std::uint32_t arg : node.args) {
      result = is_and ? language::both(WordOps(), result, values_[arg])
                      : language::either(WordOps(), result, values_[arg]);
    }
    return result;
  }

  TriWord condition_word(std::uint64_t word, std::uint32_t condition) const {
    return {planes_.pointers()[2 * condition][word], planes_.pointers()[2 * condition + 1][word]};
  }

  static language::Tri value_at(TriWord word, int bit) {
    if ((word.yes >> bit & 1) != 0) return language::Tri::Yes;
    return (word.no >> bit & 1) != 0 ? language::Tri::No : language::Tri::Unknown;
  }

  std::uint64_t items_of(std::uint64_t word) const {
    const std::uint64_t left = planes_.item_count() - word * 64;
    return left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
  }

  /// The items that may match.
  std::uint64_t right_matches(std::uint64_t word) const {
    if (!gold_) return ~std::uint64_t{0};
    return *gold_ / 64 == word ? std::uint64_t{1} << (*gold_ % 64) : 0;
  }

  /// An item's result turns when the condition has the value.
  struct Turn {
    int bit;
    std::uint32_t condition;
    language::Tri value;
  };
  static constexpr std::uint32_t kNoCondition = ~std::uint32_t{0};

  const Logic& logic_;
  const exec::Planes& planes_;
  std::optional<std::uint32_t> gold_;
  const base::Call& call_;
  std::vector<std::uint32_t> conditions_;  ///< distinct, in order
  std::vector<TriWord> values_;            ///< of each node
  std::vector<Turn> found_;
  NearMisses misses_;
};

}  // namespace

NearMisses near_misses(const Logic& logic, const exec::Planes& conditions,
                       std::optional<std::uint32_t> gold, const base::Call& call) {
  return Finder(logic, conditions, gold, call).go();
}

}  // namespace seedc::explain
