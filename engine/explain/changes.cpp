// Writes what turns a request as clauses over changes of its conditions, and has the solver find
// those with the fewest.
//
// The request is to become +1, or to be no longer +1. Kleene's logic makes two things enough: to
// become +1 only changes to +1 and -1 help, to be no longer +1 a change to 0 is the strongest. So
// at each node a value is wanted high, or low: +1 or -1 in the first case, not -1 or not +1 in the
// second.
//
// The estimate that cuts the search: a condition that is reached on p paths counts 1/p on each of
// them, which is never more than the one change it takes. Where no condition occurs twice it is
// exact.
#include "engine/explain/changes.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "engine/explain/logic_values.h"
#include "engine/prove/gates.h"
#include "engine/prove/smallest.h"

namespace seedc::explain {
namespace {

using language::Tri;
using prove::Literal;
using Op = LogicNode::Op;

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A value that is wanted of a node, by its number: node 5 low is 11.
using Want = std::size_t;
constexpr bool is_high(Want want) { return want % 2 == 0; }
constexpr Want want_of(std::uint32_t node, bool high) { return 2 * std::size_t{node} + !high; }
constexpr Want opposite(Want want) { return want ^ 1U; }

/// Whether the request is to become +1, or to be no longer +1.
enum class Turn : std::uint8_t { ToYes, OutOfYes };

bool is_turned(Turn turn, Tri value) { return (value == Tri::Yes) == (turn == Turn::ToYes); }

/// The value that a condition is changed to where it is wanted high, or low.
constexpr Tri aim(Turn turn, bool high) {
  if (turn == Turn::OutOfYes) return Tri::Unknown;
  return high ? Tri::Yes : Tri::No;
}

constexpr bool is_met(Turn turn, bool high, Tri value) {
  if (turn == Turn::ToYes) return value == aim(turn, high);
  return value != (high ? Tri::No : Tri::Yes);
}

/// How many of its arguments must be high for a junction to be it. AND is the AT_LEAST of all, OR
/// that of one; for its value to be low, too few may be high.
std::size_t needed(const LogicNode& node, bool high) {
  const std::size_t all = node.args.size();
  const std::size_t k = node.op == Op::And ? all : node.op == Op::Or ? 1 : node.k;
  return high ? k : all - k + 1;
}

/// A change of a condition to the value that is wanted there, as a literal.
struct PossibleChange {
  std::uint32_t condition = 0;
  std::size_t place = 0;  ///< of the condition in the request
  Tri value = Tri::Unknown;
};

/// What turns a request, as a task for the solver.
class TurnTask {
 public:
  TurnTask(const Logic& logic, std::span<const Tri> conditions, Turn turn, std::size_t most_sets,
           prove::Budget& budget)
      : logic_(logic),
        conditions_(conditions),
        turn_(turn),
        budget_(budget),
        root_(want_of(static_cast<std::uint32_t>(logic.nodes.size() - 1),
                      /*high=*/turn == Turn::ToYes)) {
    find_wanted();
    prove::Gates gates(task_.clauses);
    add_changes(gates);
    std::vector<Literal> literals(2 * logic.nodes.size(), gates.constant(false));
    for (Want want = 0; want < literals.size(); ++want) {
      if (is_wanted_[want]) literals[want] = literal_of(want, literals, gates);
    }
    task_.clauses.add({literals[root_]});
    task_.most = most_sets;
    task_.estimate = [this](const prove::Solver& solver) { return estimate(solver); };
  }
  TurnTask(const TurnTask&) = delete;
  TurnTask& operator=(const TurnTask&) = delete;

  prove::Smallest solve() const { return prove::smallest_solutions(task_, budget_); }
  const PossibleChange& change(std::size_t number) const { return changes_[number]; }

 private:
  /// A condition at the end of some paths from the root.
  struct Leaf {
    double paths = 0;
    bool is_wanted[2] = {false, false};  ///< high, low
    std::optional<Literal> change[2];    ///< to what is wanted, where it is not met
  };

  Leaf& leaf_of(Want want) { return leaves_.at(logic_.nodes[want / 2].condition); }
  const Leaf& leaf_of(Want want) const { return leaves_.at(logic_.nodes[want / 2].condition); }

