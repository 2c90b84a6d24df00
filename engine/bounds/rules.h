// How bounds of operands give a bound of the result, by the table rules.def.
// Every rule is sound, bit for bit: where all operands are single values it applies the operation
// itself.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/bounds/bound.h"
#include "runtime/contract/lookup.h"
#include "runtime/contract/score.h"
#include "runtime/language/operations.h"
#include "runtime/language/string_pool.h"

namespace seedc::bounds {

enum class BoundRule : std::uint8_t {
  Given,      ///< an input
  Corners,    ///< monotone in each operand, -0.0 being before 0.0: the ends of ranges give the ends
  Extremes,   ///< the same, but of equal zeros it may keep either
  Absolute,   ///< monotone on either side of zero
  Quotient,   ///< monotone on either side of a divisor of zero
  Logarithm,  ///< monotone but for one unit in the last place; of what is positive
  Root,       ///< monotone; of what is not negative
  Dates,      ///< of texts that may begin with dates, a number of days or years
  Texts,      ///< of anything but single values, any text
  Equality,   ///< whether two ranges may meet
  Passing,    ///< depends on kinds and booleans only, and gives an operand, a boolean or a null
  Branches,   ///< one of two operands
  Entries,    ///< values of a table
  Searches,   ///< a boolean; of a text either
  Nulls,      ///< changes nulls only
  Unread,     ///< no value of the program
};
BoundRule rule_of(language::Operation op);

/// An operation on single values.
using Function = std::function<language::Cell(std::span<const language::Cell>)>;

/// The bound of the results of `function`, which the rule describes: all but Given, Branches,
/// Entries, Searches, Nulls and Unread. At most three operands.
Bound combine(BoundRule rule, std::span<const Bound* const> operands, const Function& function);

/// A computed operation. Texts that it makes are in the pool.
Bound apply(language::Operation op, std::span<const Bound* const> operands,
            language::StringPool& strings);

/// An aggregate with one more row. `value` is not read by a count.
Bound add_row(language::Operation aggregate, const Bound& so_far, const Bound& value);

/// A fold with one more group.
Bound add_group(language::Operation fold, const Bound& so_far, const Bound& condition,
                const Bound& value);

/// What a table has for values.
Bound look_up(const contract::PreparedTable& table, const Bound& value);
/// All that a table may give for a value that is not null.
Bound entries_of(const contract::PreparedTable& table);

/// Whether a value is a text that passes.
Bound test_text(contract::TextTester& tester, const Bound& value);
/// Whether a value passes a test that is not one on texts.
Bound test(const contract::ValueTest& test, const Bound& value);

/// A bound whose nulls are changed by `change`.
Bound with_nulls(const Bound& bound, const std::function<language::Cell(language::Cell)>& change);

}  // namespace seedc::bounds
