// Citations of the numbered parts of a batch: `Email 12` in what a model wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seedc {

/// The numbers that a text cites, in its order: what Python's `re.findall(r"\bNOUN\s+(\d+)\b",
/// text, re.IGNORECASE)` finds, as `int` and `str` make them: digits of ASCII without leading
/// zeros, of any length. `noun` is made of word characters; `text` is UTF-8.
std::vector<std::string> cited_numbers(std::string_view text, std::string_view noun);

/// Whether a number as `cited_numbers` gives it is greater than `bound`, which is not negative.
bool exceeds(std::string_view number, long long bound);

/// Whether every character is a letter, a digit or `_`, and there is one: what a noun may be.
bool is_word(std::string_view text);

}  // namespace seedc
