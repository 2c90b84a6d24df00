// Libraries that are loaded while the process runs, so that who does not need them does not wait
// for them.
#pragma once

#include <string>

#include "runtime/base/result.h"

namespace seedc {

/// A handle for dlsym, of a library that stays. By a name without a slash it is looked for where
/// the system has its libraries. An error says why it is not there, by the kind Limit if memory ran
/// out, else Service, and gives no help.
Result<void*> load_library(const std::string& name);

}  // namespace seedc
