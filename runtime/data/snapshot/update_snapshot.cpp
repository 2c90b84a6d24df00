// Continues a snapshot of files that have grown: its records are loaded as if they had just been
// read, and loading goes on in the files.
#include <oneapi/tbb/parallel_invoke.h>

#include <algorithm>
#include <variant>

#include "runtime/base/damaged_data.h"
#include "runtime/base/threads.h"
#include "runtime/data/more_schema.h"
#include "runtime/data/snapshot/compressed_texts.h"
#include "runtime/data/snapshot/growth.h"
#include "runtime/data/snapshot/records_writer.h"
#include "runtime/data/snapshot/section_json.h"
#include "runtime/data/snapshot/snapshot_columns.h"
#include "runtime/data/snapshot/stored_records.h"
#include "runtime/data/snapshot/zstd_frame.h"
#include "runtime/text/word_index_extension.h"

namespace seedc::data {
namespace {

SnapshotForm form_of(const SnapshotFile& file, SourceDetail sources) {
  return {.sources = sources,
          .compressed_texts = has_compressed_texts(file),
          .word_index = has_word_index(file)};
}

/// Continues a snapshot with what its files have more. Throws DamagedData if it is damaged.
class Update {
 public:
  /// Or why it has to be made anew.
  using Saved = std::variant<SavedSnapshot, std::string>;

  Update(const SnapshotFile& before, const Source& source, const LoadOptions& options,
         SourceDetail detail)
      : before_(before),
        counts_(before.array<SnapshotCounts>(Section::Counts)[0]),
        texts_(stored_texts(before, options.call)),
        form_(form_of(before, detail)),
        source_(source),
        options_(options) {}

  base::Result<Saved> save_as(const std::string& file) {
    if (!source_.records()->has_lines()) return "its files are no JSON lines";
    if (counts_.has_own_data != 0) return kOwnData;
    auto files = find_files(source_.name());
    if (!files) return tl::unexpected(files.error());
    const std::string_view sources = before_.bytes(Section::Sources);
    const std::string_view part = before_.bytes(Section::SchemaPart);
    if (sources.empty() || part.empty()) return "it does not say what it was made of";
    const std::string_view report =
        before_.bytes(Section::Report, static_cast<std::uint32_t>(ReportPart::Records));
    // The files and the snapshot are read at the same time: neither is often in vain.
    base::Result<Growth> growth;
    KnownRecords known;
    base::with_threads(options_.threads, [&] {
      oneapi::tbb::parallel_invoke(
          [&] {
            growth = growth_of(source_files_of_json(sources), report_of_json(report), *files,
                               options_.call);
          },
          [&] { known = known_records(before_, options_.call); });
    });
    if (!growth) return tl::unexpected(growth.error());
    if (!growth->obstacle.empty()) return std::move(growth->obstacle);
    if (options_.strict && !growth->report.skipped.empty())
      return tl::unexpected(error_of(growth->report.skipped.front()));
    if (growth->is_none && form_.sources == SourceDetail::Contents)
      return as_it_is(std::move(growth->report));
    auto replacement = base::FileReplacement::begin(file);
    if (!replacement) return tl::unexpected(replacement.error());
    return continue_with(*files, *growth, std::move(known), part, *std::move(replacement));
  }

 private:
  Saved as_it_is(LoadReport report) const {
    return SavedSnapshot{.items = counts_.items,
                         .reviews = counts_.reviews,
                         .bytes = before_.byte_count(),
                         .report = std::move(report),
                         .is_unchanged = true};
  }

  base::Result<Saved> continue_with(const DatasetFiles& files, const Growth& growth,
                                    KnownRecords known, std::string_view stored_part,
                                    base::FileReplacement replacement) {
    auto part = schema_of_json("the snapshot's schema", unpacked_frame(stored_part, options_.call));
    if (!part) throw base::DamagedData();
    part->topics.clear();  // they are counted anew
    auto schema =
        read_more_schema(files, growth.before, known, *part,
                         {.as_part = true, .progress = options_.progress, .call = options_.call});
    if (!schema) return tl::unexpected(schema.error());
    if (std::max(schema->item_paths.size(), schema->review_paths.size()) > kMostNodeColumns)
      return "it has so many paths that some have no column of their own";
    const SnapshotSchema saved = SnapshotSchema::of_part(*std::move(schema));
    auto before =
        records_before(before_, texts_, std::move(known), snapshot_layout(saved.whole), options_);
    if (!before) return "names of reviewers are objects";
    before->files = growth.before;
    return load_more_records(files, *std::move(before), kAllBeside, options_)
        .and_then([&](std::unique_ptr<LoadedRecords> loaded) -> base::Result<Saved> {
          if (!loaded->own.is_empty()) return kOwnData;
          loaded->reports.front() = joined(growth.report, loaded->reports.front());
          ReadFiles read(*source_.records(), form_.sources, growth.now);
          return write_records(*loaded, saved, form_, words(), read, std::move(replacement),
                               options_)
              .map([&](SavedSnapshot written) -> Saved { return with_counts(std::move(written)); });
        });
  }

  SavedSnapshot with_counts(SavedSnapshot saved) const {
    saved.is_continued = true;
    saved.more_items = saved.items - counts_.items;
    saved.more_reviews = saved.reviews - counts_.reviews;
    return saved;
  }

  /// Of the texts before, and of those added.
  ListWords words() const {
    return [this](const LoadedRecords& loaded, const auto& visit) {
      const auto text = [&](std::uint32_t review) { return loaded.texts[review]; };
      text::extend_word_index(
          stored_word_index(before_, options_.call), extended_texts(loaded.review_begins), text,
          static_cast<unsigned>(base::arena_threads(options_.threads)), options_.call, visit);
    };
  }

  /// Reviews of an item that were added come after those before.
  text::ExtendedTexts extended_texts(std::span<const std::uint32_t> begins) const {
    const auto before = before_.array<std::uint32_t>(Section::ReviewBegins);
    text::ExtendedTexts texts;
    for (std::size_t item = 0; item + 1 < begins.size(); ++item) {
      const std::uint32_t known = item + 1 < before.size() ? before[item + 1] - before[item] : 0;
      for (std::uint32_t review = begins[item]; review < begins[item + 1]; ++review)
        (review < begins[item] + known ? texts.before : texts.added).push_back(review);
    }
    return texts;
  }

  static constexpr const char* kOwnData = "items have friends or judgements of their own";

  const SnapshotFile& before_;
  SnapshotCounts counts_;
  const Texts texts_;
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
  if (!is_snapshot(file)) return save_snapshot(source, file, options, form);
  auto before = SnapshotFile::open(file);
  if (!before) return made_anew("it cannot be read by this seedc");
  form = form_of(**before, detail);
  base::Result<Update::Saved> updated;
  try {
    updated = Update(**before, source, options, detail).save_as(file);
  } catch (const base::DamagedData&) {
    return made_anew("it was damaged");
  }
  if (!updated) return tl::unexpected(updated.error());
  const auto* obstacle = std::get_if<std::string>(&*updated);
  return obstacle != nullptr ? made_anew(*obstacle) : std::get<SavedSnapshot>(*updated);
}

}  // namespace seedc::data
