// What formulas were found to evaluate, by where it is written.
#pragma once

#include <map>
#include <optional>
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

/// What an instruction can give of all that its operands can be anywhere, not only where it is
/// evaluated: in a branch where `N` is 3, `N * 2` is still open. std::nullopt if an operand was not
/// evaluated. Texts that it makes are in the pool.
std::optional<bounds::Bound> anywhere(const ir::Inst& inst, const bounds::IrBounds& bounds,
                                      language::StringPool& strings);

/// What choices give where their conditions do not hold: among them the choices behind the first
/// rule of a `case`.
std::set<ir::ValueId> values_otherwise(const ir::Module& module);

}  // namespace seedc::lint
