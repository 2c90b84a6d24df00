// Leaves operands out, one or two at a time, and covers the items that the rest lets pass.
#include "engine/suggest/edits.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "runtime/language/tri.h"

namespace seedc::suggest {
namespace {

using explain::LogicNode;
using Op = LogicNode::Op;
using TriPlane = language::TriBits<Bits>;

/// What it costs to leave an operand out: less than to add a condition.
constexpr std::uint32_t kDropCost = 8;
/// With more operands than this, only one is left out at a time.
constexpr std::size_t kMostPaired = 64;
constexpr std::uint64_t kStepsPerEdit = 20'000;

class Evaluation {
 public:
  Evaluation(const explain::Logic& logic, const exec::Planes& conditions,
             std::span<const Drop> drops)
      : logic_(logic), conditions_(conditions), drops_(drops) {}

  Bits passing() {
    for (std::uint32_t node = 0; node < logic_.nodes.size(); ++node)
      values_.push_back(value_of(node));
    return std::move(values_.back().yes);
  }

 private:
  TriPlane value_of(std::uint32_t number) const {
    const LogicNode& node = logic_.nodes[number];
    if (node.op == Op::Condition) return condition(node.condition);
    if (node.op == Op::Not) return !values_[node.args.front()];
    std::vector<TriPlane> args;
    for (std::uint32_t arg = 0; arg < node.args.size(); ++arg) {
      if (std::ranges::find(drops_, Drop{number, arg}) == drops_.end())
        args.push_back(values_[node.args[arg]]);
    }
    if (args.empty()) return {none(), none()};
    if (node.op == Op::AtLeast) return language::at_least(BitsOps(), node.k, args);
    TriPlane result = std::move(args.front());
    for (std::size_t i = 1; i < args.size(); ++i) {
      result = node.op == Op::And ? language::both(BitsOps(), result, args[i])
                                  : language::either(BitsOps(), result, args[i]);
    }
    return result;
  }

  TriPlane condition(std::uint32_t number) const {
    const Bits all = all_items(conditions_.item_count());
    const auto plane = [&](std::size_t at) {
      const std::uint64_t* words = conditions_.pointers()[at];
      return both(BitsView(words, all.size()), all);
    };
    return {plane(2 * std::size_t{number}), plane(2 * std::size_t{number} + 1)};
  }

  Bits none() const { return no_items(conditions_.item_count()); }

  const explain::Logic& logic_;
  const exec::Planes& conditions_;
  std::span<const Drop> drops_;
  std::vector<TriPlane> values_;  ///< of each node
};

/// Operands without which their operator still has one, or as many as it asks for.
std::vector<Drop> droppable(const explain::Logic& logic) {
  std::vector<Drop> drops;
  for (std::uint32_t number = 0; number < logic.nodes.size(); ++number) {
    const LogicNode& node = logic.nodes[number];
    const std::size_t least = node.op == Op::AtLeast ? node.k : 1;
    if (node.op == Op::Condition || node.op == Op::Not || node.args.size() <= least) continue;
    for (std::uint32_t arg = 0; arg < node.args.size(); ++arg) drops.push_back({number, arg});
  }
  return drops;
}

/// Whether both can be left out together.
bool may_pair(const explain::Logic& logic, const Drop& one, const Drop& other) {
  if (one.node != other.node) return true;
  const LogicNode& node = logic.nodes[one.node];
  return node.args.size() > (node.op == Op::AtLeast ? node.k : 1) + 1;
}

class Editor {
 public:
  explicit Editor(const EditTask& task) : task_(task) {}

  std::vector<Edit> go() {
    const std::vector<Drop> drops = droppable(task_.logic);
    try_drops({});
    for (const Drop& drop : drops) try_drops({drop});
    for (std::size_t i = 0; drops.size() <= kMostPaired && i < drops.size(); ++i) {
      for (std::size_t j = i + 1; j < drops.size(); ++j) {
        if (may_pair(task_.logic, drops[i], drops[j])) try_drops({drops[i], drops[j]});
      }
    }
    std::ranges::stable_sort(edits_, {}, [](const Edit& edit) {
      return std::tuple(edit.size(), edit.cost, edit.drops.size());
    });
    if (edits_.size() > task_.count) edits_.resize(task_.count);
    return std::move(edits_);
  }

 private:
  void try_drops(std::vector<Drop> drops) {
    task_.call.check();
    if (drops.size() > task_.depth) return;
    Bits extra = passing(task_.logic, task_.conditions, drops);
    if (!has(extra, task_.wanted)) return;
    remove(extra, task_.wanted);
    const Covers covers = cheapest_covers({.candidates = task_.candidates,
                                           .others = extra,
                                           .count = task_.count,
                                           .depth = task_.depth - drops.size(),
                                           .steps = kStepsPerEdit,
                                           .call = task_.call});
    for (const Cover& cover : covers.covers) {
      Edit edit{.drops = drops,
                .adds = cover.chosen,
                .cost = cover.cost + kDropCost * static_cast<std::uint32_t>(drops.size())};
      if (edit.size() > 0 && !contains_another(edit)) edits_.push_back(std::move(edit));
    }
  }

  /// Edits with fewer operands left out are there already.
  bool contains_another(const Edit& edit) const {
    return std::ranges::any_of(edits_, [&](const Edit& other) {
      const auto is_in = [](const auto& part, const auto& whole) {
        return std::ranges::all_of(
            part, [&](const auto& each) { return std::ranges::find(whole, each) != whole.end(); });
      };
      return is_in(other.drops, edit.drops) && is_in(other.adds, edit.adds);
    });
  }

  const EditTask& task_;
  std::vector<Edit> edits_;
};

}  // namespace

Bits passing(const explain::Logic& logic, const exec::Planes& conditions,
             std::span<const Drop> drops) {
  return Evaluation(logic, conditions, drops).passing();
}

std::vector<Edit> smallest_edits(const EditTask& task) { return Editor(task).go(); }

}  // namespace seedc::suggest
