// Checks an answer against a JSON Schema, for the subset that this folder's schemas use: `type`
// (one or a list), `enum`, `properties`, `required`, `additionalProperties: false`, `items`. Other
// keys are ignored.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "runtime/llm/chat.h"

namespace seedc::llm {

/// The first fault, with its location: "`lapse`: \"bad\" is not among its values"; std::nullopt if
/// the answer is valid. An integer has at most 64 bits and is written without a point.
std::optional<std::string> find_violation(const nlohmann::ordered_json& answer,
                                          const nlohmann::ordered_json& schema);

/// The fault of an answer to the request; std::nullopt if it is acceptable.
std::optional<std::string> find_fault(const nlohmann::ordered_json& answer,
                                      const ChatRequest& request);

}  // namespace seedc::llm
