// The kinds of conditions that suggestions are made of, and how natural each is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace seedc::suggest {

enum class Kind : std::uint8_t {
#define SEEDC_SUGGEST_KIND(id, word, cost) id,
#include "engine/suggest/kinds.def"
};

struct KindInfo {
  Kind kind;
  std::string_view word;
  std::uint32_t cost;
};

inline constexpr std::array kKinds = {
#define SEEDC_SUGGEST_KIND(id, word, cost) KindInfo{Kind::id, word, cost},
#include "engine/suggest/kinds.def"
};

inline const KindInfo& info(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

inline std::optional<Kind> find_kind(std::string_view word) {
  for (const KindInfo& each : kKinds) {
    if (each.word == word) return each.kind;
  }
  return std::nullopt;
}

inline std::vector<std::string> kind_words() {
  std::vector<std::string> words;
  for (const KindInfo& kind : kKinds) words.emplace_back(kind.word);
  return words;
}

/// What tells a common condition with a short name from others.
struct Naturalness {
  std::size_t items = 0;  ///< how many items meet it
  std::size_t of = 0;     ///< of how many
  std::size_t words = 1;  ///< of its name
  bool is_negation = false;
};

inline constexpr std::uint32_t kMostPenalty = 4;

/// The kind's cost, and up to kMostPenalty more.
constexpr std::uint32_t cost_of(Kind kind, const Naturalness& natural) {
  constexpr std::array<std::size_t, 3> kRare = {20, 50, 200};  // one of so many items
  std::uint32_t penalty = natural.is_negation ? 1 : 0;
  for (const std::size_t rare : kRare) penalty += natural.items * rare < natural.of ? 1 : 0;
  penalty += natural.words > 3 ? 1 : 0;
  return kKinds[static_cast<std::size_t>(kind)].cost +
         (penalty < kMostPenalty ? penalty : kMostPenalty);
}

}  // namespace seedc::suggest
