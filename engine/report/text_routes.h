// How the text patterns of a plan are searched, by the word index or by a scan, for people.
#pragma once

#include <span>
#include <string>

#include "runtime/exec/text_rules.h"

namespace seedc {

/// A line for each pattern under a heading; nothing where there is none.
std::string format_text_routes(std::span<const TextRoute> routes);

}  // namespace seedc
