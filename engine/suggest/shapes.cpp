// Widens covers into requests of a shape.
#include "engine/suggest/shapes.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace seedc::suggest {
namespace {

/// So many covers are widened, and pairs are made of so many candidates.
constexpr std::size_t kCoversPerRequest = 12;
constexpr std::size_t kMostInPairs = 120;
constexpr std::size_t kMostRequired = 64;

/// What a shape asks of the cover that it is made of, and how many conditions it adds.
struct Ground {
  std::size_t least_size;
  std::size_t added;
};

Ground ground_of(Shape shape) {
  switch (shape) {
    case Shape::Plain:
    case Shape::Required:
      return {0, 0};
    case Shape::Several:
      return {3, 0};
    case Shape::Choice:
      return {2, 1};
    case Shape::Choices:
    case Shape::Pairs:
    case Shape::Chain:
    case Shape::Uneven:
      return {2, 2};
  }
  return {0, 0};
}

class Shaper {
 public:
  explicit Shaper(const ShapeTask& task) : task_(task) {
    found_.trees = task.known;
    for (const std::size_t each : task.met) mine_.push_back(task.candidates[each]);
    by_cost_ = task.met;
    by_cost_.insert(by_cost_.end(), task.alternatives.begin(), task.alternatives.end());
    // An alternative that the wanted item meets is more natural than a cheaper one.
    std::stable_sort(by_cost_.begin(),
                     by_cost_.begin() + static_cast<std::ptrdiff_t>(task.met.size()), cheaper());
    std::stable_sort(by_cost_.begin() + static_cast<std::ptrdiff_t>(task.met.size()),
                     by_cost_.end(), cheaper());
  }

  Shaped go() {
    if (task_.shape == Shape::Required) {
      require();
    } else {
      for (const Cover& cover : covers_of({})) widen(cover);
    }
    std::ranges::stable_sort(found_.trees, {}, [&](const Tree& tree) {
      return std::pair(cost_of(tree, task_.candidates), size_of(tree));
    });
    if (found_.trees.size() > task_.count) found_.trees.resize(task_.count);
    return std::move(found_);
  }

 private:
  std::function<bool(std::size_t, std::size_t)> cheaper() const {
    return [this](std::size_t a, std::size_t b) {
      return task_.candidates[a].cost < task_.candidates[b].cost;
    };
  }

  /// Covers by candidates of the task; `fixed` counts from 0 in `met`.
  std::vector<Cover> covers_of(std::vector<std::size_t> fixed) {
    const Ground ground = ground_of(task_.shape);
    if (task_.depth <= ground.added) return {};
    const bool is_final = ground.added == 0;
    Covers covers =
        cheapest_covers({.candidates = mine_,
                         .others = task_.others,
                         .fixed = std::move(fixed),
                         .count = is_final ? task_.count : task_.count * kCoversPerRequest,
                         .least_size = ground.least_size,
                         .depth = task_.depth - ground.added,
                         .below = cost_to_beat(),
                         .steps = task_.steps,
                         .call = task_.call});
    found_.is_complete = found_.is_complete && covers.is_complete;
    for (Cover& cover : covers.covers) {
      for (std::size_t& each : cover.chosen) each = task_.met[each];
    }
    return std::move(covers.covers);
  }

  std::uint32_t cost_to_beat() const {
    if (task_.known.size() < task_.count) return CoverTask::kAnyCost;
    return suggest::cost_of(task_.known.back(), task_.candidates);
  }

  /// The cheapest covers with each of the required conditions.
  void require() {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < task_.met.size(); ++i) {
      if (std::ranges::find(task_.required, task_.met[i]) != task_.required.end())
        numbers.push_back(i);
    }
    std::ranges::stable_sort(numbers, {}, [&](std::size_t i) { return mine_[i].cost; });
    if (numbers.size() > kMostRequired) numbers.resize(kMostRequired);
    for (const std::size_t number : numbers) {
      for (const Cover& cover : covers_of({number})) add_new(Tree::all_of(cover.chosen));
    }
  }

  void widen(const Cover& cover) {
    task_.call.check();
    if (task_.shape == Shape::Plain || task_.shape == Shape::Several)
      return add_new(Tree::all_of(cover.chosen));
    for (std::size_t i = 0; i < cover.chosen.size(); ++i) {
      if (task_.shape == Shape::Pairs || task_.shape == Shape::Chain) {
        for (std::size_t j = i + 1; j < cover.chosen.size(); ++j) widen_two(cover, i, j);
      } else {
        widen_one(cover, i);
      }
    }
  }

