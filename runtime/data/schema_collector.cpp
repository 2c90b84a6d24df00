// Counts paths, types and values.
#include "runtime/data/schema_collector.h"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/base/checksum.h"
#include "runtime/base/text_hash.h"
#include "runtime/data/schema.h"
#include "runtime/language/reading.h"
#include "runtime/language/text.h"

namespace seedc::data {
namespace {

/// By the index of the alternative in Value::data; never called for null.
constexpr std::array<const char*, 7> kTypeNames = {"",       "boolean", "integer", "real",
                                                   "string", "list",    "object"};
static_assert(kTypeNames.size() == std::variant_size_v<decltype(language::Value::data)>);

const std::size_t kTypeOfText = language::Value("").data.index();
const std::size_t kTypeOfObject = language::Value(language::Dict()).data.index();

constexpr std::size_t kMostShown = language::SchemaPath::kMaxTextBytes;

/// What is kept in place of a text that is too long to be shown: different for different texts, the
/// same in all processes, and too long as well.
std::string place_holder(std::string_view text) {
  const base::WideChecksum sum = base::wide_checksum_of(text);
  return fmt::format("{:016x}{:016x}{:>{}}", sum.high, sum.low, "", kMostShown - 31);
}

/// Of a part.
void leave_out_long_texts(std::vector<language::TextCount>& texts) {
  std::erase_if(texts, [](const auto& count) { return count.first.size() > kMostShown; });
}

/// Makes the path of a part that of a schema.
void show_commonest(language::SchemaPath& path) {
  leave_out_long_texts(path.commonest);
  if (path.distinct > language::SchemaPath::kListed &&
      path.commonest.size() > language::SchemaPath::kCommonest)
    path.commonest.resize(language::SchemaPath::kCommonest);
  path.is_whole = path.commonest.size() == path.distinct;
}

/// Distinct texts and how often each occurs.
class TextCounts {
 public:
  void add(std::string_view text, std::uint64_t times) { add(text, base::TextHash()(text), times); }
  void add(std::string_view text, std::uint64_t hash, std::uint64_t times) {
    if (text.size() > kMostShown) return add_shown(place_holder(text), times);
    add_shown(text, hash, times);
  }
  void add_part(const std::vector<language::TextCount>& part) {
    numbers_.reserve(numbers_.size() + part.size());
    for (const auto& [text, times] : part) add_shown(text, times);
  }

  std::uint64_t distinct() const { return entries_.size(); }

  /// All texts, most common first, equal counts by text; with something in place of longer ones.
  std::vector<language::TextCount> part() const {
    std::vector<language::TextCount> all;
    for (const Entry& entry : entries_) all.emplace_back(entry.text, entry.count);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return all;
  }

 private:
  struct Entry {
    std::string text;
    std::uint64_t count = 0;
  };

  /// A text as a part has it: so that values of a part and of records are found equal.
  void add_shown(std::string_view text, std::uint64_t times) {
    add_shown(text, base::TextHash()(text), times);
  }
  void add_shown(std::string_view text, std::uint64_t hash, std::uint64_t times) {
    Entry* entry = entry_of(hash);
    if (entry == nullptr) return;
    if (entry->count == 0) entry->text = text;
    entry->count += times;
  }

  struct SameNumber {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };

  /// A null pointer if there would be too many.
  Entry* entry_of(std::uint64_t hash) {
    const auto known = numbers_.find(hash);
    if (known != numbers_.end()) return &entries_[known->second];
    if (entries_.size() == language::SchemaPath::kMaxDistinct) return nullptr;
    numbers_.emplace(hash, static_cast<std::uint32_t>(entries_.size()));
    return &entries_.emplace_back();
  }

  std::deque<Entry> entries_;
  tsl::robin_map<std::uint64_t, std::uint32_t, SameNumber> numbers_;  ///< by the text's hash
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

  /// At a path, as SchemaCollector's functions for reviews.
  void add_keys(const language::Path& path, std::span<const std::string> keys,
                std::uint64_t times) {
    const auto node = node_at(path);
    if (!node) return;
    if (!path.empty()) count(*node, kTypeOfObject, times);
    for (const std::string& key : keys) child_for(*node, key);
  }
  void add_value_at(const language::Path& path, const language::Value& value, std::uint64_t times) {
    if (const auto node = node_at(path)) add_read_value(*node, value, times);
  }
  void add_text_at(const language::Path& path, std::string_view text, std::uint64_t times) {
    if (const auto node = node_at(path)) {
      count(*node, kTypeOfText, times);
      nodes_[*node].texts.add(text, times);
    }
  }
  void add_texts_at(const language::Path& path, std::uint64_t times) {
    if (const auto node = node_at(path)) count(*node, kTypeOfText, times);
  }

