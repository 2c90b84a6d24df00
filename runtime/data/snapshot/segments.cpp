// Finds the segments of a snapshot.
#include "runtime/data/snapshot/segments.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace seedc::data {
namespace {

class SegmentedTexts final : public LazyTexts {
 public:
  SegmentedTexts(const SegmentedRows& rows, std::vector<Texts> parts)
      : texts_(rows, std::move(parts)) {}
  std::size_t size() const override { return texts_.size(); }
  std::uint64_t bytes() const override {
    std::uint64_t bytes = 0;
    for (const Texts& part : texts_.parts()) bytes += part.stored_bytes();
    return bytes;
  }
  std::string_view operator[](std::size_t row) const override { return texts_[row]; }

 private:
  Segmented<Texts> texts_;
};

/// By the ids that the segments have.
std::vector<std::uint32_t> begins_of(const SnapshotFile& file, std::uint32_t segments,
                                     Section id_begins, Section ids) {
  std::vector<std::uint32_t> begins = {0};
  for (std::uint32_t segment = 0; segment < segments; ++segment) {
    const std::uint64_t end =
        begins.back() + SnapshotTexts(file, id_begins, ids, number_in_segment(segment)).size();
    if (end > std::numeric_limits<std::uint32_t>::max()) throw base::DamagedData();
    begins.push_back(static_cast<std::uint32_t>(end));
  }
  return begins;
}

SnapshotCounts counts_of(const SnapshotFile& file) {
  const auto counts = file.array<SnapshotCounts>(Section::Counts);
  if (counts.size() != 1 || counts[0].segments == 0 || counts[0].segments > kMostSegments)
    throw base::DamagedData();
  return counts[0];
}

SegmentedRows rows_of_items(const SnapshotFile& file) {
  const SnapshotCounts counts = counts_of(file);
  auto begins = begins_of(file, counts.segments, Section::ItemIdBegins, Section::ItemIds);
  if (begins.back() != counts.items) throw base::DamagedData();
  return SegmentedRows(std::move(begins));
}

SegmentedRows rows_of_reviews(const SnapshotFile& file, const base::Call& call) {
  const SnapshotCounts counts = counts_of(file);
  auto begins = begins_of(file, counts.segments, Section::ReviewIdBegins, Section::ReviewIds);
  auto numbers = file.array<std::uint32_t>(Section::ReviewNumbers, 0, call);
  const bool has_numbers = numbers.size() != 0;
  const bool fits = begins.back() == counts.reviews &&
                    (!has_numbers || (counts.segments > 1 && numbers.size() == counts.reviews &&
                                      std::ranges::max(numbers.span()) < counts.reviews));
  if (!fits) throw base::DamagedData();
  return {std::move(begins), std::move(numbers)};
}

}  // namespace

Segments::Segments(const SnapshotFile& file, const base::Call& call)
    : items(rows_of_items(file)), reviews(rows_of_reviews(file, call)) {}

Texts texts_of_segments(const SegmentedRows& rows, std::vector<Texts> parts) {
  for (std::size_t segment = 0; segment < parts.size(); ++segment) {
    if (parts[segment].size() != rows.size_of(segment)) throw base::DamagedData();
  }
  if (parts.size() == 1) return std::move(parts.front());
  return Texts(std::make_shared<const SegmentedTexts>(rows, std::move(parts)));
}

Texts texts_of_segments(const SnapshotFile& file, const SegmentedRows& rows, Section begins,
                        Section bytes) {
  std::vector<Texts> parts;
  for (std::uint32_t segment = 0; segment < rows.segments(); ++segment)
    parts.emplace_back(SnapshotTexts(file, begins, bytes, number_in_segment(segment)));
  return texts_of_segments(rows, std::move(parts));
}

}  // namespace seedc::data
