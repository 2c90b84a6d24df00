// What a search for a witness comes to.
#pragma once

#include <cstdint>

namespace seedc::prove {

enum class Answer : std::uint8_t {
  Found,       ///< there is one
  Impossible,  ///< it is certain that there is none
  GaveUp,      ///< neither is known
};

}  // namespace seedc::prove
