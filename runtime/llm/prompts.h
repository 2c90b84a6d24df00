// The texts of prompts, which stand in `prompts/` and are built in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace seedc {

extern const std::string_view kExtractSystemPrompt;  ///< with `{fields}`
extern const std::string_view kExtractUserPrompt;    ///< with `{review}`
extern const std::string_view kJudgeSystemPrompt;
extern const std::string_view kJudgeUserPrompt;  ///< with the places that `judge_request` fills

/// The prompt with `{name}` replaced by its value, for all names that are given; what else stands
/// in braces stays. Values are not looked through, whatever they contain.
std::string fill_prompt(std::string_view prompt,
                        const std::vector<std::pair<std::string_view, std::string_view>>& values);

}  // namespace seedc
