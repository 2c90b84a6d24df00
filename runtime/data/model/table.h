// Rows of values while a dataset is read: one dictionary-coded column per path.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/data/model/hash_index.h"
#include "runtime/language/value.h"

namespace seedc::data {

class TextColumn;

/// The contents of a column.
struct ColumnSpec {
  enum class Form : std::uint8_t {
    Read,  ///< the values at the path, as read; equal ones may have several codes
    Name,  ///< the values at the path itself, unread
    /// The values at the path itself, unread; for objects with columns for all their members, only
    /// the keys. The column has no values, only their keys, in the encoding of written_value.h.
    Node,
  };
  language::Path path;
  Form form = Form::Read;
  std::vector<std::string> members = {};  ///< Node: keys that have columns of their own, sorted
  bool is_kept_elsewhere = false;         ///< Node: strings at the path are stored elsewhere
};

/// Distinct values and their codes. Code 0 is "missing". A value is looked up by its key, which
/// represents its spelling in the data, so that equal texts are read once. Keys are stored
/// elsewhere and must outlive the dictionary. Beside the values there may be texts, which need not
/// be distinct.
class Dictionary {
 public:
  /// For new keys, `make_value()` and `keep(key)` are called; the latter returns where the key is
  /// stored.
  template <class MakeValue, class Keep>
  std::uint32_t code_of(const HashedText& key, MakeValue make_value, Keep keep) {
    const std::uint32_t known = index_.find(
        key.hash, [&](std::uint32_t entry) { return entries_[entry].key.text == key.text; });
    if (known != HashIndex::kNone) return entries_[known].code;
    return add({keep(key.text), key.hash}, make_value());
  }

  /// Adds a string that is read as itself, without looking for an equal one. The text is stored
  /// elsewhere and must outlive the dictionary, and the columns that are made of it.
  std::uint32_t add_text(std::string_view text) {
    const auto index = static_cast<std::uint32_t>(texts_.size());
    texts_.push_back(text);
    return code_of_text(index);
  }

  /// For keys alone: from now on values have codes, but only whether they are missing counts.
  void leave_out_values() { keeps_values_ = false; }

  /// Whether keys are added, or only values as they are.
  enum class Room : std::uint8_t { Keys, Values };
  /// Reserves space for so many values, each at most that many bytes.
  void reserve(std::size_t count, Room room = Room::Keys);
  std::size_t room_of_value(Room room) const {
    if (has_texts()) return sizeof(std::string_view);
    return (keeps_values_ ? sizeof(language::Value) : 0) +
           (room == Room::Keys ? sizeof(Entry) + HashIndex::kMostBytesOfNumber : 0);
  }

  /// Merges the values of `other`, not its texts. Returns the new code of each of their codes. New
  /// keys are stored in `keys`; if it is a null pointer, they stay where they are.
  std::vector<std::uint32_t> merge(Dictionary&& other, Arena* keys, const base::Call& call = {});

  /// Adds the values of `other` as they are, without looking for equal ones, and none of its keys
  /// or texts.
  /// Returns by how much its codes rise, all but 0.
  std::uint32_t append(Dictionary&& other);
  /// Codes of appended texts. They fall from the highest.
  struct AppendedTexts {
    std::uint32_t count, before;
    bool has(std::uint32_t code) const { return index_of_text(code) < count; }
    std::uint32_t new_code(std::uint32_t code) const { return code - before; }
  };
  /// Appends the texts of `other`.
  AppendedTexts append_texts(const Dictionary& other, const base::Call& call = {});
  bool has_texts() const { return !texts_.empty(); }

  /// The number of values and texts, and of keys that are missing values.
  std::size_t value_count() const { return code_count_ - 1 + missing_count_ + texts_.size(); }
  /// The bytes of its memory, with the texts of values.
  std::uint64_t bytes() const;
  /// The same of the values alone.
  std::uint64_t bytes_of_values() const {
    return base::bytes_of(values_) + value_bytes_ + base::bytes_of(texts_);
  }
  /// What it needs while the values of `other` are merged, all of which may be new, or appended.
  std::uint64_t bytes_to_merge(const Dictionary& other) const;
  std::uint64_t bytes_to_append(const Dictionary& other) const;
  std::vector<language::Value> take_values() { return std::move(values_); }
  /// The column of these codes, with values and texts.
  TextColumn take_column(std::vector<std::uint32_t> codes, const base::Call& call);
  /// For each code the first key that has it; for code 0 the empty text.
  FlatTexts keys() const;

