// The processor that this runs on.
//
// Thread-safe. Nothing here uses instructions that an older processor lacks.
#pragma once

#include <string>

#include "runtime/base/result.h"

namespace seedc::base {

/// Fails (Service) on an x86-64 processor before version 2 of its instruction set (SSE4.2, POPCNT),
/// which the search for patterns needs. Whoever uses the engine asks first.
Result<void> check_processor();

/// Its name and the version of its instruction set, such as `Intel(R) Xeon(R) Processor,
/// x86-64-v4`.
std::string processor_name();

}  // namespace seedc::base
