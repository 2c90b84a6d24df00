// Allocates kept columns, a few items at a time, and makes lists from them.
#include "runtime/exec/list_run.h"

#include <algorithm>
#include <utility>

namespace seedc::exec {

ListRun::ListRun(const contract::ScoreProgram& program, const BoundFormula& bound,
                 std::uint32_t item_count)
    : bound_(bound),
      row_begins_(bound.input().row_begins),
      column_count_(program.kept_count),
      values_(bound.lists().size()) {
  for (auto& values : values_) values = std::make_shared<std::vector<language::Value>>(item_count);
}

std::uint32_t ListRun::end_of(std::uint32_t first_item, std::uint32_t end_item) const {
  if (column_count_ == 0) return end_item;
  std::uint32_t end = first_item + 1;
  while (end < end_item && cells_of(first_item, end + 1) <= kMostCells) ++end;
  return end;
}

void ListRun::prepare(Thread& thread, contract::ScoreInput& input, std::uint32_t first_item,
                      std::uint32_t end_item) const {
  if (column_count_ == 0) return;
  const std::size_t cells = std::max(thread.cells.size(), cells_of(first_item, end_item));
  thread.charge.add((cells - thread.cells.size()) * sizeof(language::Cell));
  thread.cells.resize(cells);
  const std::size_t rows = row_begins_[end_item] - row_begins_[first_item];
  thread.columns.clear();
  for (std::size_t column = 0; column < column_count_; ++column)
    thread.columns.push_back(thread.cells.data() + column * rows);
  input.kept = thread.columns.data();
  input.first_kept_row = row_begins_[first_item];
}

void ListRun::make(Thread& thread, std::span<language::Cell* const> outputs,
                   std::uint32_t first_item, std::uint32_t end_item) const {
  if (values_.empty()) return;
  thread.ledgers.resize(values_.size());
  for (std::uint32_t item = first_item; item < end_item; ++item)
    make_of_item(thread, outputs, item, row_begins_[item] - row_begins_[first_item]);
}

void ListRun::make_of_item(Thread& thread, std::span<language::Cell* const> outputs,
                           std::uint32_t item, std::uint32_t first_kept) const {
  const std::uint32_t begin = row_begins_[item];
  const ListRows rows{
      .count = row_begins_[item + 1] - begin,
      .value_of = [&](std::uint32_t load, std::uint32_t row) -> const language::Value& {
        return bound_.value(load, begin + row);
      },
      .kept =
          [&](std::uint32_t column) {
            return ScoreColumn{thread.columns[column] + first_kept, 1};
          }};
  for (std::size_t number = 0; number < values_.size(); ++number) {
    const contract::ListSpec& spec = bound_.lists()[number];
    ItemList list = make_list(spec, rows);
    thread.ledgers[number].add(list.ledger);
    thread.charge.add(base::bytes_of(list.values));
    language::Value& value = (*values_[number])[item];
    value = std::move(list.values);
    for (const std::uint32_t output : spec.outputs)
      outputs[output][item] = language::Cell::of(&std::as_const(value));
  }
}

}  // namespace seedc::exec
