// Random numbers that are the same on every machine: xoshiro256** seeded by splitmix64, integers
// only.
//
// Every generated object has its own stream, identified by its type and index, so that an item, a
// user or a review can be generated at any time, in any order, with the same result.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace seedc::gen {

enum class Stream : std::uint8_t {
  Item = 1,
  User,
  Review,
  ReviewCounts,
  ReviewOrder,
  Social,
  Allergy
};

class Random {
 public:
  /// The stream of object `number` (and `part` of it) in the dataset of `seed`.
  Random(std::uint64_t seed, Stream stream, std::uint64_t number = 0, std::uint64_t part = 0);

  std::uint64_t next();
  /// A number in [0, bound). 0 < bound <= 2^32.
  std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }
  /// A number in [low, high].
  int between(int low, int high) { return low + static_cast<int>(below(high - low + 1)); }
  bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
  /// A number in [1, limit] that is at least k with probability about 1 / k.
  std::uint64_t heavy_tail(std::uint64_t limit) { return limit / (1 + below(limit)); }

  template <class T>
  const T& pick(std::span<const T> choices) {
    return choices[below(choices.size())];
  }

  /// 22 characters of the URL-safe base64 alphabet, like Yelp's ids.
  std::string id();

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace seedc::gen
