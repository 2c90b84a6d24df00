// Whether an answer satisfies a JSON Schema, as far as the schemas of this folder go: `type` (one
// or a list), `enum`, `properties`, `required`, `additionalProperties: false`, `items`. Other keys
// say nothing here.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace seedc {

/// What is wrong first, with its place: "`lapse`: \"bad\" is not among its values". Nothing if all
/// is well. An integer is one of 64 bits, written without a point.
std::optional<std::string> find_violation(const nlohmann::ordered_json& answer,
                                          const nlohmann::ordered_json& schema);

}  // namespace seedc