  void find_wanted() {
    std::vector<double> paths(logic_.nodes.size(), 0);
    paths.back() = 1;
    is_wanted_.resize(2 * logic_.nodes.size());
    is_wanted_[root_] = true;
    for (std::uint32_t node = static_cast<std::uint32_t>(logic_.nodes.size()); node-- > 0;) {
      const LogicNode& at = logic_.nodes[node];
      for (const std::uint32_t arg : at.args) paths[arg] += paths[node];
      if (at.op == Op::Condition && paths[node] > 0) leaves_[at.condition].paths += paths[node];
      for (const bool high : {true, false}) {
        const Want want = want_of(node, high);
        if (!is_wanted_[want]) continue;
        ++work_;
        if (at.op == Op::Condition) leaf_of(want).is_wanted[want % 2] = true;
        for (const std::uint32_t arg : at.args) {
          is_wanted_[want_of(arg, high != (at.op == Op::Not))] = true;
          ++work_;
        }
      }
    }
  }

  /// In the order of the request; of two changes of one condition the plainer first.
  void add_changes(prove::Gates& gates) {
    for (const LogicNode& node : logic_.nodes) {
      const auto entry = node.op == Op::Condition ? leaves_.find(node.condition) : leaves_.end();
      if (entry == leaves_.end()) continue;
      Leaf& leaf = entry->second;
      std::vector<Literal> changes;
      for (const bool high : {true, false}) {
        std::optional<Literal>& change = leaf.change[high ? 0 : 1];
        if (change || !leaf.is_wanted[high ? 0 : 1]) continue;
        if (is_met(turn_, high, conditions_[node.condition])) continue;
        change = task_.clauses.new_variable();
        changes.push_back(*change);
        changes_.push_back({node.condition, task_.counted.size(), aim(turn_, high)});
      }
      if (changes.empty()) continue;
      task_.counted.insert(task_.counted.end(), changes.begin(), changes.end());
      task_.groups.insert(task_.groups.end(), changes.size(), gates.one_of(changes));
      if (changes.size() == 2)
        task_.clauses.add({prove::negation(changes[0]), prove::negation(changes[1])});
    }
  }

  Literal literal_of(Want want, const std::vector<Literal>& literals, prove::Gates& gates) const {
    const LogicNode& node = logic_.nodes[want / 2];
    if (node.op == Op::Condition) return literal_of_leaf(want, gates);
    if (node.op == Op::Not) return literals[opposite(want_of(node.args.front(), is_high(want)))];
    if (node.args.empty()) return gates.constant(is_met(turn_, is_high(want), kOfNothing));
    std::vector<Literal> args;
    for (const std::uint32_t arg : node.args) args.push_back(literals[want_of(arg, is_high(want))]);
    return gates.at_least(needed(node, is_high(want)), args);
  }

  /// Where it is met already it stays so unless the other is wanted, too, and gets it.
  Literal literal_of_leaf(Want want, const prove::Gates& gates) const {
    const Leaf& leaf = leaf_of(want);
    if (leaf.change[want % 2]) return *leaf.change[want % 2];
    const std::optional<Literal>& other = leaf.change[opposite(want) % 2];
    if (turn_ == Turn::ToYes && other) return prove::negation(*other);
    return gates.constant(true);
  }

  double estimate(const prove::Solver& solver) const {
    budget_.spend(work_);
    std::vector<double> least(is_wanted_.size(), kNever), args;
    for (Want want = 0; want < least.size(); ++want) {
      if (is_wanted_[want]) least[want] = least_of(want, least, args, solver);
    }
    const auto made = std::ranges::count_if(
        task_.counted, [&](Literal literal) { return solver.is_true(literal); });
    return least[root_] + static_cast<double>(made);
  }

