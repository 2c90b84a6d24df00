// The texts that an output of a formula may be, whatever the item: those of the branches, tables
// and labels that it takes its value from.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc::bounds {

/// In the order of the program, each once. std::nullopt if the output may be something else than
/// one of finitely many texts, or null.
std::optional<std::vector<std::string>> output_texts(const contract::ScoreProgram& program,
                                                     std::size_t output);

}  // namespace seedc::bounds
