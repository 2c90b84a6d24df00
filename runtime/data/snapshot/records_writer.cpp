// Writes the sections of a snapshot, and finds the words of its texts on the way.
#include "runtime/data/snapshot/records_writer.h"

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>

#include "runtime/base/pipeline.h"
#include "runtime/data/model/packed_codes.h"
#include "runtime/data/snapshot/compressed_texts.h"
#include "runtime/data/snapshot/section_json.h"
#include "runtime/data/snapshot/snapshot_columns.h"
#include "runtime/data/snapshot/snapshot_paths.h"
#include "runtime/data/snapshot/snapshot_writer.h"
#include "runtime/data/snapshot/stored_columns.h"
#include "runtime/data/snapshot/zstd_frame.h"
#include "runtime/text/word_index_builder.h"

namespace seedc::data {
namespace {

using Form = ColumnSpec::Form;

/// Of those that are in memory.
constexpr std::size_t kTextsPerPart = 8192;

class Saver {
 public:
  /// `before`: the segments that the writer keeps.
  Saver(LoadedRecords& loaded, const SnapshotSchema& schema, const SnapshotForm& form,
        SnapshotWriter writer, const Segments* before, const LoadOptions& options)
      : loaded_(loaded),
        options_(options),
        schema_(schema),
        form_(form),
        writer_(std::move(writer)),
        before_(before),
        segment_(before == nullptr ? 0 : static_cast<std::uint32_t>(before->count())),
        words_(options.call) {}

  base::Result<SavedSnapshot> save(ReadFiles& files) {
    base::Result<SourceFiles> sources;
    base::Result<void> written;
    std::string schema_part;
    base::StepsUntilException steps;
    base::with_threads(options_.threads, [&] {
      oneapi::tbb::task_group beside;  // what is written at the same time
      const auto run_beside = [&](const auto& step) {
        steps.run([&] { beside.run([&steps, step] { steps.run(step); }); });
      };
      run_beside([&] { sources = files.unchanged(options_.call); });
      run_beside([&] {
        if (schema_.part) schema_part = zstd_frame(to_json(*schema_.part));
      });
      steps.run([&] { written = write_records(); });
      beside.wait();
    });
    steps.rethrow();
    if (!sources) return tl::unexpected(sources.error());
    if (!written) return tl::unexpected(written.error());
    if (schema_.part) writer_.add(Section::SchemaPart, schema_part);
    if (!sources->empty()) writer_.add(Section::Sources, to_json(*sources));
    return finish();
  }

 private:
  /// Whether there is something to be written into the next segment. The first one always is.
  bool has_segment() const {
    return before_ == nullptr || loaded_.item_ids.size() > loaded_.items_before ||
           loaded_.review_ids.size() > loaded_.reviews_before;
  }
  std::uint32_t in_segment(std::uint32_t number = 0) const {
    return number_in_segment(segment_, number);
  }

  base::Result<void> write_records() {
    write_schema();
    write_order();
    write_names();
    write_friends();
    write_judgements();
    return has_segment() ? write_segment() : base::Result<void>();
  }

  base::Result<void> write_segment() {
    write_ids();
    write_columns(loaded_.items, loaded_.layout->item_columns, kItemSections);
    write_columns(loaded_.reviews, loaded_.layout->review_columns, kReviewSections);
    return write_texts().map([&] {
      if (form_.word_index) write_word_index();
    });
  }

  base::Result<SavedSnapshot> finish() {
    SnapshotCounts counts;
    counts.items = static_cast<std::uint32_t>(loaded_.item_ids.size());
    counts.reviews = static_cast<std::uint32_t>(loaded_.review_ids.size());
    counts.segments = segment_ + (has_segment() ? 1 : 0);
    counts.awaits_users = loaded_.awaits_users ? 1 : 0;
    counts.has_own_data = loaded_.own.is_empty() ? 0 : 1;
    writer_.add(Section::Counts, std::span<const SnapshotCounts>(&counts, 1));
    return writer_.finish().map([&](std::uint64_t bytes) {
      return SavedSnapshot{counts.items, counts.reviews, bytes, combined(loaded_.reports)};
    });
  }

  void write_schema() {
    for (std::uint32_t part = 0; part < kReportParts; ++part)
      writer_.add(Section::Report, to_json(loaded_.reports[part]), part);
    language::Schema of_reviews;
    language::Schema others = schema_.whole;
    std::swap(of_reviews.reviews, others.reviews);
    std::swap(of_reviews.review_paths, others.review_paths);
    writer_.add(Section::Schema, to_json(others), 0);
    writer_.add(Section::Schema, to_json(of_reviews), 1);
  }

