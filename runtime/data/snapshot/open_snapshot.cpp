// Opens datasets stored in snapshots.
#include <algorithm>
#include <mutex>

#include "runtime/base/call_lock.h"
#include "runtime/data/jsonl/loader.h"
#include "runtime/data/model/storage.h"
#include "runtime/data/snapshot/compressed_texts.h"
#include "runtime/data/snapshot/record_columns.h"
#include "runtime/data/snapshot/section_json.h"
#include "runtime/data/snapshot/snapshot.h"
#include "runtime/data/snapshot/snapshot_paths.h"
#include "runtime/text/word_index.h"

namespace seedc::data {
namespace {

LoadReport report_in(const SnapshotFile& file, ReportPart part) {
  return report_of_json(file.bytes(Section::Report, static_cast<std::uint32_t>(part)));
}

void require(bool fits) {
  if (!fits) throw base::DamagedData();
}

template <class Numbers, class Limit>
bool all_below(const Numbers& numbers, Limit limit) {
  return std::all_of(numbers.begin(), numbers.end(), [&](auto number) { return number < limit; });
}

/// Whether numbers rise from 0 to `last`.
template <class Numbers>
bool divide(const Numbers& begins, std::uint64_t last) {
  return begins.size() > 0 && begins[0] == 0 && begins[begins.size() - 1] == last &&
         std::is_sorted(begins.begin(), begins.end());
}

/// The index of a snapshot's texts, in place: the file must outlive it.
text::WordIndex stored_word_index(const SnapshotFile& file, const Segments& segments,
                                  const base::Call& call) {
  const auto rows = file.array<std::uint32_t>(Section::ReviewRows, 0, call);
  require(rows.size() == segments.reviews.numbers().size());
  std::vector<text::WordIndex::Part> parts;
  for (std::uint32_t segment = 0; segment < segments.count(); ++segment) {
    const std::uint32_t number = number_in_segment(segment);
    const auto ends = file.array<std::uint64_t>(Section::WordEnds, number, call);
    const SnapshotTexts lists(file, Section::WordListBegins, Section::WordLists, number);
    require(lists.size() == ends.size());
    parts.push_back(
        {.vocabulary = file.bytes(Section::Vocabulary, number, call),
         .word_ends = ends.span(),
         .list = [lists](std::size_t word) { return lists[word]; },
         .list_bytes = [lists](std::size_t word) { return lists.byte_count(word, word + 1); },
         .text_count = segments.reviews.size_of(segment),
         .numbers = rows.size() == 0 ? rows.span()
                                     : rows.span().subspan(segments.reviews.begin_of(segment),
                                                           segments.reviews.size_of(segment)),
         .first = segments.reviews.begin_of(segment)});
  }
  return text::WordIndex(std::move(parts));
}

class Opener {
 public:
  Opener(std::shared_ptr<const SnapshotFile> file, const DataNeeds& needs,
         const LoadOptions& options, const Retelling& retell)
      : file_(std::move(file)),
        segments_(*file_, options.call),
        needs_(needs),
        options_(options),
        retell_(retell) {}

  base::Result<Dataset> open() {
    options_.call.check();
    counts_ = file_->array<SnapshotCounts>(Section::Counts)[0];
    storage_->snapshot = file_;
    storage_->report = report();
    if (retell_) retell_(storage_->report);
    if (options_.strict && !storage_->report.skipped.empty())
      return tl::unexpected(error_of(storage_->report.skipped.front()));
    open_ids();
    open_columns();
    if (needs_.names || needs_.circles) open_names();
    if (needs_.circles) open_friends();
    if (needs_.judgements) open_judgements();
    return Dataset(std::move(storage_), options_.call);
  }

 private:
  /// For the files that a run with these needs would have read.
  LoadReport report() const {
    const bool of_users =
        needs_.circles || (counts_.awaits_users != 0 &&
                           (needs_.names || std::any_of(needs_.review_paths.begin(),
                                                        needs_.review_paths.end(), is_of_user)));
    const FilesBeside beside = files_for(needs_);
    std::vector<LoadReport> parts = {report(ReportPart::Records)};
    if (of_users) parts.push_back(report(ReportPart::Users));
    if (beside.user_mapping) parts.push_back(report(ReportPart::Mapping));
    if (beside.judgements) parts.push_back(report(ReportPart::Judgements));
    return combined(parts);
  }

