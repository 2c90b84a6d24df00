// A search for the cheapest ways to reach a goal, depth first with ever larger budgets.
//
// The request is to become +1, or to be no longer +1. A goal at a node is met by goals at so many
// of its arguments, all of them or one among others, until conditions have to have a value.
// Kleene's logic makes two things enough: to become +1 only changes to +1 and -1 help, to be no
// longer +1 a change to 0 is the strongest. Each budget is searched to its end, so that the first
// that has a way has all of the smallest ones.
//
// The bound that prunes: a condition that is reached on p paths counts 1/p on each of them, which
// is never more than the one change it takes. Where no condition occurs twice it is exact.
#include "engine/explain/flips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

#include "engine/explain/logic_values.h"

namespace seedc::explain {
namespace {

using Op = LogicNode::Op;

enum class Goal : std::uint8_t { Yes, No, NotYes, NotNo };
constexpr std::size_t kGoals = 4;

constexpr bool is_met(language::Tri value, Goal goal) {
  switch (goal) {
    case Goal::Yes:
      return value == language::Tri::Yes;
    case Goal::No:
      return value == language::Tri::No;
    case Goal::NotYes:
      return value != language::Tri::Yes;
    case Goal::NotNo:
      return value != language::Tri::No;
  }
  return false;
}

/// The value that meets a goal at a condition.
constexpr language::Tri aim(Goal goal) {
  if (goal == Goal::Yes) return language::Tri::Yes;
  return goal == Goal::No ? language::Tri::No : language::Tri::Unknown;
}

constexpr std::array kGoalsInOrder = {Goal::Yes, Goal::No, Goal::NotYes, Goal::NotNo};

/// By goal: what its argument has to meet for a NOT to meet it.
constexpr auto kNegated = [] {
  std::array<Goal, kGoals> negated{};
  for (const Goal goal : kGoalsInOrder) {
    const auto is_opposite = [&](Goal other) {
      return std::ranges::all_of(kValues, [&](language::Tri value) {
        return is_met(value, other) == is_met(!value, goal);
      });
    };
    negated[static_cast<std::size_t>(goal)] = *std::ranges::find_if(kGoalsInOrder, is_opposite);
  }
  return negated;
}();

constexpr Goal negated(Goal goal) { return kNegated[static_cast<std::size_t>(goal)]; }

/// How many of its arguments must meet the goal for a junction to meet it. AND is the AT_LEAST of
/// all, OR that of one; for its value to be low, too few may be high.
std::size_t needed(const LogicNode& node, Goal goal) {
  const std::size_t all = node.args.size();
  const std::size_t k = node.op == Op::And ? all : node.op == Op::Or ? 1 : node.k;
  return goal == Goal::Yes || goal == Goal::NotNo ? k : all - k + 1;
}

constexpr double kNever = std::numeric_limits<double>::infinity();

/// What is known of goals before the search.
class Bounds {
 public:
  Bounds(const Logic& logic, std::span<const language::Tri> conditions)
      : logic_(logic), conditions_(conditions) {
    count_paths();
    for (std::uint32_t node = 0; node < logic.nodes.size(); ++node) {
      for (std::size_t goal = 0; goal < kGoals; ++goal) add(node, static_cast<Goal>(goal));
    }
  }

