// Operators that people and language models know from elsewhere, and what is written here for them.
#pragma once

#include <string>
#include <string_view>

namespace seedc::ast {

/// The help for a word, in upper case, that is no operator of the language: "write `NOT(OR(a,
/// b))`". Empty if it is none of other languages either.
std::string help_for_operator(std::string_view word);

}  // namespace seedc::ast
