// Collects the schema of a dataset in one pass over its records: blocks of lines are parsed by
// several threads, and what they hold is collected in the order of the files.
#include "runtime/data/schema.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <unordered_map>
#include <vector>

#include "runtime/base/text_hash.h"
#include "runtime/data/flat_records.h"
#include "runtime/data/jsonl/block_pipeline.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/json_file.h"
#include "runtime/data/jsonl/records.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/more_schema.h"
#include "runtime/data/schema_collector.h"
#include "runtime/data/schema_sample.h"

namespace seedc::data {
namespace {

/// By user_id, the number of reviews that refer to it.
using AwaitedUsers = std::unordered_map<std::string, std::uint64_t, base::TextHash>;

/// A record with what is counted of it, where that is asked for.
struct SchemaRecord {
  Record::Kind kind = Record::Kind::Broken;
  std::uint64_t line = 0;  ///< within the block, from 0
  std::string_view reason;
  bool has_odd_text = false;  ///< as in Record
  HashedText id;
  std::optional<HashedText> owner;
  std::optional<std::string_view> user_id;
  language::Value item;
  FlatRecords::Range values;            ///< of a review or a user
  std::vector<std::string> judgements;  ///< the keys of those of a line of a bundle
};

struct SchemaBlock {
  explicit SchemaBlock(const base::Call& call)
      : charge(call, "a part of a file"), values(call), others(call) {}

  base::MemoryCharge charge;
  std::uint64_t stored_bytes = 0;
  std::uint64_t line_count = 0;
  std::vector<SchemaRecord> records;
  FlatRecords values;
  Arena others;  ///< ids of records that reviews refer to
};

/// Parses one block after another. Not thread-safe: one parser per thread.
class SchemaBlockParser {
 public:
  /// With a null pointer in place of `awaited_users`, all users have values.
  SchemaBlockParser(const ReadSchemaOptions& options, const AwaitedUsers* awaited_users)
      : options_(options), awaited_users_(awaited_users), ids_(options.call) {}
  SchemaBlockParser(const SchemaBlockParser&) = delete;
  SchemaBlockParser& operator=(const SchemaBlockParser&) = delete;

  SchemaBlock parse(const LineBlock& block, FileKind kind) {
    SchemaBlock result(options_.call);
    // What is made of a line is a few times as large as the line.
    constexpr std::uint64_t kTimesText = 4;
    result.charge.add(kTimesText * block.text.size());
    result.stored_bytes = block.stored_bytes;
    base::StepCounter records(options_.call, kRecordsPerCheck);
    FlatRecordWriter writer(reader_.tokens(), parser(), result.values);
    result.line_count =
        reader_.read(kind, block.text, [&](const Record& record, std::uint64_t line) {
          records.step();
          result.records.push_back(parsed(record, line, result.others));
          if (has_values(result.records.back())) add_values(record, result.records.back(), writer);
        });
    return result;
  }

 private:
  SchemaRecord parsed(const Record& record, std::uint64_t line, Arena& others) {
    SchemaRecord parsed{.kind = record.kind, .line = line, .reason = record.reason};
    if (record.kind == Record::Kind::Broken) return parsed;
    if (record.kind == Record::Kind::Review && !options_.reviews) return parsed;
    const JsonTokens& tokens = reader_.tokens();
    parsed.has_odd_text = record.has_odd_text;
    parsed.id = hashed(tokens.store(record.id, ids_));
    if (!record.owner.is_nothing()) parsed.owner = hashed(tokens.store(record.owner, others));
    if (record.user_id) parsed.user_id = tokens.store(*record.user_id, others);
    if (!record.judgements.is_nothing()) parsed.judgements = keys_in(record.judgements);
    return parsed;
  }

  bool has_values(const SchemaRecord& record) const {
    switch (record.kind) {
      case Record::Kind::Broken:
        return false;
      case Record::Kind::Item:
        return options_.items;
      case Record::Kind::Review:
        return options_.reviews;
      case Record::Kind::User:
        return awaited_users_ == nullptr || awaited_users_->contains(std::string(record.id.text));
    }
    return false;
  }

