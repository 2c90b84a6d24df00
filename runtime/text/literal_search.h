// Looks for the literals that searches require (RequiredLiterals) in a text: in one Vectorscan pass
// for all searches together, or, where few of many are asked for, literal by literal.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/language/required_literals.h"
#include "runtime/text/literal_scanner.h"

namespace seedc::text {

/// Bits [0, search count), one per search or pattern, in words of 64.
using PatternBits = std::vector<std::uint64_t>;

/// Immutable and shared by threads; each thread has its own Scratch.
class LiteralSearch {
 public:
  /// Searches that are std::nullopt require no literal: what is said of literals is not of them.
  explicit LiteralSearch(std::vector<std::optional<language::RequiredLiterals>> searches);

  class Scratch {
    friend class LiteralSearch;
    LiteralScanner::Scratch scanner_;
  };
  using Outcome = LiteralScanner::Outcome;

  std::size_t size() const { return searches_.size(); }
  /// What the search requires.
  const std::optional<language::RequiredLiterals>& required(std::size_t search) const {
    return searches_[search];
  }
  /// The searches that require literals, and those of them that succeed wherever one occurs.
  const PatternBits& with_literals() const { return with_literals_; }
  const PatternBits& exact() const { return exact_; }

  /// Sets in `hits`, which is cleared first, the bit of each search in `wanted` of which a literal
  /// occurs in `text` (valid UTF-8), and maybe others. Unless the outcome is Complete, a search may
  /// succeed in the text without a hit.
  Outcome look(std::string_view text, const PatternBits& wanted, Scratch& scratch,
               PatternBits& hits) const;

 private:
  bool are_few(const PatternBits& wanted) const;
  Outcome find_each(std::string_view text, const PatternBits& wanted, PatternBits& hits) const;

  std::vector<std::optional<language::RequiredLiterals>> searches_;
  std::size_t literal_count_ = 0;  ///< of all
  PatternBits with_literals_, exact_;
  LiteralScanner scanner_;
};

/// Calls `visit(number)` for each bit that is set.
template <class Visit>
void for_each_bit(const PatternBits& bits, const Visit& visit) {
  for (std::size_t word = 0; word < bits.size(); ++word) {
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }
}

inline void set_bit(PatternBits& bits, std::size_t number) {
  bits[number / 64] |= std::uint64_t{1} << (number % 64);
}

}  // namespace seedc::text