  void write_order() {
    writer_.add(Section::ReviewBegins, std::span<const std::uint32_t>(loaded_.review_begins));
    const std::vector<std::uint32_t> by_id = sorted_by_id(loaded_.item_ids, options_.call);
    writer_.add(Section::ItemsById, std::span<const std::uint32_t>(by_id));
    if (loaded_.order.empty() && (before_ == nullptr || before_->reviews.numbers().size() == 0))
      return;
    const std::size_t count = loaded_.review_ids.size();
    const base::MemoryCharge charge(options_.call, "the order of reviews",
                                    2 * count * sizeof(std::uint32_t));
    std::vector<std::uint32_t> numbers;
    numbers.reserve(count);
    std::vector<std::uint32_t> rows(count);
    std::uint32_t next = loaded_.reviews_before;
    base::StepCounter steps(options_.call, base::Call::kElementsPerStep);
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      steps.step();
      const std::uint32_t read_as = loaded_.order.empty() ? row : loaded_.order[row];
      numbers.push_back(loaded_.is_added(row) ? next++ : before_->reviews.number_of(read_as));
      rows[numbers.back()] = row;
    }
    writer_.add(Section::ReviewNumbers, std::span<const std::uint32_t>(numbers));
    writer_.add(Section::ReviewRows, std::span<const std::uint32_t>(rows));
  }

  void write_ids() {
    const std::span<const std::string_view> items = loaded_.item_ids;
    writer_.add(Section::ItemIdBegins, Section::ItemIds,
                FlatTexts::of(items.subspan(loaded_.items_before)), in_segment());
    FlatTexts reviews;
    base::StepCounter steps(options_.call, base::Call::kElementsPerStep);
    for (std::uint32_t row = 0; row < loaded_.review_ids.size(); ++row) {
      steps.step();
      if (loaded_.is_added(row)) reviews.add(loaded_.review_ids[row]);
    }
    writer_.add(Section::ReviewIdBegins, Section::ReviewIds, reviews, in_segment());
  }

  void write_columns(Table& table, const std::vector<ColumnSpec>& specs,
                     const RecordSections& sections) {
    struct KeysOfColumn {
      std::size_t column = 0;
      FlatTexts keys;
    };
    language::List paths;
    std::uint32_t number = in_segment();
    std::size_t next = 0;
    const auto next_column = [&]() -> std::optional<std::size_t> {
      while (next < specs.size() && specs[next].form != Form::Node) ++next;
      return next < specs.size() ? std::optional(next++) : std::nullopt;
    };
    const auto keys_of = [&](std::size_t c) { return KeysOfColumn{c, table.keys(c)}; };
    const auto write = [&](const KeysOfColumn& column) {
      options_.call.check();
      const ColumnSpec& spec = specs[column.column];
      if (!is_needed(spec, column.keys)) return;
      paths.push_back(language::List(spec.path.begin(), spec.path.end()));
      std::vector<std::uint32_t> codes = std::move(table.codes(column.column));
      if (sections.is_padded) codes = padded(std::move(codes));
      writer_.add(sections.codes, packed(codes), number);
      writer_.add(sections.key_begins, sections.keys, column.keys, number);
      ++number;
    };
    base::run_pipeline(options_.threads, next_column, keys_of, write);
    writer_.add(sections.paths, "j" + language::to_json(language::Value(std::move(paths))),
                in_segment());
  }

  /// An empty column carries no information, and of the column of the records themselves only those
  /// that are stored whole matter.
  static bool is_needed(const ColumnSpec& spec, const FlatTexts& keys) {
    for (std::size_t code = 1; code < keys.size(); ++code) {
      if (!spec.path.empty() || !keys[code].starts_with('o')) return true;
    }
    return false;
  }

  void write_names() {
    const std::size_t last = loaded_.layout->review_columns.size() - 1;
    auto [names, graphs] = take_names(loaded_, last);
    writer_.add(Section::NameCodes, packed(names.codes.own()));
    writer_.add(Section::NameBegins, Section::Names, all_written(names.values));
    writer_.add(Section::NameGraphs, std::span<const std::uint32_t>(graphs));
    if (loaded_.friend_graph->is_of_users()) {
      auto [people, of_people] = take_reviewers(loaded_, last - 1, names, graphs, options_.call);
      writer_.add(Section::ReviewerCodes, packed(people.codes.own()));
      writer_.add(Section::ReviewerBegins, Section::Reviewers, all_written(people.values));
      writer_.add(Section::ReviewerGraphs, std::span<const std::uint32_t>(of_people));
    }

    std::vector<std::uint32_t> rows;
    FlatTexts assigned;
    for (const auto& [row, name] : loaded_.assigned_names) {
      rows.push_back(row);
      assigned.add(name);
    }
    writer_.add(Section::AssignedRows, std::span<const std::uint32_t>(rows));
    writer_.add(Section::AssignedNameBegins, Section::AssignedNames, assigned);
  }