  void add_values(const Record& record, SchemaRecord& parsed, FlatRecordWriter& writer) {
    if (record.kind == Record::Kind::Item) {
      parsed.item = to_value(parser().parse(record.json.text()).value());
    } else if (record.kind == Record::Kind::Review) {
      parsed.values = writer.add_review(record.json);
    } else {
      parsed.values = writer.add_user(record.json);
    }
  }

  std::vector<std::string> keys_in(const JsonText& judgements) {
    std::vector<std::string> keys;
    const auto root = parser().parse(judgements.text());
    const auto object = root ? object_of(*root) : std::nullopt;
    if (!object) return keys;
    for (const auto field : *object) keys.emplace_back(field.key);
    return keys;
  }

  JsonParser& parser() { return reader_.parser(); }

  static constexpr std::uint32_t kRecordsPerCheck = 64;

  const ReadSchemaOptions& options_;
  const AwaitedUsers* awaited_users_;
  RecordPaths no_paths_{{}, {}};
  RecordReader reader_{no_paths_};
  Arena ids_;  ///< of all parsed blocks
};

/// Of which records values are counted: of all, or of items and the first reviews and users.
enum class RecordsRead : std::uint8_t { All, Sample };

class SchemaReader {
 public:
  SchemaReader(const ReadSchemaOptions& options, RecordsRead extent)
      : options_(options), extent_(extent), registry_(log_) {}
  /// Continues, as `read_more_schema`.
  SchemaReader(const ReadSchemaOptions& options, FilesReadBefore before, KnownRecords known,
               const language::Schema& part)
      : options_(options),
        extent_(RecordsRead::All),
        before_(std::move(before)),
        registry_(log_, std::move(known)) {
    collector_.add_part(part);
  }

  LoadReport report() const { return combined(log_.reports()); }

  /// Beside those of a bundle, some of whose lines may have judgements.
  bool reads_records() const { return options_.items || options_.reviews; }

  base::Result<language::Schema> read(const DatasetFiles& files) {
    add_total(files);
    base::Result<void> done;
    if (!files.bundle.empty()) done = read_files({files.bundle}, FileKind::Bundle);
    if (done && reads_records()) done = read_files(files.items, FileKind::Items);
    if (done && options_.reviews) done = read_files(files.reviews, FileKind::Reviews);
    if (done && (is_sample() || !awaited_users_.empty()))
      done = read_files(files.users, FileKind::Users);
    if (done && !files.judgement_cache.empty()) done = read_judgements(files.judgement_cache);
    return done.map([&] { return take(); });
  }

 private:
  language::Schema take() {
    language::Schema schema = options_.as_part ? collector_.take_part() : collector_.take();
    schema.items = registry_.item_ids().size();
    schema.reviews = registry_.review_ids().size();
    return schema;
  }

  base::Result<void> read_judgements(const std::string& file) {
    LoadLog log(/*strict=*/false);
    constexpr std::uint32_t kTopicsPerCheck = 4096;
    base::StepCounter steps(options_.call, kTopicsPerCheck);
    return read_json_file(file, log, options_.call, [&](JsonObject root) {
      for (const auto field : root) {
        steps.step();
        collector_.add_judgement(field.key);
      }
    });
  }

  void add_total(const DatasetFiles& files) {
    std::vector<std::string> read = files.items;
    if (!files.bundle.empty()) read.push_back(files.bundle);
    if (options_.reviews && !is_sample())
      read.insert(read.end(), files.reviews.begin(), files.reviews.end());
    total_bytes_ = total_size(read);
  }

  base::Result<void> read_files(const std::vector<std::string>& files, FileKind kind) {
    return read_each(files, before_, log_, /*threads=*/0, options_.call,
                     [&](LineBlockReader& reader, const std::string&) {
                       const bool is_part = is_sample() && kind != FileKind::Items;
                       return read_lines(reader, kind, is_part ? kBlocksOfSample : SIZE_MAX);
                     });
  }

  base::Result<void> read_lines(LineBlockReader& reader, FileKind kind, std::size_t blocks) {
    lines_before_block_ = reader.lines_before();
    process_blocks(
        reader, /*threads=*/0, options_.call,
        [&](const LineBlock& block) { return parsers_.local().parse(block, kind); },
        [&](SchemaBlock&& block) {
          collect(block);
          return --blocks > 0;
        });
    return reader.error() ? base::Result<void>(tl::unexpected(*reader.error()))
                          : base::Result<void>();
  }

