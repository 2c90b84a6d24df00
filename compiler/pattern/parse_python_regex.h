// Reads a pattern as Python 3.11's `re` module does (Lib/re/_parser.py): what it accepts is
// accepted, what it refuses is refused, for the same reason.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "compiler/pattern/regex_tree.h"
#include "runtime/base/limits.h"

namespace seedc::regex {

/// Why Python refuses the pattern, in its words.
struct Refusal {
  std::string text;
};
/// Which of our own limits the pattern passes.
struct LimitPassed {
  std::string text;
};

using Parsed = std::variant<Node, Refusal, LimitPassed>;

/// Groups inside groups. Python's own limit is the interpreter's stack, at some hundreds.
constexpr int kMaxGroupDepth = limits::kPatternNesting;

Parsed parse_python_regex(std::u32string_view pattern);

}  // namespace seedc::regex