  LoadReport report(ReportPart part) const { return report_in(*file_, part); }

  void open_ids() {
    storage_->review_begins = file_->array<std::uint32_t>(Section::ReviewBegins);
    require(storage_->review_begins.size() == std::size_t{counts_.items} + 1 &&
            divide(storage_->review_begins, counts_.reviews));
    storage_->item_ids =
        texts_of_segments(*file_, segments_.items, Section::ItemIdBegins, Section::ItemIds);
    storage_->review_ids =
        texts_of_segments(*file_, segments_.reviews, Section::ReviewIdBegins, Section::ReviewIds);
    storage_->items_by_id.emplace([file = file_, items = counts_.items](const base::Call& call) {
      auto by_id = file->array<std::uint32_t>(Section::ItemsById, 0, call);
      require(by_id.size() == items && all_below(by_id, items));
      return by_id;
    });
    texts_ = stored_texts(*file_, segments_.reviews, options_.call);
    if (!needs_.texts) return;
    storage_->texts = texts_;
    if (!data::has_word_index(*file_)) return;
    storage_->word_index.emplace([file = file_, segments = segments_](const base::Call& call) {
      return stored_word_index(*file, segments, call);
    });
  }

  void open_columns() {
    const auto items = std::make_shared<RecordColumns>(
        StoredColumns(*file_, kItemSections, segments_.items),
        std::map<language::Path, Texts>{{kItemIdPath, storage_->item_ids}}, options_.threads);
    for (const language::Path& path : needs_.item_paths)
      storage_->item_columns.try_emplace(
          path, [items, path](const base::Call& call) { return items->read(path, call); });
    const auto reviews = std::make_shared<RecordColumns>(
        StoredColumns(*file_, kReviewSections, segments_.reviews),
        std::map<language::Path, Texts>{{kTextPath, texts_}, {kReviewIdPath, storage_->review_ids}},
        options_.threads);
    for (const language::Path& path : needs_.review_paths) {
      storage_->review_columns.try_emplace(path,
                                           [reviews, path, file = file_](const base::Call& call) {
                                             Column column = reviews->read(path, call);
                                             if (is_named(path)) rename(*file, path, column);
                                             return column;
                                           });
      open_rows(reviews, path);
      if (is_named(path)) continue;
      storage_->review_tests.try_emplace(
          path, [reviews, path](const ValueTest& test, const base::Call& call) {
            return reviews->marks(path, test, call);
          });
      storage_->review_numbers.try_emplace(
          path, [reviews, path](const ValueNumber& number, const base::Call& call) {
            return reviews->marks(path, number, call);
          });
    }
  }

  /// Assigned names, and values that are put together of several columns, are those of the column
  /// in memory.
  void open_rows(const std::shared_ptr<RecordColumns>& reviews, const language::Path& path) {
    storage_->review_rows.try_emplace(path, [reviews, path,
                                             storage = storage_.get()](const base::Call& call) {
      const auto of_column = [storage, path](std::uint32_t row) {
        const Column& column = storage->review_columns.at(path).get({});
        return column.values[column.codes[row]];
      };
      auto rows = is_named(path) ? std::nullopt : reviews->rows(path, of_column, call);
      return rows ? *std::move(rows)
                  : RowValues(storage->review_columns.at(path).get(call).values.size(), of_column);
    });
  }

  /// The codes are copied first.
  static void rename(const SnapshotFile& file, const language::Path& path, Column& column) {
    const AssignedNames names = assigned_names(file);
    if (names.empty()) return;
    column.charge.add(column.codes.size() * sizeof(std::uint32_t));
    assign_names(path, names, column);
  }

  static AssignedNames assigned_names(const SnapshotFile& file) {
    const auto rows = file.array<std::uint32_t>(Section::AssignedRows);
    const FlatTexts names = file.texts(Section::AssignedNameBegins, Section::AssignedNames);
    const std::size_t reviews = file.array<SnapshotCounts>(Section::Counts)[0].reviews;
    require(rows.size() == names.size() && all_below(rows, reviews));
    AssignedNames assigned;
    for (std::size_t i = 0; i < rows.size(); ++i)
      assigned.emplace_hint(assigned.end(), rows[i], names[i]);
    return assigned;
  }

