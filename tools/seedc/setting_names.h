// What the command line calls the settings that messages refer to.
#pragma once

#include <string_view>

#include "runtime/base/setting.h"

namespace seedc::tool {

/// As base::SettingNames: an option with its value, an environment variable, or a command.
std::string_view setting_name(base::Setting setting);

}  // namespace seedc::tool
