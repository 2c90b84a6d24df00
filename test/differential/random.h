// Random choices that are the same on every machine: the standard's generator, but none of its
// distributions, which libraries may implement as they like.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace seedc::differential {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Draws from bytes as long as there are some, so that changing one byte changes one choice.
  explicit Random(std::string_view bytes) : bytes_(bytes), engine_(bytes.size()) {}

  /// A number in [0, bound). bound > 0.
  std::size_t below(std::size_t bound) { return draw(bound) % bound; }
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
  /// As many bytes as the bound needs, or what the generator gives.
  std::uint64_t draw(std::size_t bound) {
    if (bytes_.empty()) return engine_();
    std::uint64_t number = 0;
    for (std::size_t left = bound - 1; left > 0 && !bytes_.empty(); left >>= 8) {
      number = number << 8 | static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
    }
    return number;
  }

  std::string_view bytes_;
  std::mt19937_64 engine_;
};

}  // namespace seedc::differential
