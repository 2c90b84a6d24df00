// The smallest change of an item's rows that turns an output of a formula: fields with other
// values, rows left out, rows added for reviews without one. Bounds say what no change can reach;
// whatever is found has been scored by the interpreter.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bounds/item_rows.h"
#include "runtime/base/call.h"

namespace seedc::bounds {

/// What an output is to become.
struct Goal {
  language::Cell now;
  /// As a value is written; a string as it stands. Absent: anything else than now.
  std::optional<std::string> to;

  bool is_met(const language::Cell& output) const;
  bool may_be_met(const Bound& output) const;
};

struct FieldChange {
  std::size_t field = 0;  ///< of RowSet::fields
  language::Value from;
  language::Value to;
};
struct RowChange {
  enum class Kind : std::uint8_t {
    Fields,   ///< some have other values, each of which counts as a change
    LeftOut,  ///< the review is no row
    Added,    ///< the review becomes a row, with these fields
  };
  Kind kind = Kind::Fields;
  std::uint32_t review = 0;
  std::vector<FieldChange> fields;
};

struct Changes {
  enum class Outcome : std::uint8_t {
    Found,
    Impossible,  ///< no rows whatever give the goal
    GaveUp,      ///< none was found, and that there is none is not proved
  };
  /// What kept the search from an answer.
  enum class Limit : std::uint8_t {
    None,
    Time,
    DependentRows,  ///< rows depend on what others add up to: sets of few changes were tried, and
                    ///< those that change many rows alike
    LooseBounds,    ///< many sets were tried, and bounds do not exclude all others
    OneChange,      ///< no other than single changes was to be tried; none of them does
    ManyChanges,    ///< there are too many single changes to try each
  };
  Outcome outcome = Outcome::GaveUp;
  Limit limit = Limit::None;  ///< GaveUp
  std::uint32_t size = 0;     ///< Found: changes of each set
  bool is_smallest = false;   ///< Found: no fewer changes would do
  std::vector<std::vector<RowChange>> sets;
  /// Impossible: all that the output may be, if that is these values and numbers.
  struct Possible {
    std::vector<language::Value> values;
    std::optional<Range<double>> numbers;
  };
  std::optional<Possible> possible;
  static constexpr std::size_t kMostSets = 3;
};

/// `output` is one of the formula's. Left-out reviews (ItemRow::State::LeftOut) stay so. The search
/// ends after `most_time` with what it has found.
Changes smallest_changes(const FormulaRows& formula, const ItemRows& rows, std::size_t output,
                         const Goal& goal, std::chrono::duration<double> most_time,
                         const base::Call& call);

/// The same among single changes, each of which is tried unless there are too many: so that the
/// answer comes soon, and is the same on every machine.
Changes single_changes(const FormulaRows& formula, const ItemRows& rows, std::size_t output,
                       const Goal& goal, const base::Call& call);

}  // namespace seedc::bounds
