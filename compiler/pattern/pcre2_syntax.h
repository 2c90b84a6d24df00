// Writes a pattern's tree in PCRE2's syntax.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "compiler/pattern/regex_tree.h"

namespace seedc::regex {

/// What PCRE2 has no means to say.
struct Inexpressible {
  std::string text;
};

/// The pattern for PCRE2 10.42 under UTF, UCP, CASELESS, newline LF.
///
/// Before a back-reference stands the callout of its group's number, `(?C1)\g{1}`: PCRE2 takes `ς`
/// for `σ` there, Python does not. The callout is to fail unless what comes equals the group's
/// text, character by character, once lower-cased (simple mapping). It stands before case-sensitive
/// ones too, so that the engine can count the work.
std::variant<std::string, Inexpressible> print_pcre2(const Node& root);

}  // namespace seedc::regex
