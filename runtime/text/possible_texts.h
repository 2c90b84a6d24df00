// What is known of a search (RequiredLiterals) in many texts before any of them is searched: the
// texts that may match, and whether they must.
#pragma once

#include <cstdint>
#include <vector>

namespace seedc::text {

/// One bit per text.
using TextBits = std::vector<std::uint64_t>;

struct PossibleTexts {
  TextBits texts;         ///< all texts that may match
  TextBits odd;           ///< those of them of which nothing is known
  bool is_exact = false;  ///< the others match

  /// The texts that have to be searched to decide.
  const TextBits& open() const { return is_exact ? odd : texts; }
  bool may_match(std::uint32_t text) const { return has(texts, text); }
  bool must_match(std::uint32_t text) const {
    return is_exact && has(texts, text) && !has(odd, text);
  }

 private:
  static bool has(const TextBits& bits, std::uint32_t text) {
    return (bits[text / 64] >> (text % 64) & 1) != 0;
  }
};

}  // namespace seedc::text
