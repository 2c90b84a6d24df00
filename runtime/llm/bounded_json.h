// JSON from a service, with its depth bounded so that walking it cannot exhaust the stack.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace seedc::llm {

/// The maximum nesting depth of objects and lists.
constexpr int kMaxAnswerDepth = 100;

/// Discarded if it is invalid or too deep.
nlohmann::ordered_json parse_bounded_json(std::string_view text);

/// The string at a key of what may be an object; empty if there is none.
std::string string_at(const nlohmann::ordered_json& object, std::string_view key);

}  // namespace seedc::llm
