// Which setting of the caller raises a limit.
#pragma once

#include "runtime/base/limits.h"
#include "runtime/base/setting.h"

namespace seedc::base::limits {

/// `None` for a limit that is fixed.
Setting setting_of(const Limit& limit);

}  // namespace seedc::base::limits
