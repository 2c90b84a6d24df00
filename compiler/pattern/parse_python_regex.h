// Parses a pattern as Python 3.11's `re` module does (Lib/re/_parser.py): it accepts what Python
// accepts, and rejects what Python rejects, for the same reason.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "compiler/pattern/regex_tree.h"
#include "runtime/base/limits.h"

namespace seedc::pattern {

/// Why Python rejects the pattern, in Python's words.
struct Refusal {
  std::string text;
};
/// Which of our own limits the pattern exceeds.
struct LimitPassed {
  std::string text;
};

using Parsed = std::variant<Node, Refusal, LimitPassed>;

/// Maximum nesting of groups. Python's own limit is the interpreter's stack, at some hundreds.
constexpr int kMaxGroupDepth = base::limits::kPatternNesting;

Parsed parse_python_regex(std::u32string_view pattern);

}  // namespace seedc::pattern
