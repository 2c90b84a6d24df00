// Counts codes, and gives each distinct value to a schema collector, as often as it occurs. Codes
// are in the order in which values first occur, and columns of objects before those of their
// members: paths and values come in the order in which a pass over the records would meet them.
#include "runtime/data/snapshot/columns_schema.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <set>

#include "runtime/data/model/written_value.h"
#include "runtime/data/schema_collector.h"
#include "runtime/data/snapshot/snapshot_columns.h"
#include "runtime/data/snapshot/snapshot_paths.h"
#include "runtime/language/reading.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

using Counts = std::vector<std::uint32_t>;

/// How many rows have each code.
Counts counts_of(std::span<const std::uint32_t> codes, std::size_t code_count,
                 const base::Call& call) {
  Counts counts(code_count);
  call.in_steps(codes.size(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  for (const std::uint32_t code : codes.subspan(begin, end - begin)) ++counts[code];
                });
  return counts;
}

/// Whether reading gives the text.
bool stays_itself(std::string_view text) {
  if (language::is_read_as_itself(text)) return true;
  const language::Value value = language::read(text);
  const auto* string = value.as<std::string>();
  return string != nullptr && *string == text;
}

class ReviewPaths {
 public:
  ReviewPaths(LoadedRecords& loaded, const std::vector<language::SchemaPath>& before,
              const base::Call& call)
      : loaded_(loaded), call_(call) {
    collector_.add_part({.review_paths = before});
  }

  /// Whether the columns give them.
  bool collect() {
    const std::vector<ColumnSpec>& specs = loaded_.layout->review_columns;
    std::vector<Counts> counts(specs.size());
    std::vector<FlatTexts> keys(specs.size());
    oneapi::tbb::parallel_for(std::size_t{0}, specs.size(), [&](std::size_t c) {
      if (specs[c].form != ColumnSpec::Form::Node) return;
      keys[c] = loaded_.reviews.keys(c);
      counts[c] = counts_of(loaded_.reviews.codes(c), keys[c].size(), call_);
    });
    for (std::size_t c = 0; c < specs.size(); ++c) {
      if (!add_column(specs[c].path, keys[c], counts[c])) return false;
    }
    return true;
  }

  std::vector<language::SchemaPath> take() { return collector_.take_part().review_paths; }

 private:
  bool add_column(const language::Path& path, const FlatTexts& keys, const Counts& counts) {
    base::StepCounter steps(call_, kValuesPerCheck);
    for (std::size_t code = 1; code < counts.size(); ++code) {
      steps.step();
      if (counts[code] != 0 && !add_value(path, keys[code], counts[code])) return false;
    }
    return true;
  }

  bool add_value(const language::Path& path, std::string_view key, std::uint64_t times) {
    if (key == kKeptElsewhere) return add_kept_elsewhere(path, times);
    if (WrittenReader::has_members(key)) {
      collector_.add_review_keys(path, reader_.members(key), times);
      return true;
    }
    const auto text = WrittenReader::string(key);
    if (text && language::is_read_as_itself(*text)) {
      collector_.add_review_text(path, *text, times);
      return true;
    }
    const language::Value written = reader_.value(key);
    const language::Value value = text ? language::read(*text) : written;
    if (value.as<language::Dict>() != nullptr) return false;
    collector_.add_review_value(path, value, times);
    return true;
  }

  /// Texts have no values in a schema. Ids are distinct.
  bool add_kept_elsewhere(const language::Path& path, std::uint64_t times) {
    if (path == kTextPath) {
      collector_.add_review_texts(path, times);
      return true;
    }
    if (path != kReviewIdPath || !do_ids_stay()) return false;
    for (const std::string_view id : loaded_.first_review_ids)
      collector_.add_review_text(path, id, 1);
    collector_.add_review_texts(path, times - loaded_.first_review_ids.size());
    return true;
  }

  /// Whether reading gives the added ids.
  bool do_ids_stay() const {
    for (std::uint32_t review = 0; review < loaded_.review_ids.size(); ++review) {
      if (loaded_.is_added(review) && !stays_itself(loaded_.review_ids[review])) return false;
    }
    return true;
  }

  static constexpr std::uint32_t kValuesPerCheck = 4096;

  LoadedRecords& loaded_;
  const base::Call& call_;
  SchemaCollector collector_;
  WrittenReader reader_;
};

}  // namespace

std::optional<std::vector<language::SchemaPath>> review_paths_of(
    LoadedRecords& loaded, const std::vector<language::SchemaPath>& before,
    const base::Call& call) {
  const auto is_complete = [&](ReportPart part) {
    return loaded.reports[static_cast<std::size_t>(part)].skipped_count == 0;
  };
  if (!is_complete(ReportPart::Records) || !is_complete(ReportPart::Users)) return std::nullopt;
  if (loaded.layout->review_columns.size() > kMostNodeColumns) return std::nullopt;
  ReviewPaths paths(loaded, before, call);
  if (!paths.collect()) return std::nullopt;
  return paths.take();
}

bool has_columns_for(const std::vector<language::SchemaPath>& paths,
                     const std::vector<language::SchemaPath>& wanted) {
  std::set<language::Path> known;
  for (const language::SchemaPath& path : paths) known.insert(path.path);
  return std::ranges::all_of(wanted, [&](const auto& path) { return known.contains(path.path); });
}

}  // namespace seedc::data
