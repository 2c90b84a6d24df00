// The declarations of the fields that instructions read.
#pragma once

#include <optional>

#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"

namespace seedc::ir {

/// The field that `read`, a `row.field`, reads; std::nullopt if it reads what stands beside one.
std::optional<contract::Field> field_read(const Module& module, const Inst& read);

}  // namespace seedc::ir