  /// A column of all reviews whose values are stored as they are written.
  struct WrittenSections {
    Section codes, begins, texts;
  };
  std::function<Column(const base::Call&)> written_column(WrittenSections sections) const {
    return [file = file_, reviews = counts_.reviews, sections](const base::Call& call) {
      constexpr std::uint32_t kTextsPerCheck = 8192;
      const FlatTexts texts = file->texts(sections.begins, sections.texts, 0, call);
      const PackedCodes codes(file->bytes(sections.codes, 0, call), reviews);
      Column column{.values = {language::Value()}, .charge = {call, "columns"}};
      column.charge.add(texts.size() * sizeof(language::Value) + texts.bytes().size());
      WrittenReader written;
      base::StepCounter steps(call, kTextsPerCheck);
      for (std::size_t code = 1; code < texts.size(); ++code) {
        steps.step();
        column.values.push_back(written.value(texts[code]));
      }
      codes.require_below(column.values.size());
      column.codes = Codes::view(codes);
      return column;
    };
  }

  void open_names() {
    storage_->names.emplace(
        written_column({Section::NameCodes, Section::NameBegins, Section::Names}));
    open_graphs(Section::NameGraphs, storage_->name_graphs);
  }

  void open_graphs(Section section, std::optional<FlatArray<std::uint32_t>>& graphs) const {
    auto numbers = file_->array<std::uint32_t>(section);
    if (numbers.size() != 0) graphs.emplace(std::move(numbers));
  }

  void open_friends() {
    storage_->reviewers.emplace(
        written_column({Section::ReviewerCodes, Section::ReviewerBegins, Section::Reviewers}));
    open_graphs(Section::ReviewerGraphs, storage_->reviewer_graphs);
    storage_->friend_graph.emplace([file = file_](const base::Call& call) {
      FlatTexts names = file->texts(Section::PersonBegins, Section::Persons, 0, call);
      auto begins = file->array<std::uint64_t>(Section::FriendBegins, 0, call);
      auto friends = file->array<std::uint32_t>(Section::Friends, 0, call);
      const bool is_empty = begins.size() == 0 && friends.size() == 0;
      require(is_empty || (divide(begins, friends.size()) && begins.size() - 1 <= names.size() &&
                           all_below(friends, names.size())));
      FlatTexts user_names = file->texts(Section::UserNameBegins, Section::UserNames, 0, call);
      require(user_names.size() == 0 || user_names.size() + 1 == begins.size());
      return std::make_shared<const FriendGraph>(std::move(names), std::move(begins),
                                                 std::move(friends), std::move(user_names));
    });
  }

  void open_judgements() {
    storage_->judgements.emplace([file = file_, reviews = counts_.reviews](const base::Call& call) {
      FlatTexts topics = file->texts(Section::TopicBegins, Section::Topics, 0, call);
      auto begins = file->array<std::uint64_t>(Section::JudgedBegins, 0, call);
      auto judged = file->array<std::uint32_t>(Section::JudgedReviews, 0, call);
      auto judged_as = file->array<std::uint8_t>(Section::JudgedAs, 0, call);
      require((topics.size() == 0 && begins.size() == 0) ||
              (begins.size() == topics.size() + 1 && divide(begins, judged.size())));
      require(judged.size() == judged_as.size() && all_below(judged, reviews));
      return Judgements(std::move(topics), std::move(begins), std::move(judged),
                        std::move(judged_as));
    });
  }