  /// No fewer changes than that, rounded up; kNever if it cannot be met.
  double least(std::uint32_t node, Goal goal) const { return rows_[node].least[index(goal)]; }
  /// The same for `count` of these nodes.
  double least(std::span<const std::uint32_t> nodes, Goal goal, std::size_t count) const {
    if (count > nodes.size()) return kNever;
    std::vector<double> all;
    for (const std::uint32_t node : nodes) all.push_back(least(node, goal));
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(count) - 1);
    return std::accumulate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), 0.0);
  }
  /// Whether it is met already, and stays met whatever else is changed on the way.
  bool is_free(std::uint32_t node, Goal goal) const { return rows_[node].is_free[index(goal)]; }

 private:
  struct Row {
    double least[kGoals];
    bool is_free[kGoals];
  };
  static std::size_t index(Goal goal) { return static_cast<std::size_t>(goal); }

  void count_paths() {
    std::vector<double> paths(logic_.nodes.size(), 0);
    paths.back() = 1;
    for (std::size_t node = paths.size(); node-- > 0;) {
      const LogicNode& at = logic_.nodes[node];
      for (const std::uint32_t arg : at.args) paths[arg] += paths[node];
      if (at.op == Op::Condition) paths_[at.condition] += paths[node];
    }
    rows_.resize(logic_.nodes.size());
  }

  void add(std::uint32_t node, Goal goal) {
    const LogicNode& at = logic_.nodes[node];
    double& least = rows_[node].least[index(goal)];
    bool& is_free = rows_[node].is_free[index(goal)];
    const bool is_weak = goal == Goal::NotYes || goal == Goal::NotNo;
    if (at.op == Op::Condition) {
      const bool met = is_met(conditions_[at.condition], goal);
      const double paths = paths_.at(at.condition);
      least = met ? 0 : 1 / paths;
      is_free = met && (is_weak || paths <= 1);  // changes to 0 meet every weak goal
    } else if (at.op == Op::Not) {
      least = this->least(at.args.front(), negated(goal));
      is_free = this->is_free(at.args.front(), negated(goal));
    } else if (at.args.empty()) {
      is_free = is_met(kOfNothing, goal);
      least = is_free ? 0 : kNever;
    } else {
      add_junction(at, goal, least, is_free);
    }
  }

  void add_junction(const LogicNode& at, Goal goal, double& least, bool& is_free) const {
    const std::size_t count = needed(at, goal);
    least = this->least(at.args, goal, count);
    is_free = static_cast<std::size_t>(std::ranges::count_if(
                  at.args, [&](std::uint32_t arg) { return this->is_free(arg, goal); })) >= count;
  }

  const Logic& logic_;
  std::span<const language::Tri> conditions_;
  std::unordered_map<std::uint32_t, double> paths_;  ///< to each condition
  std::vector<Row> rows_;
};

/// One budget's search. It keeps its own stack: a request may be as deep as it likes.
class Search {
 public:
  /// The values that conditions are changed to, by set.
  using Found = std::map<std::vector<std::uint32_t>, std::vector<language::Tri>>;

  Search(const Logic& logic, std::span<const language::Tri> conditions, const Bounds& bounds,
         std::size_t budget, const FlipLimits& limits, std::uint64_t& steps, Found& found,
         const base::Call& call)
      : logic_(logic),
        conditions_(conditions),
        bounds_(bounds),
        budget_(static_cast<double>(budget)),
        limits_(limits),
        steps_(steps),
        found_(found),
        rounds_(call, kRoundsPerCheck) {}

  enum class End : std::uint8_t { Exhausted, Limited };

  End run(Goal goal) {
    const auto root = static_cast<std::uint32_t>(logic_.nodes.size() - 1);
    least_ = bounds_.least(root, goal);
    push(root, goal);
    while (true) {
      rounds_.step();
      if (is_over()) return End::Limited;
      const bool goes_on = agenda_ == kNothing ? record() : step();
      if (!goes_on && !backtrack()) return End::Exhausted;
    }
  }

  /// Whether some way was given up because of the budget alone: a larger one may find more.
  bool was_short() const { return was_short_; }

 private:
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  static constexpr std::uint32_t kRoundsPerCheck = 256;

  /// A goal that is still to be met, and the one after it. Lists share their ends.
  struct Task {
    std::uint32_t node;
    Goal goal;
    std::uint32_t next;
    /// 0 for the node itself; else that many of its arguments from `first_arg` on are to meet it.
    std::size_t count = 0;
    std::size_t first_arg = 0;
  };
  /// A goal that some of several arguments meet, and the state of the search at that point.
  struct Choice {
    std::uint32_t node;
    Goal goal;
    std::size_t count;
    std::size_t first_arg, next_arg;
    std::uint32_t agenda;
    std::size_t task_count, required_count, done_count;
    double least;
    std::size_t changes;
  };

  bool is_over() const { return steps_ >= limits_.steps || found_.size() > limits_.sets; }

  void push(std::uint32_t node, Goal goal, std::size_t count = 0, std::size_t first_arg = 0) {
    tasks_.push_back({node, goal, agenda_, count, first_arg});
    agenda_ = static_cast<std::uint32_t>(tasks_.size() - 1);
    ++steps_;
  }