  static FlatTexts all_written(const std::vector<language::Value>& values) {
    FlatTexts texts;
    for (const language::Value& value : values) texts.add(written(value));
    return texts;
  }

  /// As `WrittenReader` reads it.
  static std::string written(const language::Value& value) {
    const auto* text = value.as<std::string>();
    return text != nullptr ? "s" + *text : "j" + language::to_json(value);
  }

  void write_friends() {
    const FriendGraph& graph = *loaded_.friend_graph;
    writer_.add(Section::PersonBegins, Section::Persons, graph.names());
    writer_.add(Section::FriendBegins, graph.begins().span());
    writer_.add(Section::Friends, graph.all_friends().span());
    writer_.add(Section::UserNameBegins, Section::UserNames, graph.user_names());
  }

  void write_judgements() {
    const Judgements& judgements = loaded_.judgements;
    writer_.add(Section::TopicBegins, Section::Topics, judgements.topics());
    writer_.add(Section::JudgedBegins, judgements.begins().span());
    writer_.add(Section::JudgedReviews, judgements.reviews().span());
    writer_.add(Section::JudgedAs, judgements.judged().span());
  }

  std::vector<std::uint64_t> text_begins() const {
    std::vector<std::uint64_t> begins = {0};
    begins.reserve(loaded_.text_sizes.size() + loaded_.texts.size() + 1);
    for (const std::uint32_t size : loaded_.text_sizes) begins.push_back(begins.back() + size);
    for (const std::string_view text : loaded_.texts) begins.push_back(begins.back() + text.size());
    return begins;
  }

  /// And finds their words, while they are at hand.
  base::Result<void> write_texts() {
    const std::vector<std::uint64_t> begins = text_begins();
    writer_.add(Section::TextBegins, Offsets::of(begins).bytes(), in_segment());
    writer_.begin(form_.compressed_texts ? Section::TextFrames : Section::Texts, in_segment());
    if (loaded_.grouped_texts) loaded_.grouped_texts->order(loaded_.review_begins, begins);
    std::size_t next = 0;
    base::Result<void> all_read;
    oneapi::tbb::concurrent_queue<TextPart> used;
    base::run_pipeline(
        options_.threads,
        [&]() -> std::optional<std::size_t> {
          return next < part_count() ? std::optional(next++) : std::nullopt;
        },
        [&](std::size_t number) {
          IndexedPart part;
          used.try_pop(part.texts);
          part.read = read_part(number, part.texts);
          if (!part.read) return part;
          if (form_.word_index) part.words = words_.words_of(part.texts.first, part.texts.texts);
          if (form_.compressed_texts) part.frames = compressed(part.texts.texts);
          return part;
        },
        [&](IndexedPart part) {
          if (all_read) all_read = part.read;
          if (!all_read) return;
          form_.compressed_texts ? append_frames(part.frames) : append_texts(part.texts);
          if (part.words) words_.add(*part.words);
          used.push(std::move(part.texts));
        });
    if (form_.compressed_texts) write_frame_ends();
    return all_read;
  }

  void append_texts(const TextPart& texts) {
    for (const std::string_view text : texts.pieces()) writer_.append(text);
  }

  void append_frames(const std::vector<CompressedFrame>& frames) {
    for (const CompressedFrame& frame : frames) {
      writer_.append(frame.bytes);
      frame_begins_.push_back(frame_begins_.back() + frame.bytes.size());
      const std::uint64_t before = frame_ends_.empty() ? 0 : frame_ends_.back();
      frame_ends_.push_back(before + frame.text_bytes);
    }
  }

  void write_frame_ends() {
    writer_.add(Section::TextFrameBegins, frame_begins_.bytes(), in_segment());
    writer_.add(Section::TextFrameEnds, std::span<const std::uint64_t>(frame_ends_), in_segment());
  }

