// A column of which rows have strings of their own, such as dates. The strings stay texts until
// their values are asked for: most who read such a column ask for marks (column_flags.h), or for
// few of its rows.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/data/model/dataset.h"

namespace seedc::data {

/// Immutable and shared by threads. Texts are those of an arena that outlives it.
class TextColumn {
 public:
  /// Row r has the value with number codes[r], counted over the values, of which the first is null,
  /// and then the texts, which are read as themselves. The values keep so many bytes beside
  /// themselves.
  TextColumn(std::vector<std::uint32_t> codes, std::vector<language::Value> values,
             std::uint64_t value_bytes, std::vector<std::string_view> texts)
      : codes_(std::move(codes)),
        values_(std::move(values)),
        value_bytes_(value_bytes),
        texts_(std::move(texts)) {}

  /// With a value for each text. What is made is charged to the call.
  Column column(const base::Call& call) const&;
  Column column(const base::Call& call) &&;
  template <class Mark>
  ColumnMarks<Mark> marks(const MarkOf<Mark>& mark, const base::Call& call) const;
  /// The column must outlive them.
  RowValues rows() const;

 private:
  std::size_t value_count() const { return values_.size() + texts_.size(); }
  std::uint64_t bytes_of_texts(const base::Call& call) const;
  void add_texts(std::vector<language::Value>& values, const base::Call& call) const;

  std::vector<std::uint32_t> codes_;
  std::vector<language::Value> values_;
  std::uint64_t value_bytes_;
  std::vector<std::string_view> texts_;
};

}  // namespace seedc::data
