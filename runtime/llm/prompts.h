// The texts of prompts, which are in `prompts/` and embedded in the program.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc::llm {

extern const std::string_view kExtractSystemPrompt;  ///< with `{fields}`
extern const std::string_view kExtractUserPrompt;    ///< with `{review}`
extern const std::string_view kJudgeSystemPrompt;
extern const std::string_view
    kJudgeUserPrompt;  ///< with the placeholders that `judge_request` fills

/// The prompt with `{name}` replaced by its value, for all given names; other text in braces is
/// kept. Values are not scanned for placeholders.
std::string fill_prompt(std::string_view prompt,
                        const std::vector<std::pair<std::string_view, std::string_view>>& values);

}  // namespace seedc::llm
