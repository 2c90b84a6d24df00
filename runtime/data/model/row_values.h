// The values at one path, looked up row by row. A column has every distinct value in memory; where
// few rows of many distinct values matter, such as the dates of the reviews that match a pattern,
// that would take longer than to read those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "runtime/language/value.h"

namespace seedc::data {

/// Thread-safe. Refers to the dataset it is from.
class RowValues {
 public:
  using Read = std::function<language::Value(std::uint32_t row)>;

  RowValues(std::size_t distinct_count, Read read)
      : distinct_count_(distinct_count), read_(std::move(read)) {}

  /// An upper bound on the number of distinct values.
  std::size_t distinct_count() const { return distinct_count_; }
  /// The value as read (section 2); null is missing. Throws DamagedData.
  language::Value operator[](std::uint32_t row) const { return read_(row); }

 private:
  std::size_t distinct_count_;
  Read read_;
};

}  // namespace seedc::data
