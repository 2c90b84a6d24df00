// Libraries that are loaded on demand, so that processes that do not need them start faster.
#pragma once

#include <string>

#include "runtime/base/result.h"

namespace seedc::base {

/// A handle for dlsym, valid for the rest of the process. A name without a slash is searched in the
/// system's library folders. The error says why the library could not be loaded; its kind is Limit
/// if memory ran out, otherwise Service, and it has no help.
Result<void*> load_library(const std::string& name);

}  // namespace seedc::base
