// Counts paths, types and values.
#include "runtime/data/schema_collector.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/base/text_hash.h"
#include "runtime/data/schema.h"
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

}  // namespace

struct SchemaCollector::Parts {
  PathCollector items;
  PathCollector reviews{{"text"}};
  TextCounts categories;
  TextCounts topics;
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

void SchemaCollector::add_judgement(std::string_view key) {
  const std::size_t colon = key.find(':');
  if (colon != key.npos) parts_->topics.add(std::string(key.substr(colon + 1)), 1);
}

language::Schema SchemaCollector::take() {
  return {.item_paths = parts_->items.take(),
          .review_paths = parts_->reviews.take(),
          .categories = parts_->categories.sorted(),
          .topics = parts_->topics.sorted()};
}

}  // namespace seedc::data
