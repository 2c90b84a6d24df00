// Makes columns of texts and of cells, each value written once, where its column keeps it.
//
// Offsets of texts have 32 bits. Whoever makes columns says how many bytes of texts a column may
// have, 2,147,483,647 at most: a column ends before the row that would exceed that, and is shorter
// than asked. Its first row is always there, and an error (std::overflow_error) if it alone is
// beyond 2,147,483,647.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/arrow/column.h"
#include "runtime/contract/output_types.h"
#include "runtime/language/cell.h"

namespace seedc::report::arrow {

/// The bytes of texts that 32-bit offsets can reach.
constexpr std::size_t kMostTextBytes = std::numeric_limits<std::int32_t>::max();

/// Bits, made one by one.
class Bits {
 public:
  void add(bool is_set) {
    if (length_ % 8 == 0) bytes_.push_back(0);
    if (is_set) {
      bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | 1U << (length_ % 8));
      ++set_count_;
    }
    ++length_;
  }
  std::size_t size() const { return length_; }
  std::size_t set_count() const { return set_count_; }
  Buffer buffer() && { return Buffer::of(std::move(bytes_)); }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t length_ = 0;
  std::size_t set_count_ = 0;
};

/// A column of as many rows as there are bits, each of which says whether a value is not null; the
/// buffers of the values follow.
Column column_of(Bits validity);

/// Texts, one after another, of rows that have one or several of them.
class TextBuilder {
 public:
  explicit TextBuilder(std::size_t most_bytes = kMostTextBytes) : most_bytes_(most_bytes) {}

  void reserve(std::size_t texts, std::size_t bytes);
  /// The next text is appended here.
  std::string& bytes() { return bytes_; }
  void end_text() { offsets_.push_back(static_cast<std::int32_t>(bytes_.size())); }
  /// Ends a row. Returns false, and drops the row, if its texts do not fit.
  bool end_row();
  bool add_row(std::string_view text) {
    bytes_ += text;
    end_text();
    return end_row();
  }
  std::size_t size() const { return offsets_.size() - 1; }
  /// A column of the texts, none of which is null.
  Column column() &&;
  /// Its buffers of values: offsets and bytes.
  std::vector<Buffer> buffers() &&;

 private:
  std::vector<std::int32_t> offsets_ = {0};
  std::string bytes_;
  std::size_t rows_ = 0, row_texts_ = 0, row_bytes_ = 0;  ///< up to the end of the last row
  std::size_t most_bytes_;
};

/// All texts; an error if they do not fit.
Column text_column(std::span<const std::string> texts);

/// Cells in the order of rows, and nulls after them.
struct CellRows {
  const language::Cell* cells = nullptr;
  std::span<const std::uint32_t> items;  ///< row r has cells[items[r]]
  std::size_t more_nulls = 0;

  std::size_t size() const { return items.size() + more_nulls; }
  const language::Cell& operator[](std::size_t row) const {
    static constexpr language::Cell kNull{.null = language::null_of(language::NullCause::Missing)};
    return row < items.size() ? cells[items[row]] : kNull;
  }
};

/// The type of a column of such values, nullable unless they are lists: Bool is bool, Int int64,
/// Real and Number float64, Str utf8, Any utf8 (the value as JSON), List list<utf8> (each entry as
/// JSON).
Field field_of(contract::OutputType type, std::string name);

/// The column; shorter if its texts are beyond `most_bytes`. Throws std::logic_error if a cell is
/// not of the type.
Column column_of(contract::OutputType type, const CellRows& rows,
                 std::size_t most_bytes = kMostTextBytes);

/// `rows` structs, which are never null.
Column struct_column(std::vector<Column> children, std::size_t rows);

/// A field of indices of type int32 into a dictionary of texts.
Field dictionary_field(std::string name, std::string kind, bool is_nullable = false);

/// Leaves the first `rows` rows.
void shorten(Column& column, std::size_t rows);

}  // namespace seedc::report::arrow
