// Random choices that are the same on every machine: the standard's generator, but none of its
// distributions, which libraries may implement as they like.
#pragma once

#include <cstdint>
#include <random>

namespace seedc::differential {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// A number in [0, bound). bound > 0.
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  /// A number in [low, high].
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }

  /// An entry of a vector or a JSON list that is not empty.
  template <class List>
  auto pick(const List& list) {
    return list[below(list.size())];
  }

  template <class List>
  void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace seedc::differential
