// How wide lines on a terminal may be.
#pragma once

#include <cstdint>
#include <optional>

namespace seedc::terminal {

/// The columns of the terminal behind a stream (1 or 2), or those that the user asks for with the
/// variable COLUMNS; std::nullopt for a file or a pipe if there is none.
std::optional<std::uint32_t> width_of(int stream);

}  // namespace seedc::terminal
