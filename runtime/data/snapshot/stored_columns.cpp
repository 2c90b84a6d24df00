// Puts together what segments have of a column.
#include "runtime/data/snapshot/stored_columns.h"

#include <algorithm>

#include "runtime/data/jsonl/loader.h"
#include "runtime/data/model/large_memory.h"
#include "runtime/data/model/written_value.h"

namespace seedc::data {
namespace {

/// In the order of the numbers that a segment has given them.
std::vector<language::Path> paths_in(const SnapshotFile& file, Section section,
                                     std::uint32_t number) {
  std::vector<language::Path> paths;
  WrittenReader reader;
  const language::Value list = reader.value(file.bytes(section, number));
  if (list.as<language::List>() == nullptr) throw base::DamagedData();
  for (const language::Value& keys : *list.as<language::List>()) {
    if (keys.as<language::List>() == nullptr) throw base::DamagedData();
    language::Path& path = paths.emplace_back();
    for (const language::Value& key : *keys.as<language::List>()) {
      if (key.as<std::string>() == nullptr) throw base::DamagedData();
      path.push_back(*key.as<std::string>());
    }
  }
  return paths;
}

}  // namespace

std::optional<PackedCodes> SegmentedCodes::in_place() const {
  return is_whole() ? std::optional(parts_.front()->codes) : std::nullopt;
}

void SegmentedCodes::copy_parts(std::uint32_t* codes) const {
  for (std::size_t segment = 0; segment < parts_.size(); ++segment) {
    std::uint32_t* const begin = codes + rows_.begin_of(segment);
    const std::uint32_t size = rows_.size_of(segment);
    const auto& part = parts_[segment];
    if (!part) {
      std::fill_n(begin, size, 0);
      continue;
    }
    part->codes.first(size).copy_to(begin);
    if (part->shift == 0) continue;
    std::transform(begin, begin + size, begin, [shift = part->shift](std::uint32_t code) {
      return code == 0 ? 0 : code + shift;
    });
  }
}

void SegmentedCodes::copy_to(std::uint32_t* codes, const base::Call& call) const {
  if (is_whole()) return parts_.front()->codes.copy_to(codes);
  std::fill(codes + rows_.size(), codes + row_count_, 0);
  if (rows_.numbers().size() == 0) return copy_parts(codes);
  const LargeMemory memory =
      allocate_large(rows_.size() * sizeof(std::uint32_t), call.memory(), "columns");
  auto* const in_order = reinterpret_cast<std::uint32_t*>(memory.get());
  copy_parts(in_order);
  std::ranges::transform(rows_.numbers(), codes,
                         [&](std::uint32_t number) { return in_order[number]; });
}

StoredColumns::StoredColumns(const SnapshotFile& file, const RecordSections& sections,
                             SegmentedRows rows)
    : file_(file),
      sections_(sections),
      rows_(std::move(rows)),
      row_count_(stored_rows(rows_.size())) {
  if (row_count_ < rows_.size()) throw base::DamagedData();
  for (std::uint32_t segment = 0; segment < rows_.segments(); ++segment) {
    std::uint32_t in_segment = number_in_segment(segment);
    for (language::Path& path : paths_in(file, sections.paths, in_segment)) {
      const auto known = numbers_.try_emplace(std::move(path), size());
      if (known.second) columns_.emplace_back();
      columns_[known.first->second].push_back({segment, in_segment++});
    }
  }
}

std::uint32_t StoredColumns::stored_rows(std::uint32_t rows) const {
  return sections_.is_padded ? padded_rows(rows) : rows;
}

std::optional<std::uint32_t> StoredColumns::find(const language::Path& path) const {
  const auto number = numbers_.find(path);
  return number == numbers_.end() ? std::nullopt : std::optional(number->second);
}

SegmentedKeys<FlatTexts> StoredColumns::keys(std::uint32_t number, const base::Call& call) const {
  SegmentedKeys<FlatTexts> keys;
  for (const InSegment& column : columns_[number])
    keys.add(file_.texts(sections_.key_begins, sections_.keys, column.number, call));
  return keys;
}

SegmentedKeys<SnapshotTexts> StoredColumns::lazy_keys(std::uint32_t number) const {
  SegmentedKeys<SnapshotTexts> keys;
  for (const InSegment& column : columns_[number])
    keys.add(SnapshotTexts(file_, sections_.key_begins, sections_.keys, column.number));
  return keys;
}

SegmentedCodes StoredColumns::codes(std::uint32_t number, const base::Call& call,
                                    bool is_lazy) const {
  SegmentedCodes all(rows_, row_count_);
  SegmentedKeys<SnapshotTexts> keys;
  for (const InSegment& column : columns_[number]) {
    const PackedCodes codes(file_.bytes(sections_.codes, column.number, call),
                            stored_rows(rows_.size_of(column.segment)));
    keys.add(SnapshotTexts(file_, sections_.key_begins, sections_.keys, column.number));
    if (!is_lazy) codes.require_below(keys.parts().back().size());
    all.set(column.segment, codes, keys.last_shift(), keys.parts().back().size());
  }
  return all;
}

}  // namespace seedc::data
