// Makes the lists of an item (semantics.md section 6, Lists) from the rows that a score program was
// run on: selects them, orders them and takes what is wanted of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/contract/list.h"
#include "runtime/exec/score_loops.h"
#include "runtime/language/cell.h"
#include "runtime/language/value.h"

namespace seedc::exec {

/// What lists leave out and read as null, over the items of a run.
struct ListLedger {
  std::uint64_t beyond_limit = 0;  ///< values that the limit left out
  /// By cause, the rows in which a row value that the list reads is null, unless for want of a
  /// value.
  std::array<std::uint64_t, language::kNullCauseCount> nulls{};

  void add(const ListLedger& part);
};

/// One item's list.
struct ItemList {
  language::List values;
  std::vector<std::uint32_t> rows;  ///< those of the values, numbered within the item
  std::uint32_t selected = 0;       ///< rows that `where` selects
  std::uint32_t without_value = 0;  ///< of these, left out because their value is missing
  ListLedger ledger;
};

/// The rows of an item. What the functions return must live until the list is made.
struct ListRows {
  std::uint32_t count = 0;
  /// The value of a load at a row: null if it is missing.
  std::function<const language::Value&(std::uint32_t load, std::uint32_t row)> value_of;
  /// The values of a kept column, one per row.
  std::function<ScoreColumn(std::uint32_t column)> kept;
};

ItemList make_list(const contract::ListSpec& spec, const ListRows& rows);

}  // namespace seedc::exec
