// Reads ids and names back into the tables of loading.
#include "runtime/data/snapshot/stored_records.h"

#include <algorithm>
#include <array>
#include <functional>

#include "runtime/data/model/written_value.h"
#include "runtime/data/snapshot/stored_columns.h"

namespace seedc::data {
namespace {

using Form = ColumnSpec::Form;

constexpr std::uint32_t kIdsPerCheck = 8192;

/// In the order of rows.
Ids all_ids(const SnapshotFile& file, const SegmentedRows& rows, Section begins, Section bytes,
            const base::Call& call) {
  std::vector<FlatTexts> parts;
  for (std::uint32_t segment = 0; segment < rows.segments(); ++segment)
    parts.push_back(file.texts(begins, bytes, number_in_segment(segment), call));
  const Segmented<FlatTexts> texts(rows, std::move(parts));
  Ids ids;
  ids.make_room(texts.size() + texts.size() / 4);
  // The table is larger than the processor's cache: what several ids need of it is fetched at once.
  constexpr std::size_t kAhead = 32;
  std::array<HashedText, kAhead> next;
  call.in_steps(texts.size(), kIdsPerCheck, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; row += kAhead) {
      const std::size_t count = std::min(kAhead, end - row);
      for (std::size_t i = 0; i < count; ++i) {
        next[i] = hashed(texts[row + i]);
        ids.prefetch(next[i]);
      }
      for (std::size_t i = 0; i < count; ++i) ids.add(next[i]);
    }
  });
  return ids;
}

/// Fills columns of names.
class NamesReader {
 public:
  NamesReader(const StoredColumns& stored, const base::Call& call) : stored_(stored), call_(call) {}

  /// Into codes of all rows, which are 0. False if the column has names that are objects.
  bool read(const ColumnSpec& spec, std::vector<std::uint32_t>& codes, Dictionary& dictionary,
            Arena& memory) const {
    const auto number = stored_.find(spec.path);
    if (!number) return true;
    const auto new_codes = add_keys(spec, stored_.keys(*number, call_), dictionary, memory);
    if (!new_codes) return false;
    stored_.codes(*number, call_).copy_to(codes.data(), call_);
    for (std::uint32_t& code : codes) code = (*new_codes)[code];
    return true;
  }

 private:
  /// The code of each key in the dictionary; std::nullopt if one is that of an object.
  std::optional<std::vector<std::uint32_t>> add_keys(const ColumnSpec& spec,
                                                     const SegmentedKeys<FlatTexts>& keys,
                                                     Dictionary& dictionary, Arena& memory) const {
    dictionary.reserve(keys.size() + keys.size() / 4);
    WrittenReader written;
    std::vector<std::uint32_t> codes = {0};
    base::StepCounter steps(call_, kIdsPerCheck);
    for (std::size_t code = 1; code < keys.size(); ++code) {
      steps.step();
      if (WrittenReader::has_members(keys[code])) return std::nullopt;
      const std::string_view key = key_of_name(spec, keys[code], memory);
      codes.push_back(dictionary.code_of(
          hashed(key), [&] { return written.value(keys[code]); }, std::identity()));
    }
    return codes;
  }

  /// As RowCoder writes it: of a string with the depth at which it was found.
  static std::string_view key_of_name(const ColumnSpec& spec, std::string_view key, Arena& memory) {
    if (!WrittenReader::string(key)) return key;
    const auto depth = static_cast<std::uint32_t>(spec.path.size());
    std::string with_depth(key);
    with_depth.append(reinterpret_cast<const char*>(&depth), sizeof depth);
    return memory.store(with_depth);
  }

  const StoredColumns& stored_;
  const base::Call& call_;
};

}  // namespace

KnownRecords known_records(const SnapshotFile& file, const Segments& segments,
                           const base::Call& call) {
  const auto begins = file.array<std::uint32_t>(Section::ReviewBegins, 0, call);
  const std::uint32_t items = segments.items.size();
  const std::uint32_t reviews = segments.reviews.size();
  if (begins.size() != std::size_t{items} + 1 || begins[items] != reviews ||
      !std::ranges::is_sorted(begins.span()))
    throw base::DamagedData();
  KnownRecords known{
      all_ids(file, segments.items, Section::ItemIdBegins, Section::ItemIds, call),
      all_ids(file, segments.reviews, Section::ReviewIdBegins, Section::ReviewIds, call),
      {}};
  known.review_items.reserve(reviews + reviews / 4);
  for (std::uint32_t item = 0; item < items; ++item)
    known.review_items.insert(known.review_items.end(), begins[item + 1] - begins[item], item);
  return known;
}

std::optional<RecordsBefore> records_before(const SnapshotFile& file, const Segments& segments,
                                            KnownRecords known, RecordLayout layout,
                                            const base::Call& call) {
  RecordsBefore before{.files = {},
                       .known = std::move(known),
                       .records = std::make_unique<LoadedRecords>(
                           std::make_shared<RecordLayout>(std::move(layout)))};
  LoadedRecords& records = *before.records;
  const StoredColumns stored(file, kReviewSections, segments.reviews);
  const NamesReader names(stored, call);
  const std::vector<ColumnSpec>& specs = records.layout->review_columns;
  for (std::size_t column = 0; column < specs.size(); ++column) {
    if (specs[column].form != Form::Name) continue;
    std::vector<std::uint32_t>& codes = records.reviews.codes(column);
    codes.assign(segments.reviews.size(), 0);
    if (specs[column].path != kNamePath) continue;
    Arena& memory = records.memory.emplace_back();
    if (!names.read(specs[column], codes, records.reviews.dictionary(column), memory))
      return std::nullopt;
  }
  records.awaits_users = file.array<SnapshotCounts>(Section::Counts)[0].awaits_users != 0;
  return before;
}

}  // namespace seedc::data
