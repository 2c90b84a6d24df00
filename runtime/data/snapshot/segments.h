// How the records of a snapshot are divided among its segments, each of which has those that were
// written at one time (snapshot_format.h).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/base/damaged_data.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/flat_texts.h"
#include "runtime/data/model/texts.h"
#include "runtime/data/snapshot/snapshot_file.h"

namespace seedc::data {

/// Of one kind of record. Numbers count the records of the first segment, then those of the next.
/// A view of the file.
class SegmentedRows {
 public:
  SegmentedRows() = default;
  /// `begins`: the number with which each segment begins, and the end; `numbers`: of each row, each
  /// below the end; empty if it is the row.
  SegmentedRows(std::vector<std::uint32_t> begins, FlatArray<std::uint32_t> numbers = {})
      : begins_(std::move(begins)), numbers_(std::move(numbers)) {}

  std::uint32_t size() const { return begins_.back(); }
  std::size_t segments() const { return begins_.size() - 1; }
  std::uint32_t begin_of(std::size_t segment) const { return begins_[segment]; }
  std::uint32_t size_of(std::size_t segment) const {
    return begins_[segment + 1] - begins_[segment];
  }
  std::uint32_t number_of(std::uint32_t row) const {
    return numbers_.size() == 0 ? row : numbers_[row];
  }
  /// Empty if they are the rows.
  const FlatArray<std::uint32_t>& numbers() const { return numbers_; }

  struct Location {
    std::size_t segment;
    std::uint32_t row;  ///< among those of the segment
  };
  /// Throws DamagedData if there is no such row.
  Location operator[](std::size_t row) const {
    if (row >= size()) throw base::DamagedData();
    const std::uint32_t number = number_of(static_cast<std::uint32_t>(row));
    std::size_t segment = 0;
    while (number >= begins_[segment + 1]) ++segment;
    return {segment, number - begins_[segment]};
  }

 private:
  std::vector<std::uint32_t> begins_ = {0};
  FlatArray<std::uint32_t> numbers_;
};

/// The parts in which the segments have something for each row, seen as one.
template <class Part>
class Segmented {
 public:
  Segmented(SegmentedRows rows, std::vector<Part> parts)
      : rows_(std::move(rows)), parts_(std::move(parts)) {}
  std::size_t size() const { return rows_.size(); }
  auto operator[](std::size_t row) const {
    const auto [segment, row_of_segment] = rows_[row];
    return parts_[segment][row_of_segment];
  }
  const std::vector<Part>& parts() const { return parts_; }

 private:
  SegmentedRows rows_;
  std::vector<Part> parts_;
};

/// The rows of items and reviews, as many as the snapshot counts. Throws DamagedData.
struct Segments {
  Segments(const SnapshotFile& file, const base::Call& call);
  std::size_t count() const { return items.segments(); }

  SegmentedRows items, reviews;
};

/// Texts of which each segment has some. The file must outlive them.
Texts texts_of_segments(const SegmentedRows& rows, std::vector<Texts> parts);
/// Of uncompressed texts in sections of segments.
Texts texts_of_segments(const SnapshotFile& file, const SegmentedRows& rows, Section begins,
                        Section bytes);

}  // namespace seedc::data
