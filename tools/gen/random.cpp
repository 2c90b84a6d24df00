// Implements xoshiro256** and splitmix64, by Blackman and Vigna (public domain).
#include "tools/gen/random.h"

#include <bit>
#include <string_view>

namespace seedc::gen {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, Stream stream, std::uint64_t number, std::uint64_t part) {
  std::uint64_t mixed = seed;
  for (const std::uint64_t word : {static_cast<std::uint64_t>(stream), number, part}) {
    mixed = splitmix64(mixed) ^ word;
  }
  for (std::uint64_t& word : state_) word = splitmix64(mixed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::string Random::id() {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr std::size_t kLength = 22;
  constexpr std::size_t kPerWord = 10;  // of 6 bits each
  std::string id(kLength, ' ');
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kLength; ++i) {
    if (i % kPerWord == 0) bits = next();
    id[i] = kAlphabet[bits & 63];
    bits >>= 6;
  }
  return id;
}

}  // namespace seedc::gen