  /// Flat records: first where they are, then each.
  void begin(const FlatRecords& records) {
    flat_ = &records;
    numbers_.assign(records.nodes.size(), kUnknown);
    numbers_[0] = 0;
  }
  void add_flat(FlatRecords::Range record, std::uint64_t times) {
    for (std::uint32_t v = record.begin; v < record.end; ++v) {
      const FlatValue& value = flat_->values[v];
      const std::size_t number = number_of(value.node);
      if (number == kNone || value.type == 0) continue;
      Node& node = nodes_[number];
      node.types.set(value.type);
      node.present += times;
      if (value.has_text) node.texts.add(value.text, value.hash, times);
    }
  }

  /// An object directly before its keys, those of one object in order of first appearance.
  std::vector<language::SchemaPath> take_part() {
    std::vector<std::size_t> nodes;
    std::vector<std::size_t> pending = children_last_first(0);
    while (!pending.empty()) {
      nodes.push_back(pending.back());
      pending.pop_back();
      const std::vector<std::size_t> below = children_last_first(nodes.back());
      pending.insert(pending.end(), below.begin(), below.end());
    }
    std::vector<language::SchemaPath> paths(nodes.size());
    oneapi::tbb::parallel_for(std::size_t{0}, nodes.size(),
                              [&](std::size_t n) { paths[n] = path_of(nodes_[nodes[n]]); });
    return paths;
  }

  void add_part(const std::vector<language::SchemaPath>& part) {
    std::vector<std::vector<const language::SchemaPath*>> of_node;
    for (const language::SchemaPath& path : part) {
      std::optional<std::size_t> node = 0;
      for (const std::string& key : path.path) node = node ? child_for(*node, key) : std::nullopt;
      if (!node) continue;
      add_types(*node, path.types);
      nodes_[*node].present += path.present;
      of_node.resize(nodes_.size());
      of_node[*node].push_back(&path);
    }
    oneapi::tbb::parallel_for(std::size_t{0}, of_node.size(), [&](std::size_t node) {
      for (const auto* path : of_node[node]) nodes_[node].texts.add_part(path->commonest);
    });
  }

 private:
  struct Node {
    language::Path path;
    bool has_values = true;  ///< that are collected
    std::bitset<kTypeNames.size()> types;
    std::uint64_t present = 0;
    TextCounts texts;
    std::unordered_map<std::string, std::size_t, base::TextHash> children;
  };

  void add_types(std::size_t node, std::span<const std::string> names) {
    for (const std::string& name : names) {
      const auto known = std::ranges::find(kTypeNames, name);
      if (known != kTypeNames.end())
        nodes_[node].types.set(static_cast<std::size_t>(known - kTypeNames.begin()));
    }
  }

  void count(std::size_t node, std::size_t type, std::uint64_t times) {
    nodes_[node].types.set(type);
    nodes_[node].present += times;
  }

  /// The last one is remembered.
  std::optional<std::size_t> node_at(const language::Path& path) {
    if (last_ && nodes_[*last_].path == path) return last_;
    last_ = 0;
    for (const std::string& key : path) last_ = last_ ? child_for(*last_, key) : std::nullopt;
    return last_;
  }

  static constexpr std::size_t kNone = SIZE_MAX;
  static constexpr std::size_t kUnknown = SIZE_MAX - 1;

  /// The node of a flat one, whose parent has one; kNone if there would be too many.
  std::size_t number_of(std::uint32_t flat) {
    if (numbers_[flat] != kUnknown) return numbers_[flat];
    const FlatRecords::Node& node = flat_->nodes[flat];
    const std::size_t parent = number_of(node.parent);
    if (parent != kNone) numbers_[flat] = child_for(parent, std::string(node.key)).value_or(kNone);
    if (parent == kNone) numbers_[flat] = kNone;
    return numbers_[flat];
  }

  std::vector<std::size_t> children_last_first(std::size_t node) const {
    std::vector<std::size_t> children;
    for (const auto& [key, child] : nodes_[node].children) children.push_back(child);
    std::sort(children.rbegin(), children.rend());
    return children;
  }

  static language::SchemaPath path_of(Node& node) {
    language::SchemaPath path{.path = std::move(node.path),
                              .present = node.present,
                              .distinct = node.texts.distinct(),
                              .commonest = node.texts.part()};
    for (std::size_t type = 0; type < kTypeNames.size(); ++type) {
      if (node.types[type]) path.types.emplace_back(kTypeNames[type]);
    }
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
    nodes_.back().has_values = nodes_.back().path != without_values_;
    return child;
  }