  struct IndexedPart {
    base::Result<void> read;
    TextPart texts;
    std::vector<CompressedFrame> frames;
    std::shared_ptr<const text::WordIndexBuilder::Words> words;
  };

  std::size_t part_count() const {
    return loaded_.grouped_texts ? loaded_.grouped_texts->part_count()
                                 : (loaded_.texts.size() + kTextsPerPart - 1) / kTextsPerPart;
  }

  base::Result<void> read_part(std::size_t number, TextPart& part) const {
    if (loaded_.grouped_texts) return loaded_.grouped_texts->read(number, part);
    const std::span<const std::string_view> texts = loaded_.texts;
    const std::size_t first = number * kTextsPerPart;
    const auto of_part = texts.subspan(first, std::min(kTextsPerPart, texts.size() - first));
    part.first = static_cast<std::uint32_t>(first);
    part.texts.assign(of_part.begin(), of_part.end());
    return {};
  }

  void write_word_index() {
    std::string vocabulary = "\n";
    std::vector<std::uint64_t> word_ends = {0};
    Offsets list_begins;
    writer_.begin(Section::WordLists, in_segment());
    words_.finish([&](std::string_view word, std::string_view list) {
      writer_.append(list);
      list_begins.push_back(list_begins.back() + list.size());
      if (word.empty()) return;
      vocabulary += word;
      word_ends.push_back(vocabulary.size());
      vocabulary += '\n';
    });
    writer_.add(Section::WordListBegins, list_begins.bytes(), in_segment());
    writer_.add(Section::Vocabulary, vocabulary, in_segment());
    writer_.add(Section::WordEnds, std::span<const std::uint64_t>(word_ends), in_segment());
  }

  LoadedRecords& loaded_;
  const LoadOptions& options_;
  const SnapshotSchema& schema_;
  const SnapshotForm& form_;
  SnapshotWriter writer_;
  const Segments* before_;
  std::uint32_t segment_;
  text::WordIndexBuilder words_;
  Offsets frame_begins_;  ///< of compressed texts
  std::vector<std::uint64_t> frame_ends_;
};

}  // namespace

RecordLayout snapshot_layout(const language::Schema& schema) {
  std::vector<ColumnSpec> reviews = node_columns(schema.review_paths, {kTextPath, kReviewIdPath});
  reviews.push_back({kUserIdPath, Form::Name});
  reviews.push_back({kNamePath, Form::Name});
  return {node_columns(schema.item_paths, {kItemIdPath}), std::move(reviews), /*texts=*/true};
}

base::Result<ReadFiles> ReadFiles::of(const RecordSource& source, SourceDetail detail) {
  return source.files().and_then(look_at).map(
      [&](SourceFiles files) { return ReadFiles(source, detail, std::move(files)); });
}

base::Result<SourceFiles> ReadFiles::unchanged(const base::Call& call) {
  if (files_.empty()) return files_;
  const bool has_digests = !files_.front().contents.empty();
  return (has_digests ? base::Result<void>() : add_contents(files_, call))
      .and_then([&] { return source_->files(); })
      .and_then(look_at)
      .and_then([&](const SourceFiles& now) -> base::Result<SourceFiles> {
        if (const auto changed = first_changed(files_, now)) {
          return base::fail_with_help<base::ErrorCode::DataChanged>(
              "wait until nothing writes it, and try again", *changed);
        }
        return detail_ == SourceDetail::All ? files_ : contents();
      });
}

SourceFiles ReadFiles::contents() const {
  SourceFiles files;
  for (const SourceFile& file : files_)
    files.push_back({.path = file.path, .bytes = file.bytes, .contents = file.contents});
  return files;
}

base::Result<SavedSnapshot> write_records(LoadedRecords& loaded, const SnapshotSchema& schema,
                                          const SnapshotForm& form, ReadFiles& files,
                                          base::FileReplacement file, const LoadOptions& options) {
  SnapshotWriter writer(std::move(file), options.call);
  return Saver(loaded, schema, form, std::move(writer), nullptr, options).save(files);
}

base::Result<SavedSnapshot> write_more_records(LoadedRecords& loaded, const SnapshotSchema& schema,
                                               const SnapshotForm& form, ReadFiles& files,
                                               const StoredSnapshot& before,
                                               base::FileExtension& file,
                                               const LoadOptions& options) {
  SnapshotWriter writer(file, before.file, static_cast<std::uint32_t>(before.segments.count()),
                        options.call);
  return Saver(loaded, schema, form, std::move(writer), &before.segments, options).save(files);
}

}  // namespace seedc::data
