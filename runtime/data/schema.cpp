// Collects the schema of a dataset in one pass over its records.
#include "runtime/data/schema.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <unordered_map>

#include "runtime/base/text_hash.h"
#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/files.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/json_file.h"
#include "runtime/data/jsonl/records.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

/// By the index of the alternative in Value::data; never called for null.
constexpr std::array<const char*, 7> kTypeNames = {"",       "boolean", "integer", "real",
                                                   "string", "list",    "object"};
static_assert(kTypeNames.size() == std::variant_size_v<decltype(language::Value::data)>);

/// Distinct texts and how often each occurs.
class TextCounts {
 public:
  void add(const std::string& text, std::uint64_t times) {
    const std::uint64_t hash = base::TextHash()(text);
    const auto known = counts_.find(hash);
    if (known != counts_.end()) {
      known->second.count += times;
    } else if (counts_.size() < language::SchemaPath::kMaxDistinct) {
      const bool is_short = text.size() <= language::SchemaPath::kMaxTextBytes;
      counts_.emplace(hash, Entry{is_short ? std::optional(text) : std::nullopt, times});
    }
  }

  std::uint64_t distinct() const { return counts_.size(); }

  /// All texts that are not too long, most common first, equal counts by text.
  std::vector<language::TextCount> sorted() const {
    std::vector<language::TextCount> all;
    for (const auto& [hash, entry] : counts_) {
      if (entry.text) all.emplace_back(*entry.text, entry.count);
    }
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return all;
  }

 private:
  struct Entry {
    std::optional<std::string> text;  ///< std::nullopt if it is too long to show
    std::uint64_t count = 0;
  };
  std::unordered_map<std::uint64_t, Entry> counts_;  ///< by the text's hash
};

/// The paths of one kind of record.
class PathCollector {
 public:
  /// Values of `without_values` are not collected.
  explicit PathCollector(language::Path without_values = {})
      : nodes_(1), without_values_(std::move(without_values)) {}

  /// Adds the members of a record `times` times.
  void add_record(const language::Value& record, std::uint64_t times) {
    add_members(0, *record.as<language::Dict>(), times);
  }
  /// The same, as if `{key: value}` were the record.
  void add_member(const std::string& key, const language::Value& value, std::uint64_t times) {
    if (const auto child = child_for(0, key)) add_value(*child, value, times);
  }

  /// An object directly before its keys, those of one object in order of first appearance.
  std::vector<language::SchemaPath> take() {
    std::vector<language::SchemaPath> paths;
    std::vector<std::size_t> pending = children_last_first(0);
    while (!pending.empty()) {
      const std::size_t node = pending.back();
      pending.pop_back();
      const std::vector<std::size_t> below = children_last_first(node);
      pending.insert(pending.end(), below.begin(), below.end());
      paths.push_back(finish(nodes_[node]));
    }
    return paths;
  }

 private:
  struct Node {
    language::Path path;
    std::set<std::size_t> types;
    std::uint64_t present = 0;
    TextCounts texts;
    std::unordered_map<std::string, std::size_t, base::TextHash> children;
  };

  std::vector<std::size_t> children_last_first(std::size_t node) const {
    std::vector<std::size_t> children;
    for (const auto& [key, child] : nodes_[node].children) children.push_back(child);
    std::sort(children.rbegin(), children.rend());
    return children;
  }

  static language::SchemaPath finish(Node& node) {
    language::SchemaPath path{.path = std::move(node.path),
                              .present = node.present,
                              .distinct = node.texts.distinct(),
                              .commonest = node.texts.sorted()};
    if (path.distinct > language::SchemaPath::kListed &&
        path.commonest.size() > language::SchemaPath::kCommonest)
      path.commonest.resize(language::SchemaPath::kCommonest);
    path.is_whole = path.commonest.size() == path.distinct;
    for (const std::size_t type : node.types) path.types.emplace_back(kTypeNames[type]);
    std::sort(path.types.begin(), path.types.end());
    return path;
  }

  void add_members(std::size_t node, const language::Dict& members, std::uint64_t times) {
    for (const auto& [key, value] : members) {
      if (const auto child = child_for(node, key)) add_value(*child, value, times);
    }
  }

  /// The node of a key, or nullptr if there would be too many.
  std::optional<std::size_t> child_for(std::size_t node, const std::string& key) {
    const auto known = nodes_[node].children.find(key);
    if (known != nodes_[node].children.end()) return known->second;
    if (nodes_.size() > kMaxSchemaPaths) return std::nullopt;
    const std::size_t child = nodes_.size();
    nodes_[node].children.emplace(key, child);
    nodes_.emplace_back().path = nodes_[node].path;
    nodes_.back().path.push_back(key);
    return child;
  }

