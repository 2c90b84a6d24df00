// Citations of the numbered parts of a batch: `Email 12` in a model's answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seedc::llm {

/// The numbers that a text cites, in order: those found by Python's
/// `re.findall(r"\bNOUN\s+(\d+)\b", text, re.IGNORECASE)`, converted by `int` and `str`: ASCII
/// digits without leading zeros, of any length. `noun` consists of word characters; `text` is
/// UTF-8.
std::vector<std::string> cited_numbers(std::string_view text, std::string_view noun);

/// Whether a number returned by `cited_numbers` is greater than `bound`, which is not negative.
bool exceeds(std::string_view number, long long bound);

/// Whether the text is a valid noun: not empty, and only letters, digits and `_`.
bool is_word(std::string_view text);

}  // namespace seedc::llm