  void collect(const SchemaBlock& block) {
    if (options_.progress) options_.progress(done_bytes_, total_bytes_);
    charge_.set(registry_.bytes(block.records.size()));
    collector_.begin(block.values);
    for (const SchemaRecord& record : block.records)
      add(record, lines_before_block_ + record.line + 1);
    done_bytes_ += block.stored_bytes;
    lines_before_block_ += block.line_count;
  }

  void add(const SchemaRecord& record, std::uint64_t line) {
    records_.step();
    switch (record.kind) {
      case Record::Kind::Broken:
        return log_.skip(line, std::string(record.reason));
      case Record::Kind::Item:
        return add_item(record, line);
      case Record::Kind::Review:
        if (options_.reviews) add_review(record, line);
        return;
      case Record::Kind::User:
        return add_user(record, line);
    }
  }

  void add_item(const SchemaRecord& record, std::uint64_t line) {
    if (!registry_.add_item(record.id, line)) return;
    if (options_.items) collector_.add_item(record.item);
    for (const std::string& key : record.judgements) collector_.add_judgement(key);
  }

  void add_review(const SchemaRecord& record, std::uint64_t line) {
    if (!registry_.add_review(record.id, record.owner, line)) return;
    if (record.has_odd_text) log_.skip_value(line, std::string(kOddText));
    collector_.add_flat(record.values, 1);
    if (record.user_id) ++awaited_users_[std::string(*record.user_id)];
  }

  /// A user counts once for each review that refers to it.
  void add_user(const SchemaRecord& record, std::uint64_t line) {
    if (!registry_.add_user(record.id, line)) return;
    const auto awaited = awaited_users_.find(std::string(record.id.text));
    if (awaited != awaited_users_.end()) return collector_.add_flat(record.values, awaited->second);
    if (is_sample()) collector_.add_flat(record.values, 1);
  }

  bool is_sample() const { return extent_ == RecordsRead::Sample; }

  static constexpr std::uint32_t kRecordsPerCheck = 64;
  static constexpr std::size_t kBlocksOfSample = 4;

  const ReadSchemaOptions& options_;
  RecordsRead extent_;
  FilesReadBefore before_;
  base::StepCounter records_{options_.call, kRecordsPerCheck};
  base::MemoryCharge charge_{options_.call, "the ids of records"};
  std::uint64_t done_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t lines_before_block_ = 0;
  LoadLog log_{/*strict=*/false};
  Registry registry_;
  SchemaCollector collector_;
  AwaitedUsers awaited_users_;
  oneapi::tbb::enumerable_thread_specific<SchemaBlockParser> parsers_{
      [this] { return SchemaBlockParser(options_, is_sample() ? nullptr : &awaited_users_); }};
};

base::Result<language::Schema> schema_at(const std::string& path, const ReadSchemaOptions& options,
                                         RecordsRead extent) {
  return find_files(path).and_then(
      [&](const DatasetFiles& files) -> base::Result<language::Schema> {
        SchemaReader reader(options, extent);
        auto schema = reader.read(files);
        if (schema && schema->items == 0 && reader.reads_records())
          return no_readable_item(path, reader.report());
        if (schema && options.report) options.report(reader.report());
        return schema;
      });
}

}  // namespace

base::Result<language::Schema> read_schema(const std::string& path,
                                           const ReadSchemaOptions& options) {
  return schema_at(path, options, RecordsRead::All);
}

base::Result<language::Schema> sample_schema(const std::string& folder,
                                             const ReadSchemaOptions& options) {
  return schema_at(folder, options, RecordsRead::Sample);
}

base::Result<language::Schema> read_more_schema(const DatasetFiles& files,
                                                const FilesReadBefore& before, KnownRecords known,
                                                const language::Schema& part,
                                                const ReadSchemaOptions& options) {
  return SchemaReader(options, before, std::move(known), part).read(files);
}

}  // namespace seedc::data