  void add_value(std::size_t node, const language::Value& written, std::uint64_t times) {
    const auto* text = written.as<std::string>();
    if (text == nullptr) return add_read_value(node, written, times);
    if (nodes_[node].path != without_values_)
      return add_read_value(node, language::read(*text), times);
    nodes_[node].types.insert(written.data.index());
    nodes_[node].present += times;
  }

  void add_read_value(std::size_t node, const language::Value& value, std::uint64_t times) {
    if (value.is_null()) return;
    nodes_[node].types.insert(value.data.index());
    nodes_[node].present += times;
    if (const auto* dict = value.as<language::Dict>()) {
      add_members(node, *dict, times);
    } else {
      nodes_[node].texts.add(language::python_str(value), times);
    }
  }

  std::deque<Node> nodes_;  ///< in order of first appearance; the first is the record itself
  language::Path without_values_;
};

/// The entries of a value of `categories`.
std::vector<std::string> category_entries(const language::Value& value) {
  std::vector<std::string> entries;
  if (const auto* list = value.as<language::List>()) {
    for (const language::Value& entry : *list) {
      if (const auto* text = entry.as<std::string>()) entries.push_back(*text);
    }
  } else if (const auto* text = value.as<std::string>()) {
    constexpr std::string_view kBetween = ", ";
    for (std::size_t begin = 0; begin <= text->size();) {
      const std::size_t end = std::min(text->find(kBetween, begin), text->size());
      entries.push_back(text->substr(begin, end - begin));
      begin = end + kBetween.size();
    }
  }
  return entries;
}

/// How many reviews are judged for each topic.
base::Result<TextCounts> read_topics(const std::string& file, const base::Call& call) {
  TextCounts topics;
  LoadLog log(/*strict=*/false);
  constexpr std::uint32_t kTopicsPerCheck = 4096;
  base::StepCounter steps(call, kTopicsPerCheck);
  const auto add_all = [&](JsonObject root) {
    for (const auto field : root) {
      steps.step();
      const std::size_t colon = field.key.find(':');
      if (colon != std::string_view::npos) topics.add(std::string(field.key.substr(colon + 1)), 1);
    }
  };
  const auto done = read_json_file(file, log, call, add_all);
  if (!done) return tl::unexpected(done.error());
  return topics;
}

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
    if (done && !files.judgement_cache.empty()) {
      done = read_topics(files.judgement_cache, options_.call).map([&](TextCounts topics) {
        topics_ = std::move(topics);
      });
    }
    return done.map([&] { return take(); });
  }

 private:
  language::Schema take() {
    return {.items = registry_.item_ids().size(),
            .reviews = registry_.review_ids().size(),
            .item_paths = items_.take(),
            .review_paths = reviews_.take(),
            .categories = categories_.sorted(),
            .topics = topics_.sorted()};
  }

  void add_total(const DatasetFiles& files) {
    std::vector<std::string> read = files.items;
    if (!files.bundle.empty()) read.push_back(files.bundle);
    if (options_.reviews) read.insert(read.end(), files.reviews.begin(), files.reviews.end());
    total_bytes_ = total_size(read);
  }

  base::Result<void> read_files(const std::vector<std::string>& files, FileKind kind) {
    return read_each(files, log_, options_.call, [&](LineBlockReader& reader, const std::string&) {
      return read_lines(reader, kind);
    });
  }

  base::Result<void> read_lines(LineBlockReader& reader, FileKind kind) {
    lines_before_block_ = 0;
    while (std::optional<LineBlock> block = reader.next()) {
      options_.call.check();
      if (options_.progress) options_.progress(done_bytes_, total_bytes_);
      charge_.set(registry_.bytes(0));
      done_bytes_ += block->text.size();
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
        if (registry_.add_item(id(record.id), line)) add_item(value_of(record));
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

  void add_item(const language::Value& item) {
    items_.add_record(item, 1);
    for (const std::string& entry : category_entries(language::value_at(item, {"categories"})))
      categories_.add(entry, 1);
  }

  void add_review(const Record& record, std::uint64_t line) {
    Arena of_record;
    std::optional<HashedText> owner;
    if (!record.owner.is_nothing()) owner = hashed(reader_.tokens().store(record.owner, of_record));
    if (!registry_.add_review(id(record.id), owner, line)) return;
    reviews_.add_record(value_of(record), 1);
    if (record.user_id)
      ++awaited_users_[std::string(reader_.tokens().store(*record.user_id, of_record))];
  }

  /// A user counts once for each review that refers to it.
  void add_user(const Record& record, std::uint64_t line) {
    const HashedText user = id(record.id);
    if (!registry_.add_user(user, line)) return;
    const auto awaited = awaited_users_.find(std::string(user.text));
    if (awaited != awaited_users_.end())
      reviews_.add_member("user", value_of(record), awaited->second);
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
  PathCollector items_;
  PathCollector reviews_{{"text"}};
  TextCounts categories_;
  TextCounts topics_;
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
