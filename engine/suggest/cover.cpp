// Searches covers depth first. A node is a set of chosen candidates and the items of the core that
// still pass; its bound adds to the cost the cheapest way in which the rest could be kept out.
#include "engine/suggest/cover.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "runtime/language/tri.h"

namespace seedc::suggest {
namespace {

constexpr std::size_t kCore = 128;     ///< items at the beginning
constexpr std::size_t kCoreStep = 32;  ///< items that join at once
constexpr std::uint64_t kStepsPerCheck = 64;

/// How many of the candidates let each item pass.
std::vector<std::uint32_t> pass_counts(std::span<const Candidate> candidates,
                                       std::span<const std::size_t> numbers, BitsView others) {
  const BitsOps ops;
  language::SetCounter<const BitsOps, Bits> counter(ops);
  for (const std::size_t number : numbers) counter.add(both(candidates[number].passes, others));
  std::vector<std::uint32_t> counts(others.size() * 64);
  std::size_t digit = 0;
  for (const Bits& bits : std::move(counter).take()) {
    for_each_item(bits, [&](std::uint32_t item) { counts[item] += 1U << digit; });
    ++digit;
  }
  return counts;
}

/// Candidates that a search may use, the cheapest first, and which items of the core they let pass.
/// They are numbered from 0; `number` is that of the task.
class Usable {
 public:
  explicit Usable(std::span<const Candidate> candidates) : candidates_(candidates) {}

  void add(std::size_t number) { numbers_.push_back(number); }
  void sort() {
    std::ranges::stable_sort(numbers_, {}, [&](std::size_t i) { return candidates_[i].cost; });
    for (const std::size_t number : numbers_) costs_.push_back(candidates_[number].cost);
    filled_.resize(numbers_.size());
  }

  std::size_t size() const { return numbers_.size(); }
  const std::vector<std::size_t>& numbers() const { return numbers_; }
  std::size_t number(std::size_t i) const { return numbers_[i]; }
  std::uint32_t cost(std::size_t i) const { return costs_[i]; }
  /// Which of the core it lets pass; as long as the core does not grow.
  BitsView in_core(std::size_t i) {
    if (filled_[i] < core_.size()) fill(i);
    return BitsView(core_bits_).subspan(i * words_, words_);
  }
  const std::vector<std::uint32_t>& core() const { return core_; }

  void grow_core(std::span<const std::uint32_t> items) {
    core_.insert(core_.end(), items.begin(), items.end());
    make_room();
  }

 private:
  /// Only candidates that are looked at are filled.
  void fill(std::size_t i) {
    const BitsView passes = candidates_[numbers_[i]].passes;
    const std::size_t first = filled_[i];
    for (std::size_t word = first / 64; word * 64 < core_.size(); ++word) {
      const std::size_t end = std::min(word * 64 + 64, core_.size());
      std::uint64_t joined = 0;
      // Without a branch: whether it passes cannot be predicted.
      for (std::size_t at = std::max(first, word * 64); at < end; ++at)
        joined |= std::uint64_t{has(passes, core_[at])} << (at % 64);
      core_bits_[i * words_ + word] |= joined;
    }
    filled_[i] = core_.size();
  }

  void make_room() {
    const std::size_t before = words_;
    while (words_ * 64 < core_.size()) words_ = std::max<std::size_t>(2, 2 * words_);
    if (words_ == before) return;
    Bits wider(numbers_.size() * words_);
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      std::copy_n(core_bits_.begin() + static_cast<std::ptrdiff_t>(i * before), before,
                  wider.begin() + static_cast<std::ptrdiff_t>(i * words_));
    core_bits_ = std::move(wider);
  }

  std::span<const Candidate> candidates_;
  std::vector<std::size_t> numbers_;
  std::vector<std::uint32_t> costs_;
  std::vector<std::uint32_t> core_;
  std::size_t words_ = 0;  ///< of each candidate
  Bits core_bits_;
  std::vector<std::size_t> filled_;  ///< of the core, by candidate
};

class Search {
 public:
  explicit Search(const CoverTask& task) : task_(task), usable_(task.candidates) {
    for (const Candidate& candidate : task.candidates)
      cheapest_ = std::min(cheapest_, candidate.cost);
    find_usable();
    pass_counts_ = pass_counts(task.candidates, usable_.numbers(), task.others);
    usable_.grow_core(hardest_of(task.others, kCore));
    is_closed_.resize(usable_.size());
  }

