// What the instructions that read rows and items read, and how formulas name it.
#pragma once

#include <optional>
#include <string>

#include "compiler/ir/module.h"
#include "runtime/contract/formula.h"
#include "runtime/language/value.h"

namespace seedc::ir {

/// The field that `read`, a `row.field`, reads; std::nullopt if it reads what is kept beside one.
std::optional<contract::Field> field_read(const Module& module, const Inst& read);

/// The path that `read`, a `row.meta` or an `item.value`, reads.
language::Path path_read(const Inst& read);

/// What is read as formulas name it: `extraction.severity`, `meta.user.fans`, `meta.year`,
/// `context.city`. Empty for what reads nothing.
std::string name_read(const Inst& read);

/// The value behind conversions of its kind, which formulas do not write.
ValueId unconverted(const Module& module, ValueId value);

/// The name of a step or of what is read, conversions aside. Empty for what is computed.
std::string name_of(const Module& module, ValueId value);

}  // namespace seedc::ir
