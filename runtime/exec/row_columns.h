// A column that loads of a formula read, with its codes for the formula's rows. Codes of 4
// bytes are used where they are if they are those of items, or of reviews each of which is a row.
//
//   RowColumn column = RowColumn::of(load, dataset, extractions);
//   column.read_years(dataset, row_count);
//   column.begin(row_count);
//   column.take(0, reviews);   // threads: each its portion of the rows
//   const language::Value& value = column.values()[column.codes()[row]];
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/contract/score.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"

namespace seedc::exec {

class RowColumn {
 public:
  /// The column that the load reads. It refers to the dataset or the extractions.
  static RowColumn of(const contract::LoadSpec& load, const data::Dataset& dataset,
                      const data::Extractions& extractions);

  /// Of dates, reads their years, unless that takes longer than reading those of the rows.
  void read_years(const data::Dataset& dataset, std::uint32_t row_count);
  /// What it needs with so many rows.
  std::uint64_t bytes(std::uint32_t row_count) const;
  void begin(std::uint32_t row_count);
  /// Takes the codes of some rows: those from `first_row` on are these reviews. Threads may take
  /// different rows at once.
  void take(std::uint32_t first_row, std::span<const std::uint32_t> reviews);

  /// One per row, or one per item.
  const std::uint32_t* codes() const { return taken_ ? taken_.get() : codes_.unpacked()->data(); }
  bool is_per_row() const { return is_per_row_; }
  /// The values of the codes. Of dates these are their years.
  std::span<const language::Value> values() const { return values_; }
  /// Whether a row or an item has the value.
  bool occurs(std::size_t code) const { return occurs_[code] != 0; }
  std::span<const std::uint8_t> occurring() const { return occurs_; }

 private:
  /// The years of all dates, from the first one on; code 0 is none.
  struct Years {
    explicit Years(data::ColumnNumbers numbers);
    data::ColumnNumbers of_dates;  ///< the code of the year, by the code of the date
    std::vector<language::Value> values;
  };

  template <class CodeOf>
  void take_codes(std::uint32_t first_row, std::span<const std::uint32_t> reviews, CodeOf code_of);
  void note(std::uint32_t code);
  std::size_t code_count(std::uint32_t row_count) const {
    return is_per_row_ ? row_count : codes_.size();
  }
  /// Whether the codes are not where they are needed, in 4 bytes each.
  bool needs_copy(std::uint32_t row_count) const;

  bool is_per_row_ = true;
  data::PackedCodes codes_;  ///< of the column
  std::span<const language::Value> values_;
  std::optional<data::RowValues> dates_;    ///< of reviews, of which it has the years
  std::unique_ptr<const Years> years_;      ///< absent if they are read row by row
  std::unique_ptr<std::uint32_t[]> taken_;  ///< the codes of rows, where they are not those above
  std::vector<std::uint8_t> occurs_;
};

}  // namespace seedc::exec