  Covers go() {
    Bits left((usable_.core().size() + 63) / 64);
    for (std::size_t i = 0; i < usable_.core().size(); ++i) add(left, i);
    std::uint32_t cost = 0;
    for (std::size_t i = 0; i < usable_.size(); ++i) {
      if (!is_fixed(usable_.number(i))) continue;
      chosen_.push_back(i);
      cost += usable_.cost(i);
      keep(left, usable_.in_core(i));
      is_closed_[i] = 1;
    }
    if (chosen_.size() <= task_.depth) look(std::move(left), cost);
    return std::move(found_);
  }

 private:
  /// A candidate that keeps out the item on which the search branches.
  struct Branch {
    std::size_t candidate;
    std::size_t gain;  ///< how many items it keeps out
    double rate;       ///< the cost of keeping out one of them
  };

  /// What the candidates that may still be added come to at a node.
  struct Choice {
    std::vector<Branch> branches;
    std::size_t most = 0;                              ///< items that one of them keeps out
    double rate = std::numeric_limits<double>::max();  ///< the lowest
  };

  bool is_fixed(std::size_t number) const {
    return std::ranges::find(task_.fixed, number) != task_.fixed.end();
  }

  /// Those that may be part of a cover that is cheap enough.
  void find_usable() {
    for (std::size_t i = 0; i < task_.candidates.size(); ++i) {
      const auto& [cost, passes] = task_.candidates[i];
      if (is_fixed(i) || leaves_room(cost) || (cost < bound() && !meet(task_.others, passes)))
        usable_.add(i);
    }
    usable_.sort();
  }

  /// Whether another condition may join what has this cost.
  bool leaves_room(std::uint32_t cost) const { return std::uint64_t{cost} + cheapest_ < bound(); }

  /// The items that most candidates let pass.
  std::vector<std::uint32_t> hardest_of(BitsView items, std::size_t most) const {
    std::vector<std::uint64_t> keys;  // the item, below how few let it pass
    for_each_item(items, [&](std::uint32_t item) {
      keys.push_back(std::uint64_t{~pass_counts_[item]} << 32 | item);
    });
    if (keys.size() > most) {
      std::ranges::nth_element(keys, keys.begin() + static_cast<std::ptrdiff_t>(most));
      keys.resize(most);
    }
    std::ranges::sort(keys);
    std::vector<std::uint32_t> hardest;
    for (const std::uint64_t key : keys) hardest.push_back(static_cast<std::uint32_t>(key));
    return hardest;
  }

  /// The cost that a cover has to be below.
  std::uint32_t bound() const {
    if (found_.covers.size() < task_.count) return task_.below;
    return std::min(task_.below, found_.covers.back().cost);
  }

  bool is_out_of_steps() {
    if (++steps_ % kStepsPerCheck == 0) task_.call.check();
    if (steps_ > task_.steps) found_.is_complete = false;
    return !found_.is_complete;
  }

  /// `left`: the items of the core that the chosen let pass.
  void look(Bits left, std::uint32_t cost) {
    if (is_out_of_steps()) return;
    if (is_empty(left)) {
      left = left_of_all();
      if (is_empty(left)) return accept(cost);
    }
    if (chosen_.size() >= task_.depth || !leaves_room(cost)) return;
    branch(left, cost);
  }

  void branch(const Bits& left, std::uint32_t cost) {
    const std::size_t all = count(left);
    Choice choice = choice_at(left, all, cost);
    std::vector<Branch>& branches = choice.branches;
    if (branches.empty() || (task_.depth - chosen_.size()) * choice.most < all) return;
    std::ranges::sort(branches, {}, [&](const Branch& each) {
      return std::pair(each.rate, usable_.number(each.candidate));
    });
    follow(branches, left, all, cost, choice.rate);
    for (const Branch& each : branches) is_closed_[each.candidate] = 0;
  }

