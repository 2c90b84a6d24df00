// Operands of conditions on items that no value of their column meets, or of which none is looked
// at.
#pragma once

#include <string>
#include <string_view>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/operands.h"

namespace seedc::lint {

/// Whether a name asks for it by convention. Its operands are then values of the data, or the
/// checker has warned of them.
bool is_by_convention(const ConditionSite& site);

/// How requests use a condition: as it is, and under an odd number of NOTs. A value that no item
/// has is a mistake where a request needs an item to have it, and usual where it excludes it.
struct Uses {
  bool plain = true, negated = true;
};

/// Reports the operand at its location, unless the uses make it usual. `column` is that of the
/// condition's path. Returns whether the condition makes no sense.
bool lint_operands(const ConditionSite& site, const language::Condition& condition,
                   const data::Column& column, Uses uses, diag::Diagnostics& diagnostics);

/// "its values are `free`, `no`, `paid`"; empty if there are many. `option`: possible_operands.
std::string few_values(const data::Column& column, std::string_view option);

}  // namespace seedc::lint
