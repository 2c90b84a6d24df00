// Builds Glushkov's automaton of each repeat: its states are the characters and sets of the
// repeated part, and an edge leads to each that can be next. Edges are counted, because a repeat of
// a repeat has two ways to go on with the same state.
#include "compiler/pattern/ambiguous_repeats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/pattern/sample_characters.h"

namespace seedc::pattern {
namespace {

constexpr std::size_t kMostStates = 64;
using States = std::uint64_t;  ///< a set of states, one bit each

/// A repeat with a larger maximum is as good as endless; others are written out.
constexpr std::uint32_t kMostRepetitions = 12;

bool is_long(const Repeat& repeat) { return !repeat.max || *repeat.max > kMostRepetitions; }

template <class Visit>
void for_each_state(States states, const Visit& visit) {
  for (; states != 0; states &= states - 1)
    visit(static_cast<std::size_t>(std::countr_zero(states)));
}

/// Where a part of the automaton begins and ends.
struct Part {
  States first = 0;
  States last = 0;
  bool is_nullable = true;
};

class Automaton {
 public:
  /// False if the repeat has too many states.
  bool build(const Node& repeat) {
    add(repeat);
    if (is_too_large_) return false;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      for (std::size_t j = 0; j < samples_.size(); ++j) {
        if ((samples_[i] & samples_[j]).any()) common_[i] |= bit(j);
      }
    }
    return true;
  }

  /// Whether a state is reached from itself by two paths with the same text.
  bool is_ambiguous() const {
    for (std::size_t state = 0; state < samples_.size(); ++state) {
      if (has_two_paths(state)) return true;
    }
    return false;
  }

 private:
  /// Pairs of states: the second ones, by the first.
  using Pairs = std::array<States, kMostStates>;

  static States bit(std::size_t state) { return States{1} << state; }

  bool has_two_paths(std::size_t state) const {
    const Pairs forth = reached(state, next_, common_);
    if ((forth[state] & bit(state)) == 0) return false;
    const Pairs back = reached(state, previous_, common_);
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      if ((forth[i] & back[i] & ~bit(i)) != 0) return true;
      const bool is_on_cycle = (forth[i] & back[i] & bit(i)) != 0;
      if (is_on_cycle && ends_twice(twice_[i], forth, back)) return true;
    }
    return false;
  }

  static bool ends_twice(States ends, const Pairs& forth, const Pairs& back) {
    bool found = false;
    for_each_state(ends,
                   [&](std::size_t i) { found = found || (forth[i] & back[i] & bit(i)) != 0; });
    return found;
  }

  /// The pairs that are reached from (state, state) in one or more steps, each over one character
  /// that both have.
  static Pairs reached(std::size_t state, const Pairs& edges, const Pairs& common) {
    Pairs pairs{};
    std::vector<std::pair<std::size_t, std::size_t>> open = {{state, state}};
    while (!open.empty()) {
      const auto [left, right] = open.back();
      open.pop_back();
      for_each_state(edges[left], [&](std::size_t i) {
        const States added = edges[right] & common[i] & ~pairs[i];
        pairs[i] |= added;
        for_each_state(added, [&](std::size_t j) { open.emplace_back(i, j); });
      });
    }
    return pairs;
  }

  void connect(States from, States to) {
    for_each_state(from, [&](std::size_t i) {
      twice_[i] |= next_[i] & to;
      next_[i] |= to;
      for_each_state(to, [&](std::size_t j) { previous_[j] |= bit(i); });
    });
  }

  Part joined(const Part& left, const Part& right) {
    connect(left.last, right.first);
    return {.first = left.first | (left.is_nullable ? right.first : 0),
            .last = right.last | (right.is_nullable ? left.last : 0),
            .is_nullable = left.is_nullable && right.is_nullable};
  }

  Part add(const Node& node) {
    if (is_too_large_) return {};
    return std::visit([&](const auto& what) { return add(what, node); }, node.what);
  }

  Part add(const Literal&, const Node& node) { return add_state(samples_of(node)); }
  Part add(const AnyCharacter&, const Node& node) { return add_state(samples_of(node)); }
  Part add(const CharacterSet&, const Node& node) { return add_state(samples_of(node)); }
  // Whether these match is not known here: no path leads through them.
  Part add(const Anchor&, const Node&) { return add_state({}); }
  Part add(const BackReference&, const Node&) { return add_state({}); }
  Part add(const LookAround&, const Node&) { return add_state({}); }
  Part add(const Conditional&, const Node&) { return add_state({}); }