  Choice choice_at(const Bits& left, std::size_t all, std::uint32_t cost) {
    const std::size_t pivot = first_of(left);
    const std::uint32_t below = bound();
    Choice choice;
    for (std::size_t i = 0; i < usable_.size() && cost + usable_.cost(i) < below; ++i) {
      if (is_closed_[i] != 0) continue;
      const BitsView passes = usable_.in_core(i);
      // Where nothing can join it, it has to keep out all.
      const bool is_last = !leaves_room(cost + usable_.cost(i));
      if (is_last && meet(left, passes)) continue;
      const std::size_t gain = is_last ? all : all - passing(left, passes);
      if (gain == 0) continue;
      const double rate = usable_.cost(i) / static_cast<double>(gain);
      choice.most = std::max(choice.most, gain);
      choice.rate = std::min(choice.rate, rate);
      if (!has(passes, pivot)) choice.branches.push_back({i, gain, rate});
    }
    return choice;
  }

  void follow(const std::vector<Branch>& branches, const Bits& left, std::size_t all,
              std::uint32_t cost, double rate) {
    for (const Branch& branch : branches) {
      is_closed_[branch.candidate] = 1;
      const std::uint32_t with = cost + usable_.cost(branch.candidate);
      const std::size_t rest = all - branch.gain;
      const double least =
          rest == 0 ? 0 : std::max<double>(cheapest_, rate * static_cast<double>(rest));
      constexpr double kRounding = 1e-6;
      if (with + least - kRounding >= bound()) continue;
      if (rest > 0 && chosen_.size() + 1 >= task_.depth) continue;
      chosen_.push_back(branch.candidate);
      Bits below = left;
      keep(below, usable_.in_core(branch.candidate));
      look(std::move(below), with);
      chosen_.pop_back();
      if (!found_.is_complete) return;
    }
  }

  /// The items of the core that pass all, after those that pass and are not in it have joined.
  Bits left_of_all() {
    Bits passing(task_.others.begin(), task_.others.end());
    for (const std::size_t each : chosen_)
      keep(passing, task_.candidates[usable_.number(each)].passes);
    if (is_empty(passing)) return {};
    const std::size_t first = usable_.core().size();
    usable_.grow_core(hardest_of(passing, kCoreStep));
    Bits left((usable_.core().size() + 63) / 64);
    for (std::size_t at = first; at < usable_.core().size(); ++at) add(left, at);
    return left;
  }

  void accept(std::uint32_t cost) {
    if (chosen_.size() < task_.least_size || cost >= bound()) return;
    Cover cover{.chosen = {}, .cost = cost};
    for (const std::size_t each : chosen_) cover.chosen.push_back(usable_.number(each));
    if (has_redundant(task_.candidates, cover.chosen, task_.others)) return;
    std::ranges::sort(cover.chosen);
    const auto key = [](const Cover& each) { return std::pair(each.cost, each.chosen.size()); };
    const auto at = std::ranges::upper_bound(found_.covers, key(cover), {}, key);
    found_.covers.insert(at, std::move(cover));
    if (found_.covers.size() > task_.count) found_.covers.pop_back();
  }

  static std::size_t first_of(const Bits& bits) {
    std::size_t word = 0;
    while (bits[word] == 0) ++word;
    return word * 64 + static_cast<std::size_t>(std::countr_zero(bits[word]));
  }

  /// `left` may be of an earlier, smaller core.
  static std::size_t passing(const Bits& left, BitsView passes) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
      total += static_cast<std::size_t>(std::popcount(left[i] & passes[i]));
    return total;
  }

  const CoverTask& task_;
  Usable usable_;
  std::vector<std::uint32_t> pass_counts_;  ///< by item
  std::vector<char> is_closed_;             ///< candidates that may no longer be added
  std::vector<std::size_t> chosen_;
  std::uint32_t cheapest_ = CoverTask::kAnyCost;
  std::uint64_t steps_ = 0;
  Covers found_;
};

}  // namespace

Covers cheapest_covers(const CoverTask& task) { return Search(task).go(); }

Bits inseparable(std::span<const Candidate> candidates, BitsView others) {
  Bits left(others.begin(), others.end());
  for (const Candidate& candidate : candidates) keep(left, candidate.passes);
  return left;
}

bool has_redundant(std::span<const Candidate> candidates, std::span<const std::size_t> chosen,
                   BitsView others) {
  return std::ranges::any_of(chosen, [&](std::size_t without) {
    Bits left(others.begin(), others.end());
    for (const std::size_t each : chosen) {
      if (each != without) keep(left, candidates[each].passes);
    }
    return is_empty(left);
  });
}

}  // namespace seedc::suggest
