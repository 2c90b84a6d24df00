// Continues a snapshot of files that have grown: loading goes on in the files, and what they have
// more is appended to the snapshot.
#include <fmt/format.h>
#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "runtime/base/damaged_data.h"
#include "runtime/base/file_extension.h"
#include "runtime/base/threads.h"
#include "runtime/data/more_schema.h"
#include "runtime/data/snapshot/columns_schema.h"
#include "runtime/data/snapshot/compressed_texts.h"
#include "runtime/data/snapshot/growth.h"
#include "runtime/data/snapshot/records_writer.h"
#include "runtime/data/snapshot/section_json.h"
#include "runtime/data/snapshot/snapshot_columns.h"
#include "runtime/data/snapshot/stored_records.h"
#include "runtime/data/snapshot/zstd_frame.h"

namespace seedc::data {
namespace {

SnapshotForm form_of(const SnapshotFile& file, SourceDetail sources) {
  return {.sources = sources,
          .compressed_texts = has_compressed_texts(file),
          .word_index = has_word_index(file)};
}

/// Why another extension is not worth it; empty if it is.
std::string limit_of(const SnapshotFile& file, const Segments& segments) {
  constexpr std::uint64_t kFewBytes = std::uint64_t{4} << 20;
  if (segments.count() >= kMostSegments)
    return fmt::format("records have been added to it {} times", segments.count() - 1);
  std::uint64_t unused = file.byte_count();
  for (const SectionEntry& entry : file.entries()) unused -= std::min(unused, entry.bytes);
  if (unused > std::max(kFewBytes, file.byte_count() / 2))
    return "more than half of it is no longer used";
  return {};
}

/// Continues a snapshot with what its files have more. Throws DamagedData if it is damaged.
class Update {
 public:
  /// Or why it has to be made anew.
  using Saved = std::variant<SavedSnapshot, std::string>;

  /// `file`: the snapshot, if it can be extended.
  Update(const SnapshotFile& before, base::FileExtension* file, const Source& source,
         const LoadOptions& options, SourceDetail detail)
      : before_{before, Segments(before, options.call)},
        file_(file),
        counts_(before.array<SnapshotCounts>(Section::Counts)[0]),
        form_(form_of(before, detail)),
        source_(source),
        options_(options) {}

  base::Result<Saved> save() {
    if (!source_.records()->has_lines()) return "its files are no JSON lines";
    if (counts_.has_own_data != 0) return kOwnData;
    auto files = find_files(source_.name());
    if (!files) return tl::unexpected(files.error());
    const std::string_view sources = before_.file.bytes(Section::Sources);
    const std::string_view stored_part = before_.file.bytes(Section::SchemaPart);
    if (sources.empty() || stored_part.empty()) return "it does not say what it was made of";
    const std::string_view report =
        before_.file.bytes(Section::Report, static_cast<std::uint32_t>(ReportPart::Records));
    // The files and the snapshot are read at the same time: neither is often in vain.
    base::Result<Growth> growth;
    KnownRecords known;
    language::Schema part;
    base::with_threads(options_.threads, [&] {
      oneapi::tbb::parallel_invoke(
          [&] {
            growth = growth_of(source_files_of_json(sources), report_of_json(report), *files,
                               options_.call);
          },
          [&] { known = known_records(before_.file, before_.segments, options_.call); },
          [&] { part = part_in(stored_part); });
    });
    if (!growth) return tl::unexpected(growth.error());
    if (!growth->obstacle.empty()) return std::move(growth->obstacle);
    if (options_.strict && !growth->report.skipped.empty())
      return tl::unexpected(error_of(growth->report.skipped.front()));
    if (growth->is_none && form_.sources == SourceDetail::Contents)
      return as_it_is(std::move(growth->report));
    if (file_ == nullptr) return "it cannot be extended: it must not be written, or has no locks";
    if (std::string limit = limit_of(before_.file, before_.segments); !limit.empty()) return limit;
    return continue_with(*files, *growth, std::move(known), std::move(part));
  }

 private:
  Saved as_it_is(LoadReport report) const {
    return SavedSnapshot{.items = counts_.items,
                         .reviews = counts_.reviews,
                         .bytes = before_.file.byte_count(),
                         .report = std::move(report),
                         .is_unchanged = true};
  }

  language::Schema part_in(std::string_view stored) const {
    auto part = schema_of_json("the snapshot's schema", unpacked_frame(stored, options_.call));
    if (!part) throw base::DamagedData();
    part->topics.clear();  // they are counted anew
    return *std::move(part);
  }

  base::Result<Saved> continue_with(const DatasetFiles& files, const Growth& growth,
                                    KnownRecords known, language::Schema part) {
    More more{files, growth};
    auto obstacle = load(more, std::move(known), std::move(part));
    if (!obstacle) return tl::unexpected(obstacle.error());
    if (!obstacle->empty()) return *std::move(obstacle);
    LoadedRecords& loaded = *more.loaded;
    if (!loaded.own.is_empty()) return kOwnData;
    if (loaded.friend_graph->is_of_users()) return "its friends are those of users in files";
    loaded.reports.front() = joined(growth.report, loaded.reports.front());
    ReadFiles read(*source_.records(), form_.sources, growth.now);
    return write_more_records(loaded, SnapshotSchema::of_part(std::move(more.schema)), form_, read,
                              before_, *file_, options_)
        .map([&](SavedSnapshot written) -> Saved { return with_counts(std::move(written)); });
  }

