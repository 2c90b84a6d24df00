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
std::vector<std::uint32_t> pass_counts(std::span<const Candidate> candidates, BitsView others) {
  const BitsOps ops;
  language::SetCounter<const BitsOps, Bits> counter(ops);
  for (const Candidate& candidate : candidates) counter.add(both(candidate.passes, others));
  std::vector<std::uint32_t> counts(others.size() * 64);
  std::size_t digit = 0;
  for (const Bits& bits : std::move(counter).take()) {
    for_each_item(bits, [&](std::uint32_t item) { counts[item] += 1U << digit; });
    ++digit;
  }
  return counts;
}

class Search {
 public:
  explicit Search(const CoverTask& task) : task_(task) {
    order_ = items_by_difficulty();
    for (const Candidate& candidate : task.candidates)
      cheapest_ = std::min(cheapest_, candidate.cost);
    is_closed_.resize(task.candidates.size());
    core_bits_.resize(task.candidates.size());
    grow_core(std::span(order_).first(std::min(kCore, order_.size())));
  }

  Covers go() {
    Bits left = Bits((core_.size() + 63) / 64);
    for (std::size_t i = 0; i < core_.size(); ++i) add(left, i);
    std::uint32_t cost = 0;
    for (const std::size_t fixed : task_.fixed) {
      chosen_.push_back(fixed);
      cost += task_.candidates[fixed].cost;
      keep(left, core_bits_[fixed]);
      is_closed_[fixed] = 1;
    }
    if (chosen_.size() <= task_.depth) look(std::move(left), cost);
    return std::move(found_);
  }

 private:
  /// A candidate that keeps out the item on which the search branches.
  struct Branch {
    std::size_t candidate;
    std::size_t gain;  ///< how many items it keeps out
  };

  std::vector<std::uint32_t> items_by_difficulty() const {
    std::vector<std::uint32_t> items;
    for_each_item(task_.others, [&](std::uint32_t item) { items.push_back(item); });
    if (task_.candidates.empty()) return items;
    const std::vector<std::uint32_t> counts = pass_counts(task_.candidates, task_.others);
    std::ranges::stable_sort(items, std::greater(),
                             [&](std::uint32_t item) { return counts[item]; });
    return items;
  }

  void grow_core(std::span<const std::uint32_t> items) {
    const std::size_t first = core_.size();
    core_.insert(core_.end(), items.begin(), items.end());
    for (std::size_t i = 0; i < core_bits_.size(); ++i) {
      const BitsView passes = task_.candidates[i].passes;
      Bits& bits = core_bits_[i];
      bits.resize((core_.size() + 63) / 64);
      // Without a branch: whether it passes cannot be predicted.
      for (std::size_t at = first; at < core_.size(); ++at)
        bits[at / 64] |= std::uint64_t{has(passes, core_[at])} << (at % 64);
    }
  }

  /// The cost that a cover has to be below.
  std::uint32_t bound() const {
    return found_.covers.size() < task_.count ? std::numeric_limits<std::uint32_t>::max()
                                              : found_.covers.back().cost;
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
    const std::size_t size = chosen_.size();
    if (size >= task_.depth || cost >= bound() || cost + cheapest_ >= bound()) return;
    branch(left, cost);
  }

  void branch(const Bits& left, std::uint32_t cost) {
    const std::size_t pivot = first_of(left);
    const std::size_t all = count(left);
    std::vector<Branch> branches;
    std::size_t most = 0;
    double rate = std::numeric_limits<double>::max();  // the lowest cost of keeping out one item
    for (std::size_t candidate = 0; candidate < is_closed_.size(); ++candidate) {
      if (is_closed_[candidate] != 0) continue;
      const Bits& passes = core_bits_[candidate];
      const std::size_t gain = all - passing(left, passes);
      if (gain == 0) continue;
      most = std::max(most, gain);
      rate = std::min(rate, task_.candidates[candidate].cost / static_cast<double>(gain));
      if (!has(passes, pivot)) branches.push_back({candidate, gain});
    }
    if (branches.empty() || (task_.depth - chosen_.size()) * most < all) return;
    std::ranges::stable_sort(branches, {}, [&](const Branch& each) {
      return task_.candidates[each.candidate].cost / static_cast<double>(each.gain);
    });
    follow(branches, left, all, cost, rate);
    for (const Branch& each : branches) is_closed_[each.candidate] = 0;
  }

  void follow(const std::vector<Branch>& branches, const Bits& left, std::size_t all,
              std::uint32_t cost, double rate) {
    for (const Branch& branch : branches) {
      is_closed_[branch.candidate] = 1;
      const std::uint32_t with = cost + task_.candidates[branch.candidate].cost;
      const std::size_t rest = all - branch.gain;
      const double least =
          rest == 0 ? 0 : std::max<double>(cheapest_, rate * static_cast<double>(rest));
      constexpr double kRounding = 1e-6;
      if (with + least - kRounding >= bound()) continue;
      if (rest > 0 && chosen_.size() + 1 >= task_.depth) continue;
      chosen_.push_back(branch.candidate);
      Bits below = left;
      keep(below, core_bits_[branch.candidate]);
      look(std::move(below), with);
      chosen_.pop_back();
      if (!found_.is_complete) return;
    }
  }

  /// The items of the core that pass all, after those that pass and are not in it have joined.
  Bits left_of_all() {
    Bits passing(task_.others.begin(), task_.others.end());
    for (const std::size_t each : chosen_) keep(passing, task_.candidates[each].passes);
    if (is_empty(passing)) return {};
    std::vector<std::uint32_t> joining;
    for (const std::uint32_t item : order_) {
      if (!has(passing, item)) continue;
      joining.push_back(item);
      if (joining.size() == kCoreStep) break;
    }
    const std::size_t first = core_.size();
    grow_core(joining);
    Bits left((core_.size() + 63) / 64);
    for (std::size_t at = first; at < core_.size(); ++at) add(left, at);
    return left;
  }

  void accept(std::uint32_t cost) {
    if (chosen_.size() < task_.least_size) return;
    if (cost >= bound() || has_redundant(task_.candidates, chosen_, task_.others)) return;
    Cover cover{.chosen = chosen_, .cost = cost};
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
  static std::size_t passing(const Bits& left, const Bits& passes) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
      total += static_cast<std::size_t>(std::popcount(left[i] & passes[i]));
    return total;
  }

  const CoverTask& task_;
  std::vector<std::uint32_t> order_;  ///< all others, the hardest to keep out first
  std::vector<std::uint32_t> core_;   ///< some of them
  std::vector<Bits> core_bits_;       ///< which of the core each candidate lets pass
  std::vector<char> is_closed_;       ///< candidates that may no longer be added
  std::vector<std::size_t> chosen_;
  std::uint32_t cheapest_ = std::numeric_limits<std::uint32_t>::max();
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
