// The table of limits for people (runtime/base/limits.h).
#pragma once

#include <string>

namespace seedc::report {

/// For a terminal: a limit, how much it is, of what, and what becomes of more.
std::string limits_text();

/// The same as a Markdown table, for SECURITY.md.
std::string limits_markdown();

}  // namespace seedc::report
