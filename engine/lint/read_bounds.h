// What instructions that read reviews and items can give: by the schema of a dataset, or by what
// datasets commonly are.
#pragma once

#include "compiler/ir/module.h"
#include "engine/bounds/ir_bounds.h"
#include "runtime/language/schema.h"

namespace seedc::lint {

/// Kinds only, of stars their scale, and for all reads missing values. A path of which nothing is
/// known is left out. `schema`: a null pointer, or what was read of a dataset. Of paths that it
/// does not have dates are texts, and stars and votes numbers (known_fields.h).
bounds::IrBounds::Known read_bounds(const ir::Module& module, const language::Schema* schema);

}  // namespace seedc::lint
