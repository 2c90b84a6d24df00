// The processor that this runs on.
//
// Thread-safe. Nothing here uses instructions that an older processor lacks.
#pragma once

#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace seedc::base {

/// Fails (Service) on an x86-64 processor before version 2 of its instruction set (SSE4.2, POPCNT),
/// which the search for patterns needs. Whoever uses the engine asks first.
Result<void> check_processor();

/// The newest version of its instruction set, such as `x86-64-v4`, as compilers call it; of others
/// than x86-64 the set. Empty if it has none, or is older than all of them.
std::string_view instruction_set();

/// Its name and the version of its instruction set, such as `Intel(R) Xeon(R) Processor,
/// x86-64-v4`.
std::string processor_name();

}  // namespace seedc::base
