// How the text patterns of a plan are searched, by the word index or by a scan, for people.
#pragma once

#include <span>
#include <string>

#include "runtime/exec/text_rules.h"

namespace seedc::report {

/// One line per pattern under a heading; empty if there are no patterns.
std::string format_text_routes(std::span<const exec::TextRoute> routes);

}  // namespace seedc::report
