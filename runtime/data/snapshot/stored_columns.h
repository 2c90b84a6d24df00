// The columns into which a snapshot splits the records of one kind, as it stores them: of each path
// codes and keys, of which every segment has its own.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/damaged_data.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/data/model/packed_codes.h"
#include "runtime/data/snapshot/segments.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// The sections in which a snapshot has the columns of one kind of record.
struct RecordSections {
  Section paths, codes, key_begins, keys;
  bool is_padded;  ///< codes are those of padded_rows
};
constexpr RecordSections kItemSections = {Section::ItemPaths, Section::ItemCodes,
                                          Section::ItemKeyBegins, Section::ItemKeys, true};
constexpr RecordSections kReviewSections = {Section::ReviewPaths, Section::ReviewCodes,
                                            Section::ReviewKeyBegins, Section::ReviewKeys, false};

/// The keys of a column by its codes: those of the first segment, and then those of the others
/// without their code 0. So several codes may have the same key.
template <class Part>
class SegmentedKeys {
 public:
  /// Throws DamagedData if there is no key, not even that of code 0.
  void add(Part keys) {
    if (keys.size() == 0) throw base::DamagedData();
    shifts_.push_back(static_cast<std::uint32_t>(size_ == 0 ? 0 : size_ - 1));
    size_ += keys.size() - (size_ == 0 ? 0 : 1);
    if (size_ > std::numeric_limits<std::uint32_t>::max()) throw base::DamagedData();
    parts_.push_back(std::move(keys));
  }

  std::size_t size() const { return size_; }
  std::string_view operator[](std::size_t code) const {
    std::size_t part = parts_.size() - 1;
    while (code <= shifts_[part] && part > 0) --part;
    return parts_[part][code - shifts_[part]];
  }
  /// By how much the codes of the part that was added last have risen, all but 0.
  std::uint32_t last_shift() const { return shifts_.back(); }
  const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_;
  std::vector<std::uint32_t> shifts_;
  std::size_t size_ = 0;
};

/// The codes of a column.
class SegmentedCodes {
 public:
  /// `row_count`: of all, padding included.
  SegmentedCodes(SegmentedRows rows, std::uint32_t row_count)
      : rows_(std::move(rows)), row_count_(row_count), parts_(rows_.segments()) {}
  /// Its codes but 0 rise by `shift`; they are below `limit`, of which reading one makes sure.
  void set(std::size_t segment, PackedCodes codes, std::uint32_t shift, std::size_t limit) {
    parts_[segment].emplace(Part{codes, shift, limit});
  }

  std::size_t size() const { return row_count_; }
  std::uint32_t operator[](std::uint32_t row) const {
    const auto [segment, row_of_segment] = rows_[row];
    const auto& part = parts_[segment];
    const std::uint32_t code = part ? part->codes[row_of_segment] : 0;
    if (code == 0) return 0;
    if (code >= part->limit) throw base::DamagedData();
    return code + part->shift;
  }
  /// The codes where they are, if they are all of one segment.
  std::optional<PackedCodes> in_place() const;
  /// Copies them to memory for `size()` codes.
  void copy_to(std::uint32_t* codes, const base::Call& call) const;

 private:
  struct Part {
    PackedCodes codes;
    std::uint32_t shift;
    std::size_t limit;
  };
  bool is_whole() const { return rows_.segments() == 1 && parts_.front(); }
  /// One segment after the other.
  void copy_parts(std::uint32_t* codes) const;

  SegmentedRows rows_;
  std::uint32_t row_count_;
  std::vector<std::optional<Part>> parts_;  ///< by segment; none: all are 0
};

class StoredColumns {
 public:
  StoredColumns(const SnapshotFile& file, const RecordSections& sections, SegmentedRows rows);

  /// The number of paths, by which they are numbered.
  std::uint32_t size() const { return static_cast<std::uint32_t>(columns_.size()); }
  std::uint32_t row_count() const { return row_count_; }  ///< padding included
  std::optional<std::uint32_t> find(const language::Path& path) const;
  SegmentedKeys<FlatTexts> keys(std::uint32_t number, const base::Call& call) const;
  /// The same, verified one by one.
  SegmentedKeys<SnapshotTexts> lazy_keys(std::uint32_t number) const;
  /// Unless `is_lazy`, all are found to be below the number of keys.
  SegmentedCodes codes(std::uint32_t number, const base::Call& call, bool is_lazy = false) const;

 private:
  struct InSegment {
    std::size_t segment;
    std::uint32_t number;  ///< of its sections
  };
  std::uint32_t stored_rows(std::uint32_t rows) const;

  const SnapshotFile& file_;
  RecordSections sections_;
  SegmentedRows rows_;
  std::uint32_t row_count_;
  std::map<language::Path, std::uint32_t> numbers_;
  std::vector<std::vector<InSegment>> columns_;
};

}  // namespace seedc::data
