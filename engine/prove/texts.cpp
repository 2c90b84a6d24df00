// Searches the product of subset automata breadth first, so that the first text found is a
// shortest.
#include "engine/prove/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "compiler/pattern/code_points.h"
#include "engine/prove/alphabet.h"

namespace seedc::prove {
namespace {

using Kind = Automaton::Kind;
using pattern::Anchor;
using StateId = std::uint32_t;

constexpr std::size_t kMostTexts = 60'000;  ///< states of the product

struct HashNumbers {
  std::size_t operator()(const std::vector<std::uint32_t>& numbers) const {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::uint32_t number : numbers) hash = (hash ^ number) * 1099511628211ULL;
    return hash;
  }
};

bool is_word(Surroundings around, const pattern::Flags& flags) {
  return (around & (flags.ascii ? kAsciiWordCharacter : kWordCharacter)) != 0;
}

bool holds(const Automaton::State& state, Surroundings before, Surroundings after) {
  const auto is_line_end = [&](Surroundings around) {
    return (around & (kNoCharacter | (state.flags.multiline ? kLineFeed : 0))) != 0;
  };
  switch (state.anchor) {
    case Anchor::TextStart:
      return (before & kNoCharacter) != 0;
    case Anchor::TextEnd:
      return (after & kNoCharacter) != 0;
    case Anchor::LineStart:
      return is_line_end(before);
    case Anchor::LineEnd:
      return is_line_end(after);
    case Anchor::Boundary:
      return is_word(before, state.flags) != is_word(after, state.flags);
    case Anchor::NoBoundary:
      return is_word(before, state.flags) == is_word(after, state.flags) &&
             (before & after & kNoCharacter) == 0;
  }
  return false;
}

/// The search for one pattern, as a deterministic automaton made on demand: its states are sets of
/// the automaton's, together with what was before.
class Search {
 public:
  static constexpr std::uint32_t kMatched = 0;
  static constexpr std::uint32_t kStart = 1;

  Search(const Automaton& automaton, const Alphabet& alphabet)
      : automaton_(automaton), alphabet_(alphabet), seen_(automaton.states.size()) {
    for (const Automaton::State& state : automaton.states)
      has_conditions_ = has_conditions_ || state.kind == Kind::Condition;
    subsets_.resize(2);
    steps_.resize(2);
    subsets_[kStart].before = has_conditions_ ? kNoCharacter : Surroundings{0};
  }

  /// The state after a character of a class.
  std::uint32_t step(std::uint32_t state, std::size_t letter) {
    if (state == kMatched) return kMatched;
    if (steps_[state].empty()) steps_[state].assign(alphabet_.size(), kUnknown);
    if (steps_[state][letter] == kUnknown) {
      const std::uint32_t next = make_step(state, letter);
      steps_[state][letter] = next;
    }
    return steps_[state][letter];
  }

  /// Whether the pattern occurs in the text that ends there.
  bool occurs_at_end(std::uint32_t state) {
    return state == kMatched || close(subsets_[state], kNoCharacter);
  }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  struct Subset {
    std::vector<StateId> states = {};
    Surroundings before = 0;
  };

  std::uint32_t make_step(std::uint32_t state, std::size_t letter) {
    const Surroundings around = alphabet_.surroundings(letter);
    if (close(subsets_[state], around)) return kMatched;
    Subset next{.before = has_conditions_ ? around : Surroundings{0}};
    for (const StateId id : closed_) {
      const Automaton::State& each = automaton_.states[id];
      if (each.kind == Kind::Characters && alphabet_.takes(each, letter))
        next.states.push_back(each.next.front());
    }
    std::ranges::sort(next.states);
    next.states.erase(std::ranges::unique(next.states).begin(), next.states.end());
    return number_of(std::move(next));
  }

  std::uint32_t number_of(Subset subset) {
    std::vector<std::uint32_t> key = subset.states;
    key.push_back(subset.before);
    const auto number = static_cast<std::uint32_t>(subsets_.size());
    const auto [entry, is_new] = numbers_.emplace(std::move(key), number);
    if (is_new) {
      subsets_.push_back(std::move(subset));
      steps_.emplace_back();
    }
    return entry->second;
  }

  /// Puts into `closed_` what can be reached without a character; a match can begin anywhere. True
  /// if that is a match.
  bool close(const Subset& subset, Surroundings after) {
    closed_.clear();
    ++round_;
    visit(automaton_.start);
    for (const StateId id : subset.states) visit(id);
    for (std::size_t i = 0; i < closed_.size(); ++i) {
      const Automaton::State& state = automaton_.states[closed_[i]];
      if (state.kind == Kind::Match) return true;
      const bool goes_on = state.kind == Kind::Fork ||
                           (state.kind == Kind::Condition && holds(state, subset.before, after));
      if (!goes_on) continue;
      for (const StateId next : state.next) visit(next);
    }
    return false;
  }