  void add_value(std::size_t node, const language::Value& written, std::uint64_t times) {
    const auto* text = written.as<std::string>();
    const bool has_values = nodes_[node].has_values;
    if (text == nullptr || (has_values && language::is_read_as_itself(*text)))
      return add_read_value(node, written, times);
    if (has_values) return add_read_value(node, language::read(*text), times);
    nodes_[node].types.set(written.data.index());
    nodes_[node].present += times;
  }

  void add_read_value(std::size_t node, const language::Value& value, std::uint64_t times) {
    if (value.is_null()) return;
    nodes_[node].types.set(value.data.index());
    nodes_[node].present += times;
    if (const auto* dict = value.as<language::Dict>()) {
      add_members(node, *dict, times);
    } else if (const auto* text = value.as<std::string>()) {
      nodes_[node].texts.add(*text, times);
    } else {
      nodes_[node].texts.add(language::python_str(value), times);
    }
  }

  std::deque<Node> nodes_;  ///< in order of first appearance; the first is the record itself
  language::Path without_values_;
  const FlatRecords* flat_ = nullptr;
  std::vector<std::size_t> numbers_;  ///< of flat nodes
  std::optional<std::size_t> last_;   ///< the result of `node_at`
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

}  // namespace

struct SchemaCollector::Parts {
  PathCollector items;
  PathCollector reviews{{"text"}};
  TextCounts categories;
  TextCounts topics;
  std::uint64_t item_count = 0, review_count = 0;
};

SchemaCollector::SchemaCollector() : parts_(std::make_unique<Parts>()) {}
SchemaCollector::~SchemaCollector() = default;

void SchemaCollector::add_item(const language::Value& item) {
  parts_->items.add_record(item, 1);
  for (const std::string& entry : category_entries(language::value_at(item, {"categories"})))
    parts_->categories.add(entry, 1);
}

void SchemaCollector::add_review(const language::Value& review) {
  parts_->reviews.add_record(review, 1);
}

void SchemaCollector::add_user(const language::Value& user, std::uint64_t reviews) {
  parts_->reviews.add_member("user", user, reviews);
}

void SchemaCollector::begin(const FlatRecords& records) { parts_->reviews.begin(records); }

void SchemaCollector::add_flat(FlatRecords::Range record, std::uint64_t times) {
  parts_->reviews.add_flat(record, times);
}

void SchemaCollector::add_review_keys(const language::Path& path, std::span<const std::string> keys,
                                      std::uint64_t reviews) {
  parts_->reviews.add_keys(path, keys, reviews);
}

void SchemaCollector::add_review_value(const language::Path& path, const language::Value& value,
                                       std::uint64_t reviews) {
  parts_->reviews.add_value_at(path, value, reviews);
}

void SchemaCollector::add_review_text(const language::Path& path, std::string_view text,
                                      std::uint64_t reviews) {
  parts_->reviews.add_text_at(path, text, reviews);
}

void SchemaCollector::add_review_texts(const language::Path& path, std::uint64_t reviews) {
  parts_->reviews.add_texts_at(path, reviews);
}

void SchemaCollector::add_judgement(std::string_view key) {
  const std::size_t colon = key.find(':');
  if (colon != key.npos) parts_->topics.add(std::string(key.substr(colon + 1)), 1);
}

void SchemaCollector::count(std::uint64_t items, std::uint64_t reviews) {
  parts_->item_count += items;
  parts_->review_count += reviews;
}

language::Schema SchemaCollector::take() { return schema_of_part(take_part()); }

language::Schema SchemaCollector::take_part() {
  return {.items = parts_->item_count,
          .reviews = parts_->review_count,
          .item_paths = parts_->items.take_part(),
          .review_paths = parts_->reviews.take_part(),
          .categories = parts_->categories.part(),
          .topics = parts_->topics.part()};
}

void SchemaCollector::add_part(const language::Schema& part) {
  count(part.items, part.reviews);
  parts_->items.add_part(part.item_paths);
  parts_->reviews.add_part(part.review_paths);
  parts_->categories.add_part(part.categories);
  parts_->topics.add_part(part.topics);
}

language::Schema schema_of_part(language::Schema part) {
  for (auto* paths : {&part.item_paths, &part.review_paths}) {
    for (language::SchemaPath& path : *paths) show_commonest(path);
  }
  leave_out_long_texts(part.categories);
  leave_out_long_texts(part.topics);
  return part;
}

}  // namespace seedc::data