  /// How many more changes it takes. `args` is overwritten.
  double least_of(Want want, const std::vector<double>& least, std::vector<double>& args,
                  const prove::Solver& solver) const {
    const LogicNode& node = logic_.nodes[want / 2];
    if (node.op == Op::Condition) return least_of_leaf(want, solver);
    if (node.op == Op::Not) return least[opposite(want_of(node.args.front(), is_high(want)))];
    if (node.args.empty()) return is_met(turn_, is_high(want), kOfNothing) ? 0 : kNever;
    args.clear();
    for (const std::uint32_t arg : node.args) args.push_back(least[want_of(arg, is_high(want))]);
    const auto end = args.begin() + static_cast<std::ptrdiff_t>(needed(node, is_high(want)));
    if (end != args.end()) std::ranges::nth_element(args, end - 1);
    return std::accumulate(args.begin(), end, 0.0);
  }

  double least_of_leaf(Want want, const prove::Solver& solver) const {
    const Leaf& leaf = leaf_of(want);
    if (const auto& change = leaf.change[want % 2]) {
      if (solver.is_true(*change)) return 0;
      return solver.is_true(prove::negation(*change)) ? kNever : 1 / leaf.paths;
    }
    const std::optional<Literal>& other = leaf.change[opposite(want) % 2];
    return turn_ == Turn::ToYes && other && solver.is_true(*other) ? kNever : 0;
  }

  const Logic& logic_;
  std::span<const Tri> conditions_;
  Turn turn_;
  prove::Budget& budget_;
  Want root_;
  prove::SmallestTask task_;
  std::vector<bool> is_wanted_;                     ///< by want
  std::unordered_map<std::uint32_t, Leaf> leaves_;  ///< by condition
  std::vector<PossibleChange> changes_;             ///< as the literals that the task counts
  std::uint64_t work_ = 0;                          ///< of one estimate
};

/// In the order of the request.
std::vector<std::vector<PossibleChange>> sets_of(const prove::Smallest& found,
                                                 const TurnTask& task) {
  std::vector<std::vector<PossibleChange>> sets;
  for (const std::vector<std::size_t>& solution : found.solutions) {
    std::vector<PossibleChange>& set = sets.emplace_back();
    for (const std::size_t number : solution) set.push_back(task.change(number));
  }
  std::ranges::sort(sets, [](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a, b, {}, &PossibleChange::place,
                                                &PossibleChange::place);
  });
  return sets;
}

/// The values that the conditions of a set need.
class Reporter {
 public:
  Reporter(const Logic& logic, std::span<const Tri> conditions, Turn turn)
      : logic_(logic), values_(conditions.begin(), conditions.end()), turn_(turn) {}

  std::vector<Change> report(const std::vector<PossibleChange>& set) {
    std::vector<Change> changes;
    for (const PossibleChange& change : set)
      changes.push_back({change.condition, values_[change.condition], {change.value}});
    if (set.size() == 1) {
      changes.front().needs = all_that_turn(changes.front());
    } else if (turn_ == Turn::OutOfYes && turns_with_opposites(changes)) {
      // Then so does any mixture with 0, which says less.
      for (Change& change : changes) change.needs = {!change.now, Tri::Unknown};
    }
    return changes;
  }

 private:
  std::vector<Tri> all_that_turn(const Change& change) {
    std::vector<Tri> needs;
    for (const Tri value : kValues) {
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

  bool turns() const { return is_turned(turn_, node_values(logic_, values_).back()); }

  const Logic& logic_;
  std::vector<Tri> values_;
  Turn turn_;
};

}  // namespace

SmallestChanges smallest_changes(const Logic& logic, std::span<const Tri> conditions,
                                 const ChangeLimits& limits, const base::Call& call) {
  const bool is_yes = node_values(logic, conditions).back() == Tri::Yes;
  const Turn turn = is_yes ? Turn::OutOfYes : Turn::ToYes;
  prove::Budget budget(call, prove::Budget::Clock::time_point::max(), limits.steps);
  const TurnTask task(logic, conditions, turn, limits.sets, budget);
  const prove::Smallest found = task.solve();
  SmallestChanges changes{
      .outcome = found.outcome, .size = found.size, .sets = {}, .has_more = found.has_more};
  Reporter reporter(logic, conditions, turn);
  for (const std::vector<PossibleChange>& set : sets_of(found, task))
    changes.sets.push_back(reporter.report(set));
  return changes;
}

}  // namespace seedc::explain
