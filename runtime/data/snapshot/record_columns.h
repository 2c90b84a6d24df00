// The columns of values that are computed from those into which a snapshot splits its records
// (ColumnSpec's form Node).
//
// A path's values are usually those of one such column: its codes are used as they are, and each
// value that has one is read once. New codes are made only if complete objects are requested, or if
// some records have a string where others have an object.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/data/model/large_memory.h"
#include "runtime/data/model/lazy.h"
#include "runtime/data/model/texts.h"
#include "runtime/data/model/written_value.h"
#include "runtime/data/snapshot/stored_columns.h"

namespace seedc::data {

class RecordColumns {
 public:
  /// `kept_elsewhere`: by path, the strings stored elsewhere. Unless `threads` is 1, a column of
  /// many values is read by all idle threads.
  RecordColumns(StoredColumns stored, std::map<language::Path, Texts> kept_elsewhere,
                unsigned threads);

  /// The values at a path, as loading the records would give them.
  Column read(const language::Path& path, const base::Call& call) const;
  /// The same row by row; std::nullopt where strings on the way to the path hold values.
  /// `otherwise` reads the rows whose value is an object, which other columns have parts of. Refers
  /// to this object.
  std::optional<RowValues> rows(const language::Path& path, RowValues::Read otherwise,
                                const base::Call& call) const;
  /// The marks of the values at a path; std::nullopt where strings on the way to the path hold
  /// values, or values at the path are stored in more than one column.
  template <class Mark>
  std::optional<ColumnMarks<Mark>> marks(const language::Path& path, const MarkOf<Mark>& mark,
                                         const base::Call& call) const;

 private:
  struct Node;
  class Reader;
  /// The column of a path, if no string on the way to it holds values.
  std::optional<std::uint32_t> find_alone(const language::Path& path, const base::Call& call) const;
  /// Whether a node is an object in all rows that have it, so that it has no string in which a path
  /// could go on. Found once: all paths below it ask.
  bool has_only_members(std::uint32_t number, const base::Call& call) const {
    return only_members_[number].get(call);
  }
  bool find_only_members(std::uint32_t number, const base::Call& call) const;
  /// The codes of a column, each below the number of its keys: those of the file, or of this
  /// object, which puts segments together once.
  PackedCodes codes(std::uint32_t number, const base::Call& call) const {
    return codes_[number].get(call).codes;
  }
  struct JoinedCodes {
    PackedCodes codes;
    LargeMemory memory;  ///< unless they are in place
  };
  JoinedCodes joined(std::uint32_t number, const base::Call& call) const;

  StoredColumns stored_;
  std::map<language::Path, Texts> kept_elsewhere_;
  unsigned threads_;
  std::deque<Lazy<bool>> only_members_;  ///< one per node
  std::deque<Lazy<JoinedCodes>> codes_;  ///< likewise
};

}  // namespace seedc::data