 private:
  struct Entry {
    HashedText key;
    std::uint32_t code;
  };
  static std::uint32_t code_of_text(std::uint32_t index) { return ~index; }
  static std::uint32_t index_of_text(std::uint32_t code) { return ~code; }
  std::uint32_t add(const HashedText& key, language::Value value);
  language::Value take_value(std::uint32_t code);
  void prefetch(std::span<const Entry> later) const;

  bool keeps_values_ = true;
  std::uint32_t code_count_ = 1;
  std::size_t missing_count_ = 0;
  std::vector<language::Value> values_ = std::vector<language::Value>(1);  ///< by code, if kept
  std::uint64_t value_bytes_ = 0;  ///< beside the values themselves
  std::vector<std::string_view> texts_;
  std::vector<Entry> entries_;  ///< in order of first use
  HashIndex index_;             ///< over the entries
};

class Table {
 public:
  explicit Table(std::span<const ColumnSpec> columns);

  /// Adds a row in which codes[c] is the code of column c, by the column's dictionary. Returns its
  /// index.
  std::uint32_t add_row(std::span<const std::uint32_t> codes);
  Dictionary& dictionary(std::size_t column) { return columns_[column].dictionary; }
  /// Reserves space for that many times the present rows, and for the values of columns in which
  /// nearly all rows have a distinct value, each at most that many bytes.
  void make_room(double times);
  std::size_t room_of_row() const;
  /// The bytes of its memory, and of that of its codes and values.
  std::uint64_t bytes() const;
  std::uint64_t column_bytes() const;
  /// What it needs while so many rows are appended.
  std::uint64_t bytes_to_append(const Table& other, std::size_t rows) const;
  /// Appends the given rows of a table with the same columns. Keys are stored in `keys`.
  void append(Table&& other, std::span<const std::uint32_t> rows, Arena& keys);
  /// Gives each row r the values of row sources[r] of a table with the same columns.
  void overlay(Table&& other, std::span<const std::uint32_t> sources, Arena& keys,
               const base::Call& call);
  static constexpr std::uint32_t kNoRow = UINT32_MAX;
  std::uint32_t row_count() const { return row_count_; }
  /// For callers that append the codes of so many rows to the columns themselves.
  void count_rows(std::uint32_t count) { row_count_ += count; }

  std::vector<std::uint32_t>& codes(std::size_t column) { return columns_[column].codes; }
  std::vector<language::Value> take_values(std::size_t column) {
    return columns_[column].dictionary.take_values();
  }
  bool has_texts(std::size_t column) const { return columns_[column].dictionary.has_texts(); }
  TextColumn take_column(std::size_t column, const base::Call& call);
  /// Whether more values are added as they are: where nearly all differ, such as dates, to find the
  /// few that are equal takes longer than to keep them.
  bool adds_as_they_are(std::size_t column) const { return adds_as_they_are(columns_[column]); }
  FlatTexts keys(std::size_t column) const { return columns_[column].dictionary.keys(); }

 private:
  struct Column {
    Dictionary dictionary;
    std::vector<std::uint32_t> codes;
    bool may_repeat_values = false;

    Dictionary::Room room() const {
      return may_repeat_values ? Dictionary::Room::Values : Dictionary::Room::Keys;
    }
  };
  bool has_value_a_row(const Column& column) const {
    return 10 * column.dictionary.value_count() > 9 * row_count_;
  }
  bool adds_as_they_are(const Column& column) const {
    constexpr std::uint32_t kEnoughRows = 256;
    return column.may_repeat_values && row_count_ >= kEnoughRows && has_value_a_row(column);
  }
  /// Whether nearly all rows add a value, and it is known in which form.
  bool gets_room(const Column& column) const {
    return column.may_repeat_values ? adds_as_they_are(column) : has_value_a_row(column);
  }

  std::uint32_t row_count_ = 0;
  std::vector<Column> columns_;
};

}  // namespace seedc::data
