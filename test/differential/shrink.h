// Makes a request that shows a fault smaller.
#pragma once

#include <functional>

#include "test/differential/plain/json.h"

namespace seedc::differential {

/// The smallest structure that small steps lead to (a node gives way to its child, an argument or
/// an option goes) while `still_fails` holds, which it does for `structure`.
plain::Json shrink(plain::Json structure,
                   const std::function<bool(const plain::Json&)>& still_fails);

}  // namespace seedc::differential
