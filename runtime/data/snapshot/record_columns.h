// The records of a snapshot, split into one column per path (ColumnSpec's form Node), and the
// columns of values that are computed from them.
//
// A path's values are usually those of one such column: its codes are used as they are, and each
// distinct value is read once. New codes are made only if complete objects are requested, or if
// some records have a string where others have an object.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/data/model/dataset.h"
#include "runtime/data/model/large_memory.h"
#include "runtime/data/model/lazy.h"
#include "runtime/data/model/texts.h"
#include "runtime/data/model/written_value.h"
#include "runtime/data/snapshot/packed_codes.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

/// The sections in which a snapshot has the columns of one kind of record.
struct RecordSections {
  Section paths, codes, key_begins, keys;
};
constexpr RecordSections kItemSections = {Section::ItemPaths, Section::ItemCodes,
                                          Section::ItemKeyBegins, Section::ItemKeys};
constexpr RecordSections kReviewSections = {Section::ReviewPaths, Section::ReviewCodes,
                                            Section::ReviewKeyBegins, Section::ReviewKeys};

/// The numbers of the columns that a snapshot has, by their paths.
std::map<language::Path, std::uint32_t> column_numbers(const SnapshotFile& file,
                                                       const RecordSections& sections);

class RecordColumns {
 public:
  /// `row_count` includes padding. `kept_elsewhere`: by path, the strings stored elsewhere. Unless
  /// `threads` is 1, a column of many values is read by all idle threads.
  RecordColumns(const SnapshotFile& file, const RecordSections& sections, std::uint32_t row_count,
                std::map<language::Path, Texts> kept_elsewhere, unsigned threads);

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
  std::optional<std::uint32_t> find(const language::Path& path) const;
  /// The column of a path, if no string on the way to it holds values.
  std::optional<std::uint32_t> find_alone(const language::Path& path, const base::Call& call) const;
  /// Whether a node is an object in all rows that have it, so that it has no string in which a path
  /// could go on. Found once: all paths below it ask.
  bool has_only_members(std::uint32_t number, const base::Call& call) const {
    return only_members_[number].get(call);
  }
  bool find_only_members(std::uint32_t number, const base::Call& call) const;
  /// The codes of a column, each below the number of its keys: a view of the file or this object,
  /// which unpacks them once.
  FlatArray<std::uint32_t> codes(std::uint32_t number, const base::Call& call) const {
    return FlatArray<std::uint32_t>::view(codes_[number].get(call).codes);
  }
  struct Codes {
    std::span<const std::uint32_t> codes;
    LargeMemory memory;  ///< unless they are in place
  };
  Codes unpacked(std::uint32_t number, const base::Call& call) const;
  PackedCodes packed_codes(std::uint32_t number, const base::Call& call) const;

  const SnapshotFile& file_;
  RecordSections sections_;
  std::uint32_t row_count_;
  std::map<language::Path, Texts> kept_elsewhere_;
  unsigned threads_;
  std::map<language::Path, std::uint32_t> numbers_;
  std::deque<Lazy<bool>> only_members_;  ///< one per node
  std::deque<Lazy<Codes>> codes_;        ///< likewise
};

}  // namespace seedc::data
