// The meanings found for a name, before the most direct one is chosen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/resolve/convention.h"
#include "compiler/resolve/words.h"

namespace seedc::resolve {

/// How directly a name expresses its meaning; the first is the most direct.
enum class Tier : std::uint8_t { Full, Short, Alone, Synonym, Pattern };

struct Meaning {
  Reading reading;                 ///< without `canonical`
  std::vector<std::string> names;  ///< the candidates for listing it, best first
  Tier tier = Tier::Full;
};

/// The meanings found for one name. Nobody reads more than kMost.
class Meanings {
 public:
  void add(Meaning meaning) {
    if (!is_full()) list_.push_back(std::move(meaning));
  }
  bool is_full() const { return list_.size() >= most_; }
  std::vector<Meaning>& list() { return list_; }

  explicit Meanings(std::size_t most = kMost) : most_(most) {}
  static constexpr std::size_t kMost = 50;

 private:
  std::size_t most_;
  std::vector<Meaning> list_;
};

/// `no_x`, `not_x`, `not_for_x` and `x_no` without the negation; empty if a name has none.
std::vector<Words> without_negation(WordSpan words);

/// "3 of 50 items".
std::string share_of(std::uint64_t count, std::uint64_t all, std::string_view noun);

/// "a, b or c".
std::string listed(std::span<const std::string> texts);

}  // namespace seedc::resolve
