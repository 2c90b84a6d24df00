// Hashing of texts that programs and data choose. The seed is drawn once a process: who does not
// know it cannot choose texts that all fall together, which would make tables of them quadratic.
// So no order and no file may depend on these hashes. A library that is loaded while the process
// runs has a seed of its own: no table by this hash is handed to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace seedc {

struct TextHash {
  std::size_t operator()(std::string_view text) const;
};

/// Stands for a text: others have another one.
struct TextDigest {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const TextDigest&, const TextDigest&) = default;
};

TextDigest digest_of(std::string_view text);

}  // namespace seedc
