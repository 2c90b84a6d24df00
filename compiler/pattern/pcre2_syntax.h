// Prints a pattern's tree in PCRE2's syntax.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "compiler/pattern/regex_tree.h"

namespace seedc::pattern {

/// Constructs that PCRE2 cannot express.
struct Inexpressible {
  std::string text;
};

/// The pattern for PCRE2 10.42 under UTF, UCP, CASELESS, newline LF.
///
/// Each back-reference is preceded by the callout of its group's number, `(?C1)\g{1}`: PCRE2
/// equates `ς` and `σ` there, Python does not. The callout must fail unless the following text
/// equals the group's text, character by character, once lower-cased (simple mapping). It also
/// precedes case-sensitive references, so that the engine can count the work.
std::variant<std::string, Inexpressible> print_pcre2(const Node& root);

}  // namespace seedc::pattern
