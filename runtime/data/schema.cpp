// Collects the schema of a dataset in one pass over its records.
#include "runtime/data/schema.h"

#include <unordered_map>

#include "runtime/base/text_hash.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/json_file.h"
#include "runtime/data/jsonl/records.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/schema_collector.h"

namespace seedc::data {
namespace {

class SchemaReader {
 public:
  explicit SchemaReader(const ReadSchemaOptions& options) : options_(options) {}

  LoadReport report() const { return combined(log_.reports()); }

  base::Result<language::Schema> read(const DatasetFiles& files) {
    add_total(files);
    base::Result<void> done;
    if (!files.bundle.empty()) done = read_files({files.bundle}, FileKind::Bundle);
    if (done) done = read_files(files.items, FileKind::Items);
    if (done && options_.reviews) done = read_files(files.reviews, FileKind::Reviews);
    if (done && !awaited_users_.empty()) done = read_files(files.users, FileKind::Users);
    if (done && !files.judgement_cache.empty()) done = read_judgements(files.judgement_cache);
    return done.map([&] { return take(); });
  }

 private:
  language::Schema take() {
    language::Schema schema = collector_.take();
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
    if (options_.reviews) read.insert(read.end(), files.reviews.begin(), files.reviews.end());
    total_bytes_ = total_size(read);
  }

  base::Result<void> read_files(const std::vector<std::string>& files, FileKind kind) {
    return read_each(
        files, log_, /*threads=*/0, options_.call,
        [&](LineBlockReader& reader, const std::string&) { return read_lines(reader, kind); });
  }

  base::Result<void> read_lines(LineBlockReader& reader, FileKind kind) {
    lines_before_block_ = 0;
    while (std::optional<LineBlock> block = reader.next()) {
      options_.call.check();
      if (options_.progress) options_.progress(done_bytes_, total_bytes_);
      charge_.set(registry_.bytes(0));
      done_bytes_ += block->stored_bytes;
      lines_before_block_ +=
          reader_.read(kind, block->text, [&](const Record& record, std::uint64_t line) {
            add(record, lines_before_block_ + line + 1);
          });
    }
    return reader.error() ? base::Result<void>(tl::unexpected(*reader.error()))
                          : base::Result<void>();
  }

  void add(const Record& record, std::uint64_t line) {
    records_.step();
    switch (record.kind) {
      case Record::Kind::Broken:
        return log_.skip(line, std::string(record.reason));
      case Record::Kind::Item:
        if (!registry_.add_item(id(record.id), line)) return;
        collector_.add_item(value_of(record));
        if (!record.judgements.is_nothing()) add_judgements(record.judgements);
        return;
      case Record::Kind::Review:
        if (options_.reviews) add_review(record, line);
        return;
      case Record::Kind::User:
        return add_user(record, line);
    }
  }

  HashedText id(const JsonText& string) { return hashed(reader_.tokens().store(string, ids_)); }

  language::Value value_of(const Record& record) {
    return to_value(reader_.parser().parse(record.json.text()).value());
  }

  /// Of a line of a bundle.
  void add_judgements(const JsonText& judgements) {
    const auto root = reader_.parser().parse(judgements.text());
    const auto object = root ? object_of(*root) : std::nullopt;
    if (!object) return;
    for (const auto field : *object) collector_.add_judgement(field.key);
  }

  void add_review(const Record& record, std::uint64_t line) {
    Arena of_record;
    std::optional<HashedText> owner;
    if (!record.owner.is_nothing()) owner = hashed(reader_.tokens().store(record.owner, of_record));
    if (!registry_.add_review(id(record.id), owner, line)) return;
    collector_.add_review(value_of(record));
    if (record.user_id)
      ++awaited_users_[std::string(reader_.tokens().store(*record.user_id, of_record))];
  }

  /// A user counts once for each review that refers to it.
  void add_user(const Record& record, std::uint64_t line) {
    const HashedText user = id(record.id);
    if (!registry_.add_user(user, line)) return;
    const auto awaited = awaited_users_.find(std::string(user.text));
    if (awaited != awaited_users_.end()) collector_.add_user(value_of(record), awaited->second);
  }

  static constexpr std::uint32_t kRecordsPerCheck = 64;

  const ReadSchemaOptions& options_;
  base::StepCounter records_{options_.call, kRecordsPerCheck};
  base::MemoryCharge charge_{options_.call, "the ids of records"};
  std::uint64_t done_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t lines_before_block_ = 0;
  RecordPaths no_paths_{{}, {}};
  RecordReader reader_{no_paths_};
  Arena ids_{options_.call};
  LoadLog log_{/*strict=*/false};
  Registry registry_{log_};
  SchemaCollector collector_;
  std::unordered_map<std::string, std::uint64_t, base::TextHash>
      awaited_users_;  ///< by user_id: the number of reviews
};

}  // namespace

base::Result<language::Schema> read_schema(const std::string& path,
                                           const ReadSchemaOptions& options) {
  return find_files(path).and_then(
      [&](const DatasetFiles& files) -> base::Result<language::Schema> {
        SchemaReader reader(options);
        auto schema = reader.read(files);
        if (schema && schema->items == 0) return no_readable_item(path, reader.report());
        if (schema && options.report) options.report(reader.report());
        return schema;
      });
}

}  // namespace seedc::data