  std::shared_ptr<const SnapshotFile> file_;
  Segments segments_;
  const DataNeeds& needs_;
  const LoadOptions& options_;
  const Retelling& retell_;
  SnapshotCounts counts_;
  Texts texts_;
  std::shared_ptr<Dataset::Storage> storage_ = std::make_shared<Dataset::Storage>();
};

base::Result<language::Schema> schema_in(const SnapshotFile& file, std::uint32_t part) {
  auto schema = schema_of_json("the snapshot's schema", file.bytes(Section::Schema, part));
  require(schema.has_value());
  return schema;
}

/// Turns damage that is found while opening into an error.
template <class Open>
auto intact(const Open& open) -> decltype(open()) {
  try {
    return open();
  } catch (const base::DamagedData& damage) {
    return base::fail(base::error<base::ErrorCode::DamagedSnapshot>(damage.what())
                          .with_help(base::kDamagedDataHelp, base::Setting::SnapshotFile));
  }
}

class Snapshot final : public Source {
 public:
  Snapshot(std::string path, SnapshotAccess access, Retelling retell)
      : path_(std::move(path)), access_(access), retell_(std::move(retell)) {}

  const std::string& name() const override { return path_; }
  bool has_word_index() const override {
    const auto opened_file = file({});
    return opened_file && data::has_word_index(**opened_file);
  }
  std::optional<std::uint64_t> bytes_to_read(bool) const override { return 0; }
  const RecordSource* records() const override { return nullptr; }

  base::Result<Dataset> load(const DataNeeds& needs, const LoadOptions& options) const override {
    return opened(options.call, [&](std::shared_ptr<const SnapshotFile> file) {
      file->unmap_by(options.threads);
      return Opener(std::move(file), needs, options, retell_).open();
    });
  }

  base::Result<language::Schema> schema(const ReadSchemaOptions& options) const override {
    return opened(options.call, [&](const std::shared_ptr<const SnapshotFile>& file) {
      options.call.check();
      if (options.report) options.report(report_of(*file));
      auto schema = schema_in(*file, 0);
      if (!options.reviews) return schema;
      auto of_reviews = schema_in(*file, 1);
      schema->reviews = of_reviews->reviews;
      schema->review_paths = std::move(of_reviews->review_paths);
      return schema;
    });
  }

 private:
  template <class Open>
  auto opened(const base::Call& call, const Open& open) const
      -> decltype(open(std::shared_ptr<const SnapshotFile>())) {
    auto opened_file = file(call);
    if (!opened_file) return tl::unexpected(opened_file.error());
    return intact([&] { return open(std::move(*opened_file)); });
  }

  LoadReport report_of(const SnapshotFile& file) const {
    LoadReport report = report_in(file, ReportPart::Records);
    if (retell_) retell_(report);
    return report;
  }

  base::Result<std::shared_ptr<const SnapshotFile>> file(const base::Call& call) const {
    const auto lock = base::lock_for(call, opening_);
    if (file_ == nullptr) {
      auto opened_file = SnapshotFile::open(path_, access_, call);
      if (!opened_file) return opened_file;
      file_ = *std::move(opened_file);
    }
    return file_;
  }

  std::string path_;
  SnapshotAccess access_;
  Retelling retell_;
  mutable std::mutex opening_;
  mutable std::shared_ptr<const SnapshotFile> file_;
};

}  // namespace

bool has_word_index(const SnapshotFile& file) {
  return !file.unverified(Section::WordEnds).empty();
}

base::Result<SourceFiles> sources_of(const std::string& snapshot) {
  return SnapshotFile::open(snapshot).and_then([](const auto& file) {
    return intact([&]() -> base::Result<SourceFiles> {
      const std::string_view json = file->bytes(Section::Sources);
      return json.empty() ? SourceFiles() : source_files_of_json(json);
    });
  });
}

base::Result<void> verify_sources(const std::string& snapshot, const base::Call& call) {
  const auto before = sources_of(snapshot);
  if (!before) return tl::unexpected(before.error());
  if (before->empty()) return base::fail<base::ErrorCode::NoSourceFiles>(snapshot);
  SourceFiles now;
  for (const SourceFile& file : *before) now.push_back({.path = file.path});
  return add_contents(now, call).and_then([&]() -> base::Result<void> {
    const auto changed = first_changed(*before, now, /*by_contents=*/true);
    if (!changed) return {};
    return base::fail_with_help<base::ErrorCode::SnapshotOutdated>("make the snapshot again",
                                                                   *changed);
  });
}

std::shared_ptr<const Source> snapshot_at(std::string file, SnapshotAccess access,
                                          Retelling retell) {
  return std::make_shared<Snapshot>(std::move(file), access, std::move(retell));
}

}  // namespace seedc::data
