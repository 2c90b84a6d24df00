// What formulas were found to evaluate, by where it is written.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/bounds/ir_bounds.h"
#include "engine/lint/span_set.h"

namespace seedc::lint {

/// Instructions of one operation at one location. Steps of groups are there once for each label;
/// operands of a longer `and` have the location of the whole.
using EvaluatedAt = std::map<std::pair<SpanKey, ir::Op>, std::vector<ir::ValueId>>;

/// Those whose bounds were looked at, outside of locations where something is `reported`.
EvaluatedAt evaluated(const ir::Module& module, const bounds::IrBounds& bounds,
                      const SpanSet& reported);

/// What choices give where their conditions do not hold: among them the choices behind the first
/// rule of a `case`.
std::set<ir::ValueId> values_otherwise(const ir::Module& module);

}  // namespace seedc::lint