  /// A way to the goal is found. There is never more to it: the search looks for the next.
  bool record() {
    std::vector<std::pair<std::uint32_t, language::Tri>> changes;
    for (const std::uint32_t condition : required_order_) {
      const language::Tri value = required_.at(condition);
      if (value != conditions_[condition]) changes.emplace_back(condition, value);
    }
    std::ranges::sort(changes);
    std::vector<std::uint32_t> set;
    std::vector<language::Tri> values;
    for (const auto& [condition, value] : changes) {
      set.push_back(condition);
      values.push_back(value);
    }
    found_.emplace(std::move(set), std::move(values));
    return false;
  }

  /// Works on the first goal of the agenda. False where this way leads nowhere.
  bool step() {
    ++steps_;
    const Task task = tasks_[agenda_];
    agenda_ = task.next;
    if (task.count > 0) return begin_choice(task.node, task.goal, task.count, task.first_arg);
    if (bounds_.is_free(task.node, task.goal)) return true;
    const std::uint64_t key =
        std::uint64_t{task.node} * kGoals + static_cast<std::uint64_t>(task.goal);
    if (!done_.emplace(key, true).second) return true;
    done_order_.push_back(key);
    const LogicNode& at = logic_.nodes[task.node];
    if (at.op == Op::Condition) return require(at.condition, task.goal);
    if (at.op == Op::Not) {
      push(at.args.front(), negated(task.goal));
      return true;
    }
    return begin_choice(task.node, task.goal, needed(at, task.goal), 0);
  }

  /// Has `count` of the arguments from `first_arg` on meet the goal.
  bool begin_choice(std::uint32_t node, Goal goal, std::size_t count, std::size_t first_arg) {
    const LogicNode& at = logic_.nodes[node];
    if (count == at.args.size() - first_arg) {
      for (std::size_t i = at.args.size(); i-- > first_arg;) push(at.args[i], goal);
      return true;
    }
    choices_.push_back({node, goal, count, first_arg, first_arg, agenda_, tasks_.size(),
                        required_order_.size(), done_order_.size(), least_, changes_});
    return choose();
  }

  /// Takes the next argument of the last choice that the budget allows, as the first of those that
  /// meet the goal.
  bool choose() {
    Choice& choice = choices_.back();
    const std::span<const std::uint32_t> args = logic_.nodes[choice.node].args;
    const double least_here = least_of(args.subspan(choice.first_arg), choice.goal, choice.count);
    while (choice.next_arg + choice.count <= args.size()) {
      const std::uint32_t arg = args[choice.next_arg++];
      ++steps_;
      const double least_there =
          bounds_.least(arg, choice.goal) +
          least_of(args.subspan(choice.next_arg), choice.goal, choice.count - 1);
      if (least_there == kNever) continue;
      least_ = choice.least - least_here + least_there;
      if (is_beyond(least_)) continue;
      if (choice.count > 1) push(choice.node, choice.goal, choice.count - 1, choice.next_arg);
      push(arg, choice.goal);
      return true;
    }
    return false;
  }

  double least_of(std::span<const std::uint32_t> nodes, Goal goal, std::size_t count) {
    if (count == 0) return 0;
    steps_ += nodes.size();
    return bounds_.least(nodes, goal, count);
  }

  bool is_beyond(double least) {
    constexpr double kRounding = 1e-6;
    if (least <= budget_ + kRounding) return false;
    was_short_ = true;
    return true;
  }

  bool require(std::uint32_t condition, Goal goal) {
    const language::Tri now = conditions_[condition];
    const language::Tri value = is_met(now, goal) ? now : aim(goal);
    const auto [known, is_new] = required_.emplace(condition, value);
    if (!is_new) return is_met(known->second, goal);
    required_order_.push_back(condition);
    if (value == now) return true;
    ++changes_;
    return !is_beyond(static_cast<double>(changes_));
  }

  /// Back to the last choice that has another argument.
  bool backtrack() {
    for (; !choices_.empty(); choices_.pop_back()) {
      restore(choices_.back());
      if (choose()) return true;
    }
    return false;
  }

  void restore(const Choice& choice) {
    agenda_ = choice.agenda;
    tasks_.resize(choice.task_count);
    for (; required_order_.size() > choice.required_count; required_order_.pop_back())
      required_.erase(required_order_.back());
    for (; done_order_.size() > choice.done_count; done_order_.pop_back())
      done_.erase(done_order_.back());
    changes_ = choice.changes;
  }

  const Logic& logic_;
  std::span<const language::Tri> conditions_;
  const Bounds& bounds_;
  double budget_;
  const FlipLimits& limits_;
  std::uint64_t& steps_;
  Found& found_;
  base::StepCounter rounds_;

