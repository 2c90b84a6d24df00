// Hashing of texts chosen by programs and data. The seed is drawn once per process: without knowing
// it, nobody can choose texts that collide, which would make hash tables quadratic. So no order and
// no file may depend on these hashes. A library that is loaded at run time has its own seed: no
// table with this hash may be passed to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace seedc::base {

struct TextHash {
  std::size_t operator()(std::string_view text) const;
};

/// Represents a text in comparisons: different texts have different values.
struct TextDigest {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const TextDigest&, const TextDigest&) = default;
};

TextDigest digest_of(std::string_view text);

}  // namespace seedc::base