  /// `b` is at `i`, the others stay as they are.
  void widen_one(const Cover& cover, std::size_t i) {
    const std::vector<std::size_t> anchors = without(cover, i, i);
    const Bits open = open_to(anchors);
    const std::size_t b = cover.chosen[i];
    std::vector<Tree> choice = {Tree::one(b)};
    if (task_.shape == Shape::Uneven) {
      const auto pair = pair_for(open, cover.chosen);
      if (!pair) return;
      choice.push_back(Tree::all_of(*pair));
    } else {
      const std::size_t size = task_.shape == Shape::Choice ? 2 : 3;
      std::vector<std::size_t> used = cover.chosen;
      while (choice.size() < size) {
        const auto next = alternative_for(open, used);
        if (!next) return;
        choice.push_back(Tree::one(*next));
        used.push_back(*next);
      }
    }
    join(anchors, {Tree::join(Tree::Op::Or, std::move(choice))});
  }

  /// `b` is at `i`, and at `j` the condition that belongs to it (Pairs), or follows it (Chain).
  void widen_two(const Cover& cover, std::size_t i, std::size_t j) {
    const std::vector<std::size_t> anchors = without(cover, i, j);
    const Bits open = open_to(anchors);
    const std::size_t b = cover.chosen[i], d = cover.chosen[j];
    if (task_.shape == Shape::Pairs) {
      const auto pair = pair_for(open, cover.chosen);
      if (!pair) return;
      const std::size_t first[] = {b, d};
      return join(anchors, {Tree::join(Tree::Op::Or, {Tree::all_of(first), Tree::all_of(*pair)})});
    }
    std::vector<std::size_t> used = cover.chosen;
    const auto c = alternative_for(both(open, passes(d)), used);
    if (!c) return;
    used.push_back(*c);
    const auto e = alternative_for(both(open, either(passes(b), passes(*c))), used);
    if (!e) return;
    join(anchors, {Tree::join(Tree::Op::Or, {Tree::one(b), Tree::one(*c)}),
                   Tree::join(Tree::Op::Or, {Tree::one(d), Tree::one(*e)})});
  }

  void join(const std::vector<std::size_t>& anchors, std::vector<Tree> choices) {
    std::vector<Tree> args;
    for (const std::size_t anchor : anchors) args.push_back(Tree::one(anchor));
    for (Tree& choice : choices) args.push_back(std::move(choice));
    add_new(Tree::join(Tree::Op::And, std::move(args)));
  }

  /// The cheapest condition that none of the open items meets, and that the rest does not use.
  std::optional<std::size_t> alternative_for(BitsView open,
                                             std::span<const std::size_t> used) const {
    for (const std::size_t each : by_cost_) {
      if (!meet(open, passes(each)) && !is_like(each, used)) return each;
    }
    return std::nullopt;
  }

  /// The cheapest two that the wanted item meets and together no open item does, where neither
  /// alone is enough.
  std::optional<std::vector<std::size_t>> pair_for(BitsView open,
                                                   std::span<const std::size_t> used) const {
    std::vector<std::size_t> usable;
    for (std::size_t i = 0; i < task_.met.size() && usable.size() < kMostInPairs; ++i) {
      const std::size_t each = by_cost_[i];
      if (meet(open, passes(each)) && !is_within(open, passes(each)) && !is_like(each, used))
        usable.push_back(each);
    }
    std::optional<std::vector<std::size_t>> best;
    std::uint32_t least = 0;
    for (std::size_t i = 0; i < usable.size(); ++i) {
      const Bits left = both(open, passes(usable[i]));
      for (std::size_t j = i + 1; j < usable.size(); ++j) {
        const std::uint32_t cost =
            task_.candidates[usable[i]].cost + task_.candidates[usable[j]].cost;
        if (best && cost >= least) break;
        if (meet(left, passes(usable[j]))) continue;
        best = {usable[i], usable[j]};
        least = cost;
      }
    }
    return best;
  }

  /// Whether it is one of those, or holds for the same items.
  bool is_like(std::size_t candidate, std::span<const std::size_t> used) const {
    return std::ranges::any_of(used, [&](std::size_t other) {
      return candidate == other || std::ranges::equal(passes(candidate), passes(other));
    });
  }

  BitsView passes(std::size_t candidate) const { return task_.candidates[candidate].passes; }

  Bits open_to(std::span<const std::size_t> anchors) const {
    Bits open(task_.others.begin(), task_.others.end());
    for (const std::size_t anchor : anchors) keep(open, passes(anchor));
    return open;
  }

  static std::vector<std::size_t> without(const Cover& cover, std::size_t i, std::size_t j) {
    std::vector<std::size_t> left;
    for (std::size_t at = 0; at < cover.chosen.size(); ++at) {
      if (at != i && at != j) left.push_back(cover.chosen[at]);
    }
    return left;
  }

  void add_new(Tree tree) {
    if (std::ranges::find(found_.trees, tree) == found_.trees.end())
      found_.trees.push_back(std::move(tree));
  }

  const ShapeTask& task_;
  std::vector<Candidate> mine_;       ///< those that the wanted item meets
  std::vector<std::size_t> by_cost_;  ///< those, then the alternatives, each the cheapest first
  Shaped found_;
};

}  // namespace

Shaped shaped_requests(const ShapeTask& task) { return Shaper(task).go(); }

}  // namespace seedc::suggest