  /// What the files have more.
  struct More {
    const DatasetFiles& files;
    const Growth& growth;
    language::Schema schema = {};  ///< the part of all
    std::unique_ptr<LoadedRecords> loaded = nullptr;
  };

  /// Or why the snapshot has to be made anew.
  using Obstacle = std::string;

  /// The columns give the schema of reviews; if they do not, the lines are read once more; and if
  /// these have paths that there are no columns for, so are the records. The part has too many
  /// values for a copy: if it is needed once more, it is read again.
  base::Result<Obstacle> load(More& more, KnownRecords known, language::Schema part) const {
    std::vector<language::SchemaPath> review_paths = std::exchange(part.review_paths, {});
    auto obstacle = read_schema(more, {known.items, {}, {}}, part, /*reviews=*/false);
    if (!obstacle || !obstacle->empty()) return obstacle;
    more.schema.review_paths = std::move(review_paths);
    obstacle = load_columns(more, std::move(known));
    if (!obstacle || !obstacle->empty()) return obstacle;
    more.schema.reviews = more.loaded->review_ids.size();
    if (auto paths = review_paths_of(*more.loaded, more.schema.review_paths, options_.call)) {
      more.schema.review_paths = *std::move(paths);
      return Obstacle();
    }
    const auto known_again = [&] {
      return known_records(before_.file, before_.segments, options_.call);
    };
    part = part_in(before_.file.bytes(Section::SchemaPart));
    obstacle = read_schema(more, known_again(), part, /*reviews=*/true);
    if (!obstacle || !obstacle->empty()) return obstacle;
    if (has_columns_for(part.review_paths, more.schema.review_paths)) return Obstacle();
    return load_columns(more, known_again());
  }

  /// Of items, and of reviews if those are asked for; `part`: of the records before.
  base::Result<Obstacle> read_schema(More& more, KnownRecords known, const language::Schema& part,
                                     bool reviews) const {
    return read_more_schema(more.files, more.growth.before, std::move(known), part,
                            {.reviews = reviews,
                             .as_part = true,
                             .progress = options_.progress,
                             .call = options_.call})
        .map([&](language::Schema schema) -> Obstacle {
          more.schema = std::move(schema);
          const std::size_t paths =
              std::max(more.schema.item_paths.size(), more.schema.review_paths.size());
          return paths > kMostNodeColumns
                     ? "it has so many paths that some have no column of their own"
                     : "";
        });
  }

  base::Result<Obstacle> load_columns(More& more, KnownRecords known) const {
    auto before = records_before(before_.file, before_.segments, std::move(known),
                                 snapshot_layout(more.schema), options_.call);
    if (!before) return "names of reviewers are objects";
    before->files = more.growth.before;
    return load_more_records(more.files, *std::move(before), kAllBeside, options_)
        .map([&](std::unique_ptr<LoadedRecords> loaded) -> Obstacle {
          more.loaded = std::move(loaded);
          return {};
        });
  }

  SavedSnapshot with_counts(SavedSnapshot saved) const {
    saved.is_continued = true;
    saved.more_items = saved.items - counts_.items;
    saved.more_reviews = saved.reviews - counts_.reviews;
    return saved;
  }

  static constexpr const char* kOwnData = "items have friends or judgements of their own";

  const StoredSnapshot before_;
  base::FileExtension* file_;
  SnapshotCounts counts_;
  const SnapshotForm form_;
  const Source& source_;
  const LoadOptions& options_;
};

}  // namespace

base::Result<SavedSnapshot> update_snapshot(const Source& source, const std::string& file,
                                            const LoadOptions& options, SourceDetail detail) {
  if (auto checked = check_snapshot_files(source, file); !checked)
    return tl::unexpected(checked.error());
  SnapshotForm form{.sources = detail};
  const auto made_anew = [&](std::string reason) {
    return save_snapshot(source, file, options, form).map([&](SavedSnapshot saved) {
      saved.made_anew_as = std::move(reason);
      return saved;
    });
  };
  std::error_code unknown;
  if (std::filesystem::status(file, unknown).type() == std::filesystem::file_type::not_found)
    return save_snapshot(source, file, options, form);
  auto extension = base::FileExtension::begin(file, options.call);
  if (!extension) return tl::unexpected(extension.error());
  auto before = SnapshotFile::open(file);
  if (!before && before.error().code != base::ErrorCode::InvalidSnapshot)
    return tl::unexpected(before.error());
  if (!before) return made_anew("it cannot be read by this seedc");
  form = form_of(**before, detail);
  base::FileExtension* const in_place = *extension ? &**extension : nullptr;
  base::Result<Update::Saved> updated;
  try {
    updated = Update(**before, in_place, source, options, detail).save();
  } catch (const base::DamagedData&) {
    return made_anew("it was damaged");
  }
  if (!updated) return tl::unexpected(updated.error());
  const auto* obstacle = std::get_if<std::string>(&*updated);
  if (obstacle != nullptr) return made_anew(*obstacle);
  const auto is_in_place = in_place != nullptr ? in_place->is_in_place() : true;
  if (!is_in_place) return tl::unexpected(is_in_place.error());
  if (!*is_in_place) return made_anew("another process replaced it meanwhile");
  return std::get<SavedSnapshot>(*updated);
}

}  // namespace seedc::data
