// Selects, orders and reads the rows of a list.
#include "runtime/exec/lists.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace seedc::exec {
namespace {

using contract::ListSource;
using language::Value;

/// What a row is ordered by. Numbers come before strings before all other values, missing ones
/// last.
struct Key {
  enum class Rank : std::uint8_t { Number, Text, Other, Missing };
  Rank rank = Rank::Missing;
  long double number = 0;  ///< holds every integer of 64 bits and every double
  std::string_view text = {};
  std::uint32_t row = 0;
};

Key key_of(const language::Cell& cell) {
  if (cell.is_null()) return {};
  switch (cell.kind) {
    case language::Kind::Int:
      return {.rank = Key::Rank::Number, .number = static_cast<long double>(cell.integer())};
    case language::Kind::Real:
      return {.rank = Key::Rank::Number, .number = static_cast<long double>(cell.real())};
    case language::Kind::Str:
      return {.rank = Key::Rank::Text, .text = cell.string()};
    case language::Kind::Bool:
    case language::Kind::Any:
    case language::Kind::Json:
      break;
  }
  return {.rank = Key::Rank::Other};
}

/// A list or an object is a value, though not one of a cell.
Key key_of(const Value& value) {
  const Key key = key_of(language::cell_of(value));
  return key.rank == Key::Rank::Missing && !value.is_null() ? Key{.rank = Key::Rank::Other} : key;
}

/// A strict weak order, in which values of one rank that are neither numbers nor strings are equal.
bool comes_before(const Key& a, const Key& b, bool descending) {
  if (a.rank != b.rank) return a.rank < b.rank;
  const Key& low = descending ? b : a;
  const Key& high = descending ? a : b;
  if (a.rank == Key::Rank::Number) return low.number < high.number;
  return a.rank == Key::Rank::Text && low.text < high.text;
}

class ListMaker {
 public:
  ListMaker(const contract::ListSpec& spec, const ListRows& rows) : spec_(spec), rows_(rows) {
    for (const ListSource& source : spec.values) columns_.push_back(column_of(source));
    if (spec.order) order_ = column_of(*spec.order);
    if (spec.where) where_ = column_of(*spec.where);
  }

  ItemList run() {
    select();
    if (spec_.order) order();
    if (list_.rows.size() > spec_.limit) {
      list_.ledger.beyond_limit = list_.rows.size() - spec_.limit;
      list_.rows.resize(spec_.limit);
    }
    for (const std::uint32_t row : list_.rows) list_.values.push_back(element(row));
    return std::move(list_);
  }

 private:
  ScoreColumn column_of(const ListSource& source) const {
    return source.of == ListSource::Of::Kept ? rows_.kept(source.number) : ScoreColumn{};
  }

  void select() {
    for (std::uint32_t row = 0; row < rows_.count; ++row) {
      if (spec_.where && !where_[row].boolean()) continue;
      ++list_.selected;
      count_null(row);
      if (!spec_.has_objects() && is_missing(row)) {
        ++list_.without_value;
        continue;
      }
      list_.rows.push_back(row);
    }
  }

  /// Counts a row once, by the first row value that is null.
  void count_null(std::uint32_t row) {
    for (const ScoreColumn& column : columns_) {
      if (is_counted(column, row)) return;
    }
    is_counted(order_, row);
  }

  bool is_counted(const ScoreColumn& column, std::uint32_t row) {
    if (column.cells == nullptr || !column[row].is_null()) return false;
    const language::NullCause cause = language::cause_of(column[row].null);
    if (cause == language::NullCause::Missing) return false;
    ++list_.ledger.nulls[static_cast<std::size_t>(cause)];
    return true;
  }

  void order() {
    std::vector<Key> keys;
    for (const std::uint32_t row : list_.rows) {
      const bool is_kept = spec_.order->of == ListSource::Of::Kept;
      keys.push_back(is_kept ? key_of(order_[row])
                             : key_of(rows_.value_of(spec_.order->number, row)));
      keys.back().row = row;
    }
    std::ranges::stable_sort(
        keys, [&](const Key& a, const Key& b) { return comes_before(a, b, spec_.descending); });
    std::ranges::transform(keys, list_.rows.begin(), &Key::row);
  }

  Value element(std::uint32_t row) const {
    if (!spec_.has_objects()) return value_at(0, row);
    language::Dict object;
    for (std::size_t i = 0; i < spec_.keys.size(); ++i)
      object.emplace_back(spec_.keys[i], value_at(i, row));
    return object;
  }

  /// Of a list of plain values.
  bool is_missing(std::uint32_t row) const {
    if (columns_[0].cells != nullptr) return columns_[0][row].is_null();
    return rows_.value_of(spec_.values[0].number, row).is_null();
  }

  Value value_at(std::size_t number, std::uint32_t row) const {
    if (columns_[number].cells != nullptr) return language::value_of(columns_[number][row]);
    return rows_.value_of(spec_.values[number].number, row);
  }

  const contract::ListSpec& spec_;
  const ListRows& rows_;
  std::vector<ScoreColumn> columns_;  ///< by value; without cells if it is read from the data
  ScoreColumn order_;
  ScoreColumn where_;
  ItemList list_;
};

}  // namespace

void ListLedger::add(const ListLedger& part) {
  beyond_limit += part.beyond_limit;
  std::ranges::transform(nulls, part.nulls, nulls.begin(), std::plus<>());
}

ItemList make_list(const contract::ListSpec& spec, const ListRows& rows) {
  return ListMaker(spec, rows).run();
}

}  // namespace seedc::exec
