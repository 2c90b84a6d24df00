// What the command line calls the settings that messages refer to.
#pragma once

#include <string>
#include <string_view>

namespace seedc::tool {

/// An option with its value, an environment variable, or a command, for what seedc.h calls it.
std::string setting_name(std::string_view option);

}  // namespace seedc::tool