  std::vector<Task> tasks_;
  std::uint32_t agenda_ = kNothing;
  std::vector<Choice> choices_;
  std::unordered_map<std::uint32_t, language::Tri>
      required_;  ///< of conditions, also where it is met
  std::vector<std::uint32_t> required_order_;
  std::unordered_map<std::uint64_t, bool> done_;  ///< goals that were on the agenda
  std::vector<std::uint64_t> done_order_;
  double least_ = 0;         ///< of this way, by the bounds
  std::size_t changes_ = 0;  ///< on this way
  bool was_short_ = false;
};

/// What the found sets need, in the order in which the request has its conditions.
class Reporter {
 public:
  Reporter(const Logic& logic, std::span<const language::Tri> conditions, Goal goal)
      : logic_(logic), values_(conditions.begin(), conditions.end()), goal_(goal) {
    for (const LogicNode& node : logic.nodes) {
      if (node.op == Op::Condition) places_.emplace(node.condition, places_.size());
    }
  }

  std::vector<std::vector<Change>> report(const Search::Found& found, std::size_t most) {
    std::vector<std::vector<Change>> sets;
    for (const auto& [set, values] : found) {
      if (sets.size() == most) break;
      sets.push_back(changes_of(set, values));
      std::ranges::sort(sets.back(), {}, [&](const Change& c) { return places_.at(c.condition); });
    }
    std::ranges::sort(sets, {}, [&](const std::vector<Change>& set) {
      std::vector<std::size_t> places;
      for (const Change& change : set) places.push_back(places_.at(change.condition));
      return places;
    });
    return sets;
  }

 private:
  std::vector<Change> changes_of(const std::vector<std::uint32_t>& set,
                                 const std::vector<language::Tri>& values) {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < set.size(); ++i)
      changes.push_back({.condition = set[i], .now = values_[set[i]], .needs = {values[i]}});
    if (set.size() == 1) {
      changes.front().needs = all_that_turn(changes.front());
    } else if (goal_ == Goal::NotYes && turns_with_opposites(changes)) {
      // Then so does any mixture with 0, which says less.
      for (Change& change : changes) change.needs = {!change.now, language::Tri::Unknown};
    }
    return changes;
  }

  std::vector<language::Tri> all_that_turn(const Change& change) {
    std::vector<language::Tri> needs;
    for (const language::Tri value : kValues) {
      values_[change.condition] = value;
      if (value != change.now && turns()) needs.push_back(value);
    }
    values_[change.condition] = change.now;
    return needs;
  }

  bool turns_with_opposites(const std::vector<Change>& changes) {
    for (const Change& change : changes) values_[change.condition] = !change.now;
    const bool does = turns();
    for (const Change& change : changes) values_[change.condition] = change.now;
    return does;
  }

  bool turns() const { return is_met(node_values(logic_, values_).back(), goal_); }

  const Logic& logic_;
  std::vector<language::Tri> values_;
  Goal goal_;
  std::unordered_map<std::uint32_t, std::size_t> places_;
};

}  // namespace

Flips smallest_flips(const Logic& logic, std::span<const language::Tri> conditions,
                     const FlipLimits& limits, const base::Call& call) {
  const bool is_yes = node_values(logic, conditions).back() == language::Tri::Yes;
  const Goal goal = is_yes ? Goal::NotYes : Goal::Yes;
  const Bounds bounds(logic, conditions);
  const double least = bounds.least(static_cast<std::uint32_t>(logic.nodes.size() - 1), goal);
  if (least == kNever) return {.outcome = Flips::Outcome::Impossible};
  std::uint64_t steps = 0;
  for (auto size = static_cast<std::size_t>(std::max(1.0, std::ceil(least - 1e-6)));; ++size) {
    Search::Found found;
    Search search(logic, conditions, bounds, size, limits, steps, found, call);
    const bool is_limited = search.run(goal) == Search::End::Limited;
    if (!found.empty()) {
      return {.size = size,
              .sets = Reporter(logic, conditions, goal).report(found, limits.sets),
              .has_more = is_limited};
    }
    if (is_limited) return {.outcome = Flips::Outcome::GaveUp, .size = size};
    if (!search.was_short()) return {.outcome = Flips::Outcome::Impossible};
  }
}

}  // namespace seedc::explain