  Part add_state(const Samples& samples) {
    is_too_large_ = samples_.size() == kMostStates;
    if (is_too_large_) return {};
    samples_.push_back(samples);
    const States state = bit(samples_.size() - 1);
    return {.first = state, .last = state, .is_nullable = false};
  }

  Part add(const Sequence&, const Node& node) {
    Part whole;
    for (const Node& child : node.children) whole = joined(whole, add(child));
    return whole;
  }

  Part add(const Alternation&, const Node& node) {
    Part whole{.is_nullable = false};
    for (const Node& child : node.children) {
      const Part part = add(child);
      whole = {.first = whole.first | part.first,
               .last = whole.last | part.last,
               .is_nullable = whole.is_nullable || part.is_nullable};
    }
    return whole;
  }

  /// What matched in one that is atomic is not tried again.
  Part add(const Group& group, const Node& node) {
    return group.kind == GroupKind::Atomic ? add_state({}) : add(node.children.front());
  }

  Part add(const Repeat& repeat, const Node& node) {
    if (repeat.greed == Greed::Possessive) return add_state({});
    const Node& child = node.children.front();
    Part whole;
    for (std::uint32_t i = 0; i + 1 < repeat.min && !is_too_large_; ++i)
      whole = joined(whole, add(child));
    if (is_long(repeat)) return joined(whole, add_loop(child, repeat.min == 0));
    if (repeat.min > 0) whole = joined(whole, add(child));
    return joined(whole, add_options(child, *repeat.max - std::min(repeat.min, *repeat.max)));
  }

  Part add_loop(const Node& child, bool is_optional) {
    Part part = add(child);
    connect(part.last, part.first);
    part.is_nullable = part.is_nullable || is_optional;
    return part;
  }

  /// `(child(child(child)?)?)?`
  Part add_options(const Node& child, std::uint32_t count) {
    Part whole;
    for (std::uint32_t i = 0; i < count && !is_too_large_; ++i) {
      const Part one = add(child);
      whole = joined(one, whole);
      whole.is_nullable = true;
    }
    return whole;
  }

  std::vector<Samples> samples_;
  Pairs next_{}, previous_{}, twice_{};  ///< edges; those that can be taken in two ways
  Pairs common_{};                       ///< states that have a character in common
  bool is_too_large_ = false;
};

/// Walks a pattern from its end, with whether what follows can fail.
class Search {
 public:
  bool found_in(const Node& node, bool can_fail_after) {
    if (std::holds_alternative<Sequence>(node.what)) return found_in_sequence(node, can_fail_after);
    if (const auto* repeat = std::get_if<Repeat>(&node.what)) {
      if (repeat->greed == Greed::Possessive) return found_in(node.children.front(), false);
      if (can_fail_after && is_long(*repeat) && is_ambiguous(node)) return true;
    }
    const auto* group = std::get_if<Group>(&node.what);
    const bool is_atomic = (group != nullptr && group->kind == GroupKind::Atomic) ||
                           std::holds_alternative<LookAround>(node.what);
    return std::ranges::any_of(node.children, [&](const Node& child) {
      return found_in(child, can_fail_after && !is_atomic);
    });
  }

 private:
  static constexpr int kMostRepeats = 20;  ///< that one pattern is searched for

  bool found_in_sequence(const Node& sequence, bool can_fail_after) {
    for (std::size_t i = sequence.children.size(); i-- > 0;) {
      const Node& child = sequence.children[i];
      if (found_in(child, can_fail_after)) return true;
      can_fail_after = can_fail_after || can_fail(child);
    }
    return false;
  }

  static bool can_fail(const Node& node) {
    return node.width.min > 0 || is_test(node) || has_test(node);
  }
  static bool is_test(const Node& node) {
    return std::holds_alternative<Anchor>(node.what) ||
           std::holds_alternative<LookAround>(node.what) ||
           std::holds_alternative<BackReference>(node.what);
  }
  /// One that must hold: not in a branch, nor in a repeat.
  static bool has_test(const Node& node) {
    const bool is_transparent =
        std::holds_alternative<Sequence>(node.what) || std::holds_alternative<Group>(node.what);
    return is_transparent && std::ranges::any_of(node.children, [](const Node& child) {
             return is_test(child) || has_test(child);
           });
  }

  bool is_ambiguous(const Node& repeat) {
    if (++repeats_ > kMostRepeats) return false;
    Automaton automaton;
    return automaton.build(repeat) && automaton.is_ambiguous();
  }

  int repeats_ = 0;
};

}  // namespace

bool has_ambiguous_repeat(const Node& root) { return Search().found_in(root, false); }

}  // namespace seedc::pattern
