// JSON that a service sent: nothing in it may be so deep that walking it exhausts the stack.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace seedc {

/// How deep objects and lists may stand in each other.
constexpr int kMaxAnswerDepth = 100;

/// Discarded if it is no JSON, or too deep.
nlohmann::ordered_json parse_bounded_json(std::string_view text);

}  // namespace seedc
