// The JSON in what a model says.
#pragma once

#include <optional>
#include <string_view>

namespace seedc::llm {

/// The text without the reasoning that precedes it, in `<think>…</think>`, of which services at
/// times leave out the beginning, and without the Markdown fence around it. What follows the JSON
/// is kept: it makes an answer invalid. std::nullopt if the reasoning does not end.
std::optional<std::string_view> answer_text(std::string_view said);

}  // namespace seedc::llm
