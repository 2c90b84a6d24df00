// Reads ids, columns and texts back into the tables of loading, codes and keys as they were.
#include "runtime/data/snapshot/stored_records.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <functional>

#include "runtime/base/threads.h"
#include "runtime/data/snapshot/packed_codes.h"
#include "runtime/data/snapshot/record_columns.h"

namespace seedc::data {
namespace {

using Form = ColumnSpec::Form;

constexpr std::uint32_t kIdsPerCheck = 8192;

Ids all_ids(const FlatTexts& texts, const base::Call& call) {
  Ids ids;
  ids.make_room(texts.size() + texts.size() / 4);
  base::StepCounter steps(call, kIdsPerCheck);
  for (std::size_t row = 0; row < texts.size(); ++row) {
    steps.step();
    ids.add(hashed(texts[row]));
  }
  return ids;
}

/// Fills the columns of one kind of record.
class ColumnsReader {
 public:
  /// The first `rows` of the rows that are stored.
  ColumnsReader(const SnapshotFile& file, const RecordSections& sections, std::uint32_t rows,
                std::uint32_t stored_rows, const std::vector<ColumnSpec>& specs,
                const base::Call& call)
      : file_(file),
        sections_(sections),
        rows_(rows),
        stored_rows_(stored_rows),
        specs_(specs),
        call_(call),
        numbers_(column_numbers(file, sections)) {}

  /// False if the column has names that are objects. For different columns thread-safe.
  bool read(std::size_t column, Table& table, Arena& memory) const {
    const ColumnSpec& spec = specs_[column];
    std::vector<std::uint32_t>& codes = table.codes(column);
    const auto number = numbers_.find(spec.path);
    if (number == numbers_.end()) {
      codes.assign(rows_, 0);
      return true;
    }
    const FlatTexts keys = file_.texts(sections_.key_begins, sections_.keys, number->second, call_);
    const PackedCodes stored(file_.bytes(sections_.codes, number->second, call_), stored_rows_);
    stored.require_below(keys.size());
    codes.resize(stored.size());
    stored.copy_to(codes.data());
    codes.resize(rows_);
    return add_keys(spec, keys, table.dictionary(column), memory);
  }

 private:
  bool add_keys(const ColumnSpec& spec, const FlatTexts& keys, Dictionary& dictionary,
                Arena& memory) const {
    dictionary.reserve(keys.size() + keys.size() / 4);
    WrittenReader written;
    base::StepCounter steps(call_, kIdsPerCheck);
    for (std::size_t code = 1; code < keys.size(); ++code) {
      steps.step();
      const bool is_name = spec.form == Form::Name;
      if (is_name && WrittenReader::has_members(keys[code])) return false;
      const std::string_view key = is_name ? key_of_name(spec, keys[code], memory) : keys[code];
      const auto value = [&] {
        return is_name ? written.value(keys[code]) : language::Value(true);
      };
      if (dictionary.code_of(hashed(key), value, std::identity()) != code)
        throw base::DamagedData();
    }
    return true;
  }

  /// As RowCoder writes it: of a string with the depth at which it was found.
  static std::string_view key_of_name(const ColumnSpec& spec, std::string_view key, Arena& memory) {
    if (!WrittenReader::string(key)) return key;
    const auto depth = static_cast<std::uint32_t>(spec.path.size());
    std::string with_depth(key);
    with_depth.append(reinterpret_cast<const char*>(&depth), sizeof depth);
    return memory.store(with_depth);
  }

  const SnapshotFile& file_;
  RecordSections sections_;
  std::uint32_t rows_, stored_rows_;
  const std::vector<ColumnSpec>& specs_;
  const base::Call& call_;
  std::map<language::Path, std::uint32_t> numbers_;
};

std::vector<std::string_view> all_of(const Texts& texts, const base::Call& call) {
  constexpr std::size_t kTextsPerStep = 4096;
  std::vector<std::string_view> views(texts.size());
  oneapi::tbb::parallel_for(std::size_t{0}, (texts.size() + kTextsPerStep - 1) / kTextsPerStep,
                            [&](std::size_t step) {
                              call.check();
                              const std::size_t begin = step * kTextsPerStep;
                              const std::size_t end = std::min(begin + kTextsPerStep, views.size());
                              for (std::size_t row = begin; row < end; ++row)
                                views[row] = texts[row];
                            });
  return views;
}

}  // namespace

KnownRecords known_records(const SnapshotFile& file, const base::Call& call) {
  const FlatTexts items = file.texts(Section::ItemIdBegins, Section::ItemIds, 0, call);
  const FlatTexts reviews = file.texts(Section::ReviewIdBegins, Section::ReviewIds, 0, call);
  const auto begins = file.array<std::uint32_t>(Section::ReviewBegins, 0, call);
  if (begins.size() != items.size() + 1 || begins[items.size()] != reviews.size() ||
      !std::is_sorted(begins.begin(), begins.end()))
    throw base::DamagedData();
  file.bytes(Section::Texts, 0, call);
  file.bytes(Section::TextFrames, 0, call);
  KnownRecords known{all_ids(items, call), all_ids(reviews, call), {}};
  known.review_items.reserve(reviews.size() + reviews.size() / 4);
  for (std::uint32_t item = 0; item < items.size(); ++item)
    known.review_items.insert(known.review_items.end(), begins[item + 1] - begins[item], item);
  return known;
}

std::optional<RecordsBefore> records_before(const SnapshotFile& file, const Texts& texts,
                                            KnownRecords known, RecordLayout layout,
                                            const LoadOptions& options) {
  RecordsBefore before{.files = {},
                       .known = std::move(known),
                       .records = std::make_unique<LoadedRecords>(std::move(layout))};
  LoadedRecords& records = *before.records;
  const auto items = static_cast<std::uint32_t>(before.known.items.all().size());
  const auto reviews = static_cast<std::uint32_t>(before.known.reviews.all().size());
  const RecordLayout& specs = records.layout;
  const ColumnsReader of_items(file, kItemSections, items, padded_rows(items), specs.item_columns,
                               options.call);
  const ColumnsReader of_reviews(file, kReviewSections, reviews, reviews, specs.review_columns,
                                 options.call);
  const std::size_t item_columns = specs.item_columns.size();
  const std::size_t columns = item_columns + specs.review_columns.size();
  records.memory.resize(columns);
  std::atomic<bool> is_readable = true;
  const auto read_column = [&](std::size_t column) {
    Arena& memory = records.memory[column];
    const bool is_read = column < item_columns
                             ? of_items.read(column, records.items, memory)
                             : of_reviews.read(column - item_columns, records.reviews, memory);
    if (!is_read) is_readable = false;
  };
  base::with_threads(options.threads, [&] {
    oneapi::tbb::parallel_for(std::size_t{0}, columns, read_column);
    records.texts = all_of(texts, options.call);
  });
  if (!is_readable) return std::nullopt;
  records.items.count_rows(items);
  records.reviews.count_rows(reviews);
  if (records.texts.size() != reviews) throw base::DamagedData();
  records.awaits_users = file.array<SnapshotCounts>(Section::Counts)[0].awaits_users != 0;
  return before;
}

}  // namespace seedc::data
