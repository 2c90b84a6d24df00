// What the outputs of a formula are called: in JSON, columns and tables alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/formula.h"

namespace seedc::report {

/// A value of a group that is an output alone is called as the program writes it, `G['a'].N`; one
/// of a whole group `G.a.N`, and a step by its name.
const std::string& output_name(const contract::Formula& formula, std::size_t output);
std::vector<std::string> output_names(const contract::Formula& formula);

/// The number of an output, by that name or by the one that its step has in messages, `G.a.N`.
std::optional<std::size_t> find_output(const contract::Formula& formula, std::string_view name);

}  // namespace seedc::report
