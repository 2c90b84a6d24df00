// The table of limits for people (runtime/base/limits.h).
#pragma once

#include <string>

#include "engine/report/layout.h"

namespace seedc::report {

/// For a terminal: each limit, its value, what it bounds, and what happens beyond it.
std::string limits_text(const Layout& layout);

/// The same as a Markdown table, for SECURITY.md.
std::string limits_markdown(base::SettingNames names);

}  // namespace seedc::report