  void visit(StateId id) {
    if (seen_[id] == round_) return;
    seen_[id] = round_;
    closed_.push_back(id);
  }

  const Automaton& automaton_;
  const Alphabet& alphabet_;
  bool has_conditions_ = false;
  std::vector<Subset> subsets_;
  std::vector<std::vector<std::uint32_t>> steps_;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, HashNumbers> numbers_;
  std::vector<StateId> closed_;
  std::vector<std::uint64_t> seen_;
  std::uint64_t round_ = 0;
};

/// All searches at once.
class Product {
 public:
  Product(const std::vector<const Automaton*>& automata, std::size_t wanted)
      : alphabet_(automata), wanted_(wanted) {
    for (const Automaton* automaton : automata) searches_.emplace_back(*automaton, alphabet_);
  }

  Texts::Found run(Budget& budget) {
    add(std::vector<std::uint32_t>(searches_.size(), Search::kStart), 0, 0);
    for (std::size_t at = 0; at < reached_.size(); ++at) {
      if (is_goal(reached_[at].states)) return {.answer = Answer::Found, .text = text_of(at)};
      for (std::size_t letter = 0; letter < alphabet_.size(); ++letter) {
        if (budget.is_over()) return {.reason = "the time limit was reached"};
        if (reached_.size() > kMostTexts) return {.reason = "its patterns have too many texts"};
        advance(at, letter);
      }
    }
    return {.answer = Answer::Impossible};
  }

 private:
  struct Reached {
    std::vector<std::uint32_t> states;
    std::size_t from;
    std::size_t letter;
  };

  void advance(std::size_t at, std::size_t letter) {
    std::vector<std::uint32_t> next;
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      next.push_back(searches_[i].step(reached_[at].states[i], letter));
      if (i >= wanted_ && next.back() == Search::kMatched) return;
    }
    add(std::move(next), at, letter);
  }

  void add(std::vector<std::uint32_t> states, std::size_t from, std::size_t letter) {
    if (known_.emplace(states, true).second) reached_.push_back({std::move(states), from, letter});
  }

  bool is_goal(const std::vector<std::uint32_t>& states) {
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (searches_[i].occurs_at_end(states[i]) != (i < wanted_)) return false;
    }
    return true;
  }

  std::string text_of(std::size_t at) const {
    std::u32string codes;
    for (; at != 0; at = reached_[at].from)
      codes.push_back(alphabet_.character(reached_[at].letter));
    std::ranges::reverse(codes);
    return pattern::to_utf8(codes);
  }

  Alphabet alphabet_;
  std::size_t wanted_;
  std::vector<Search> searches_;
  std::vector<Reached> reached_;
  std::unordered_map<std::vector<std::uint32_t>, bool, HashNumbers> known_;
};

}  // namespace

PatternId Texts::pattern(const std::string& source) {
  const auto [entry, is_new] = ids_.emplace(source, static_cast<PatternId>(patterns_.size()));
  if (is_new) patterns_.push_back({source});
  return entry->second;
}

const tl::expected<Automaton, std::string>& Texts::automaton(PatternId id) {
  Pattern& pattern = patterns_[id];
  if (!pattern.automaton) pattern.automaton = automaton_of(pattern.source);
  return *pattern.automaton;
}

const Texts::Found& Texts::find(const std::vector<PatternId>& wanted,
                                const std::vector<PatternId>& unwanted, Budget& budget) {
  auto key = std::pair(wanted, unwanted);
  const auto known = found_.find(key);
  if (known != found_.end()) return known->second;
  last_ = search(wanted, unwanted, budget);
  if (budget.is_over()) return last_;  // another claim may have more time
  return found_.emplace(std::move(key), std::move(last_)).first->second;
}

Texts::Found Texts::search(const std::vector<PatternId>& wanted,
                           const std::vector<PatternId>& unwanted, Budget& budget) {
  std::vector<PatternId> common;
  std::ranges::set_intersection(wanted, unwanted, std::back_inserter(common));
  if (!common.empty()) return {.answer = Answer::Impossible};
  std::vector<const Automaton*> automata;
  for (const auto* list : {&wanted, &unwanted}) {
    for (const PatternId id : *list) {
      const auto& built = automaton(id);
      if (!built)
        return {.reason = fmt::format("the pattern `{}` cannot be reasoned about: {}",
                                      patterns_[id].source, built.error())};
      automata.push_back(&*built);
    }
  }
  return Product(automata, wanted.size()).run(budget);
}

}  // namespace seedc::prove
