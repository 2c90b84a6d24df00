// Tri-values: the result of every condition (semantics.md, introduction and section 4).
#pragma once

#include <cstdint>

namespace seedc {

enum class Tri : std::int8_t { No = -1, Unknown = 0, Yes = 1 };

constexpr Tri operator!(Tri value) { return static_cast<Tri>(-static_cast<int>(value)); }
constexpr Tri tri_of(bool value) { return value ? Tri::Yes : Tri::No; }

}  // namespace seedc
