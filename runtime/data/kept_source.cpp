// Keeps the last dataset that was loaded, and the schemas that were read.
#include "runtime/data/kept_source.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/base/call_lock.h"
#include "runtime/data/record_source.h"
#include "runtime/data/snapshot/source_files.h"

namespace seedc::data {
namespace {

struct KeptDataset {
  DataNeeds needs;
  Dataset dataset;
  SourceFiles files;  ///< before they were read first
};

/// Those that the source reads, as they are now; empty if that cannot be told.
SourceFiles files_of(const Source& source) {
  const auto paths = source.records()->files();
  return paths ? glance_at(*paths) : SourceFiles();
}

struct KeptSchema {
  language::Schema schema;
  LoadReport report;
};

bool has_all(const std::vector<language::Path>& paths, const std::vector<language::Path>& wanted) {
  return std::ranges::all_of(wanted, [&](const language::Path& path) {
    return std::ranges::find(paths, path) != paths.end();
  });
}

bool has_texts(const DataNeeds& has, const DataNeeds& wanted) {
  if (!wanted.texts || !has.texts) return !wanted.texts;
  const auto is_searched = [&](const language::RequiredLiterals& search) {
    return std::ranges::find(*has.searches, search) != has.searches->end();
  };
  return !has.searches || (wanted.searches && std::ranges::all_of(*wanted.searches, is_searched));
}

bool covers(const DataNeeds& has, const DataNeeds& wanted) {
  return has_texts(has, wanted) && (has.names || has.circles || !wanted.names) &&
         (has.circles || !wanted.circles) && (has.judgements || !wanted.judgements) &&
         has_all(has.item_paths, wanted.item_paths) &&
         has_all(has.review_paths, wanted.review_paths);
}

/// `more` without what `needs` has, so that repeated needs do not add up.
void add_new(DataNeeds& needs, const DataNeeds& more) {
  DataNeeds added = more;
  const auto remove_known = [](std::vector<language::Path>& paths, const auto& known) {
    std::erase_if(paths, [&](const language::Path& path) { return has_all(known, {path}); });
  };
  remove_known(added.item_paths, needs.item_paths);
  remove_known(added.review_paths, needs.review_paths);
  needs.add(added);
}

class KeptSource final : public Source {
 public:
  explicit KeptSource(std::shared_ptr<const Source> source) : source_(std::move(source)) {}

  const std::string& name() const override { return source_->name(); }
  bool has_word_index() const override { return source_->has_word_index(); }
  std::optional<std::uint64_t> bytes_to_read(bool with_reviews) const override {
    return dataset() ? 0 : source_->bytes_to_read(with_reviews);
  }
  const RecordSource* records() const override { return source_->records(); }

  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const override {
    if (auto known = dataset(); known && serves(*known, needs, options))
      return known->dataset.for_call(options.call);
    const auto lock = base::lock_for(options.call, loading_);
    const auto known = dataset();  // perhaps another thread's, meanwhile
    if (known && serves(*known, needs, options)) return known->dataset.for_call(options.call);
    const SourceFiles files = files_of(*source_);
    if (known && !files.empty()) {
      if (const auto path = first_changed(known->files, files)) return changed(*path);
    }
    DataNeeds all = known ? known->needs : DataNeeds();
    add_new(all, needs);
    // What searches for other texts than before may do so again.
    if (known && known->needs.texts) all.searches.reset();
    auto loaded = source_->load(all, options);
    // A fault in what only other calls need is no error of this one.
    if (!loaded && known) return source_->load(needs, options);
    if (loaded) {
      keep(std::make_shared<KeptDataset>(std::move(all), loaded->for_call({}),
                                         known ? known->files : files));
    }
    return loaded;
  }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    const auto lock = base::lock_for(options.call, reading_schema_);
    std::optional<KeptSchema>& known = schemas_[slot_of(options)];
    if (!known) {
      LoadReport report;
      auto read = source_->schema({.reviews = options.reviews,
                                   .items = options.items,
                                   .progress = options.progress,
                                   .report = [&](const LoadReport& left_out) { report = left_out; },
                                   .call = options.call});
      if (!read) return read;
      known = KeptSchema{*std::move(read), std::move(report)};
    }
    if (options.report) options.report(known->report);
    return known->schema;
  }

 private:
  std::shared_ptr<const KeptDataset> dataset() const {
    const std::scoped_lock lock(access_);
    return dataset_;
  }

  /// Results of a dataset would be of the file as it was and as it is.
  static tl::unexpected<base::Error> changed(const std::string& path) {
    return base::fail_with_help<base::ErrorCode::UnreadableFile>(
        "open the data again", path,
        "the files of the data are not what they were when it was read first");
  }

  void keep(std::shared_ptr<const KeptDataset> dataset) const {
    const std::scoped_lock lock(access_);
    dataset_.swap(dataset);
  }

  /// Whether loading would give nothing else, or no error.
  static bool serves(const KeptDataset& known, const DataNeeds& needs, const LoadOptions& options) {
    const Dataset& dataset = known.dataset;
    return covers(known.needs, needs) && dataset.item_count() <= options.max_records &&
           dataset.review_count() <= options.max_records &&
           (!options.strict || dataset.report().skipped_count == 0);
  }

  /// Of `schemas_`: that of a schema which has what is asked for.
  std::size_t slot_of(const ReadSchemaOptions& options) const {
    if (options.reviews) return 2;
    if (options.items) return 1;
    return schemas_[1] ? 1 : 0;
  }

  std::shared_ptr<const Source> source_;
  mutable std::mutex access_;  ///< of `dataset_`, held for a copy of the pointer only
  mutable std::mutex loading_, reading_schema_;
  mutable std::shared_ptr<const KeptDataset> dataset_;
  /// Of topics alone, without reviews, and with them.
  mutable std::array<std::optional<KeptSchema>, 3> schemas_;
};

}  // namespace

std::shared_ptr<const Source> kept(std::shared_ptr<const Source> source) {
  if (source->records() == nullptr) return source;
  return std::make_shared<KeptSource>(std::move(source));
}

}  // namespace seedc::data
