// What messages call the options that they refer to: as in seedc.h, or as the users of the caller
// write them.
#pragma once

#include "include/seedc/seedc.h"
#include "runtime/base/setting.h"

namespace seedc::library {

/// As in seedc.h.
base::SettingNames own_names();
std::string_view own_name(base::Setting setting);

/// What the caller's function gives for each of them.
base::SettingTable names_of_caller(const seedc_session_options& options);

}  // namespace seedc::library
