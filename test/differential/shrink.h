// Makes a request or a formula that shows a fault smaller.
#pragma once

#include <functional>

#include "test/differential/plain/json.h"

namespace seedc::differential {

/// The smallest structure that small steps lead to (a node gives way to its child, an argument or
/// an option goes) while `still_fails` holds, which it does for `structure`.
plain::Json shrink(plain::Json structure,
                   const std::function<bool(const plain::Json&)>& still_fails);

/// The same of a formula, its expressions trees (formula_text.h): anything may go, and an operation
/// gives way to its operands.
plain::Json shrink_formula(plain::Json formula,
                           const std::function<bool(const plain::Json&)>& still_fails);

}  // namespace seedc::differential
