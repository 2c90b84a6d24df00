// Reads columns from nodes. The path of a row is walked from the outside in: the first node that is
// not merely an object has the value, or a string in which the rest of the path is walked.
#include "runtime/data/snapshot/record_columns.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <unordered_map>

#include "runtime/base/text_hash.h"
#include "runtime/language/reading.h"
#include "runtime/language/text.h"

namespace seedc::data {

/// The column of one path, in memory except for its codes.
struct RecordColumns::Node {
  enum class Kind : std::uint8_t { Value, Members, Elsewhere };

  language::Path path;
  std::uint32_t number;
  PackedCodes codes;              ///< set by load_codes
  std::vector<Kind> kinds;        ///< by code; code 0 is missing
  SegmentedKeys<FlatTexts> keys;  ///< as written, by code
  const Texts* elsewhere = nullptr;

  bool has(Kind kind) const {
    return std::find(kinds.begin() + 1, kinds.end(), kind) != kinds.end();
  }
};

namespace {

/// Calls `portion(begin, end)` for portions of [1, code_count), in parallel if there are many. The
/// waiting thread may hold the lock of a Lazy, so it takes on no other work meanwhile.
template <class Portion>
void for_each_portion_of_codes(std::size_t code_count, unsigned threads, const base::Call& call,
                               const Portion& portion) {
  constexpr std::size_t kPortion = 16384;
  if (code_count <= kPortion || threads == 1) {
    return call.in_steps(code_count - 1, kPortion,
                         [&](std::size_t begin, std::size_t end) { portion(begin + 1, end + 1); });
  }
  namespace tbb = oneapi::tbb;
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(1, code_count, kPortion),
                      [&](const auto& range) {
                        call.check();
                        portion(range.begin(), range.end());
                      });
  });
}

/// Marks the keys of a column one after the other.
template <class Mark>
class KeyMarker {
 public:
  explicit KeyMarker(const MarkOf<Mark>& mark) : mark_(mark) {}

  /// std::nullopt if the value is stored elsewhere.
  std::optional<Mark> mark(std::string_view key) {
    const auto text = WrittenReader::string(key);
    if (text && language::is_read_as_itself(*text)) return mark_.of_text(*text, memory_);
    if (WrittenReader::has_members(key) || key == kKeptElsewhere) return std::nullopt;
    return mark_(text ? language::read(*text) : written_.value(key));
  }

 private:
  const MarkOf<Mark>& mark_;
  WrittenReader written_;
  language::Value memory_ = std::string();
};

}  // namespace

class RecordColumns::Reader {
 public:
  Reader(const RecordColumns& columns, const language::Path& path, const base::Call& call)
      : columns_(columns), path_(path), call_(call) {}

  Column read() {
    std::vector<Source> sources = find_sources();
    std::erase_if(sources, [](const Source& source) { return !source.has_value; });
    if (sources.empty())
      return {.codes = std::vector<std::uint32_t>(columns_.stored_.row_count()),
              .values = {language::Value()},
              .charge = charge_of_codes()};
    for (const Source& source : sources) load_codes(*source.node);
    if (sources.size() == 1 && !sources.front().is_per_row)
      return {Codes::view(sources.front().node->codes), std::move(sources.front().values),
              std::move(sources.front().charge)};
    return read_rows(sources);
  }

 private:
  /// A node on the path.
  struct Source {
    Node* node;
    base::MemoryCharge charge;            ///< of the values
    std::vector<language::Value> values;  ///< of the path, by the node's codes, where codes decide
    bool is_per_row = false;              ///< where codes do not decide
    bool has_value = false;
  };

  Node* node_at(const language::Path& path) {
    const auto known = nodes_.find(path);
    if (known != nodes_.end()) return &known->second;
    const auto number = columns_.stored_.find(path);
    return number ? &nodes_.emplace(path, load(path, *number)).first->second : nullptr;
  }

  Node load(const language::Path& path, std::uint32_t number) {
    Node node{.path = path, .number = number};
    node.keys = columns_.stored_.keys(number, call_);
    const SegmentedKeys<FlatTexts>& keys = node.keys;
    node.kinds.resize(keys.size());
    for (std::size_t code = 1; code < keys.size(); ++code) {
      if (WrittenReader::has_members(keys[code])) {
        node.kinds[code] = Node::Kind::Members;
      } else if (keys[code] == kKeptElsewhere) {
        node.kinds[code] = Node::Kind::Elsewhere;
      }
    }
    if (node.has(Node::Kind::Elsewhere)) {
      const auto texts = columns_.kept_elsewhere_.find(path);
      if (texts == columns_.kept_elsewhere_.end()) throw base::DamagedData();
      node.elsewhere = &texts->second;
    }
    return node;
  }

  void load_codes(Node& node) const {
    if (node.codes.size() == 0) node.codes = columns_.codes(node.number, call_);
  }

  /// From the outside in. Nodes on the way that have only members have no value of the path.
  std::vector<Source> find_sources() {
    std::vector<Source> sources;
    for (std::size_t depth = 0; depth <= path_.size(); ++depth) {
      const language::Path at(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth));
      const bool is_above = depth < path_.size();
      if (const auto number = is_above ? columns_.stored_.find(at) : std::nullopt;
          number && columns_.has_only_members(*number, call_))
        continue;
      if (Node* node = node_at(at)) sources.push_back(source_of(*node));
    }
    return sources;
  }

  /// Texts beside the values are no larger than their keys.
  static std::uint64_t bytes_of_values(const Node& node) {
    std::uint64_t bytes = node.kinds.size() * sizeof(language::Value);
    for (const FlatTexts& keys : node.keys.parts()) bytes += keys.bytes().size();
    return bytes;
  }

  Source source_of(Node& node) const {
    Source source{.node = &node,
                  .charge = {call_, "columns", bytes_of_values(node)},
                  .values = std::vector<language::Value>(node.kinds.size())};
    for_each_portion_of_codes(
        node.kinds.size(), columns_.threads_, call_, [&](std::size_t begin, std::size_t end) {
          WrittenReader written;
          for (std::size_t code = begin; code < end; ++code) {
            if (node.kinds[code] == Node::Kind::Value)
              source.values[code] = value_of_key(node, node.keys[code], written);
          }
        });
    const bool is_whole = node.path.size() == path_.size() && node.has(Node::Kind::Members);
    source.is_per_row = is_whole || node.has(Node::Kind::Elsewhere);
    source.has_value = source.is_per_row ||
                       std::any_of(source.values.begin(), source.values.end(),
                                   [](const language::Value& value) { return !value.is_null(); });
    return source;
  }

  language::Value value_of_key(const Node& node, std::string_view key,
                               WrittenReader& written) const {
    const bool is_whole = node.path.size() == path_.size() && !path_.empty();
    const auto text = is_whole ? WrittenReader::string(key) : std::nullopt;
    return text ? seedc::language::read(*text) : value_within(node, written.value(key));
  }

  /// The value at the path of a record that has `value` at the node's.
  language::Value value_within(const Node& node, const language::Value& value) const {
    if (path_.empty()) return {};
    const language::Path rest(path_.begin() + static_cast<std::ptrdiff_t>(node.path.size()),
                              path_.end());
    if (!rest.empty()) return language::value_at(value, rest);
    const auto* text = value.as<std::string>();
    return text != nullptr ? seedc::language::read(*text) : value;
  }

  /// Of codes that are those of no node.
  base::MemoryCharge charge_of_codes() const {
    return {call_, "columns", columns_.stored_.row_count() * sizeof(std::uint32_t)};
  }

  Column read_rows(const std::vector<Source>& sources) {
    Column column{.values = {language::Value()}, .charge = charge_of_codes()};
    std::vector<std::uint32_t>& codes = column.codes.own();
    std::unordered_map<std::string, std::uint32_t, base::TextHash> known;
    std::string key;
    base::StepCounter rows(call_, kRowsPerCheck);
    for (std::uint32_t row = 0; row < columns_.stored_.row_count(); ++row) {
      rows.step();
      key.clear();
      const Source* source = deciding(sources, row, key);
      if (source == nullptr) {
        codes.push_back(0);
        continue;
      }
      const auto [entry, is_new] = known.try_emplace(key, 0);
      if (is_new) {
        language::Value value = value_of(*source, row);
        if (!value.is_null()) {
          entry->second = static_cast<std::uint32_t>(column.values.size());
          column.values.push_back(std::move(value));
        }
      }
      codes.push_back(entry->second);
    }
    return column;
  }

  /// The source of the row's value, or nullptr. Appends to `key` what distinguishes values.
  const Source* deciding(const std::vector<Source>& sources, std::uint32_t row, std::string& key) {
    for (const Source& source : sources) {
      const Node& node = *source.node;
      const std::uint32_t code = node.codes[row];
      if (code == 0) continue;
      const bool is_here = node.path.size() == path_.size();
      const bool is_members = node.kinds[code] == Node::Kind::Members;
      if (is_members ? !is_here
                     : node.kinds[code] == Node::Kind::Value && source.values[code].is_null())
        continue;
      append_number(key, static_cast<std::uint32_t>(node.path.size()));
      append_row_key(node, row, key);
      return &source;
    }
    return nullptr;
  }

  void append_row_key(const Node& node, std::uint32_t row, std::string& key) {
    const std::uint32_t code = node.codes[row];
    append_number(key, code);
    if (node.kinds[code] == Node::Kind::Elsewhere) key += (*node.elsewhere)[row];
    if (node.kinds[code] != Node::Kind::Members) return;
    for (const std::string& member : members_of(node, code)) {
      if (const Node* below = node_below(node, member)) append_row_key(*below, row, key);
    }
  }

  static void append_number(std::string& key, std::uint32_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
  }

  language::Value value_of(const Source& source, std::uint32_t row) {
    const Node& node = *source.node;
    return node.kinds[node.codes[row]] == Node::Kind::Value
               ? source.values[node.codes[row]]
               : value_within(node, unread_value(node, row));
  }

  /// The complete value at the node in a row.
  language::Value unread_value(const Node& node, std::uint32_t row) {
    const std::uint32_t code = node.codes[row];
    if (code == 0) return {};
    switch (node.kinds[code]) {
      case Node::Kind::Value:
        return written_.value(node.keys[code]);
      case Node::Kind::Elsewhere:
        return std::string((*node.elsewhere)[row]);
      case Node::Kind::Members:
        break;
    }
    language::Dict members;
    for (const std::string& member : members_of(node, code)) {
      const Node* below = node_below(node, member);
      members.emplace_back(member,
                           below != nullptr ? unread_value(*below, row) : language::Value());
    }
    return members;
  }

  /// The keys of an object of which only the keys are stored.
  const std::vector<std::string>& members_of(const Node& node, std::uint32_t code) {
    auto [known, is_new] = members_.try_emplace({&node, code});
    if (is_new) known->second = written_.members(node.keys[code]);
    return known->second;
  }

  /// nullptr if all values in the data there are null.
  const Node* node_below(const Node& node, const std::string& member) {
    language::Path path = node.path;
    path.push_back(member);
    Node* below = node_at(path);
    if (below != nullptr) load_codes(*below);
    return below;
  }

  static constexpr std::uint32_t kRowsPerCheck = 4096;

  const RecordColumns& columns_;
  const language::Path& path_;
  const base::Call& call_;
  WrittenReader written_;
  std::map<language::Path, Node> nodes_;
  std::map<std::pair<const Node*, std::uint32_t>, std::vector<std::string>> members_;
};

RecordColumns::RecordColumns(StoredColumns stored, std::map<language::Path, Texts> kept_elsewhere,
                             unsigned threads)
    : stored_(std::move(stored)), kept_elsewhere_(std::move(kept_elsewhere)), threads_(threads) {
  for (std::uint32_t number = 0; number < stored_.size(); ++number) {
    only_members_.emplace_back(std::function<bool(const base::Call&)>(
        [this, number](const base::Call& call) { return find_only_members(number, call); }));
    codes_.emplace_back(std::function<JoinedCodes(const base::Call&)>(
        [this, number](const base::Call& call) { return joined(number, call); }));
  }
}

Column RecordColumns::read(const language::Path& path, const base::Call& call) const {
  return Reader(*this, path, call).read();
}

std::optional<RowValues> RecordColumns::rows(const language::Path& path, RowValues::Read otherwise,
                                             const base::Call& call) const {
  const auto number = find_alone(path, call);
  if (!number) return std::nullopt;
  const SegmentedCodes codes = stored_.codes(*number, call, /*is_lazy=*/true);
  const SegmentedKeys<SnapshotTexts> keys = stored_.lazy_keys(*number);
  const auto texts = kept_elsewhere_.find(path);
  const Texts* elsewhere = texts == kept_elsewhere_.end() ? nullptr : &texts->second;
  const std::size_t count = elsewhere == nullptr ? keys.size() : stored_.row_count();
  return RowValues(
      count, [=, otherwise = std::move(otherwise)](std::uint32_t row) -> language::Value {
        const std::uint32_t code = codes[row];
        if (code == 0) return {};
        const std::string_view key = keys[code];
        if (const auto text = WrittenReader::string(key)) return seedc::language::read(*text);
        if (elsewhere != nullptr && key == kKeptElsewhere)
          return seedc::language::read((*elsewhere)[row]);
        return WrittenReader::has_members(key) ? otherwise(row) : WrittenReader().value(key);
      });
}

template <class Mark>
std::optional<ColumnMarks<Mark>> RecordColumns::marks(const language::Path& path,
                                                      const MarkOf<Mark>& mark,
                                                      const base::Call& call) const {
  const auto number = find_alone(path, call);
  if (!number) return std::nullopt;
  const SegmentedKeys<FlatTexts> keys = stored_.keys(*number, call);
  base::MemoryCharge charge(call, "the values of reviews", keys.size() * sizeof(Mark));
  ColumnMarks<Mark> marks{.codes = codes(*number, call),
                          .marks = std::vector<Mark>(keys.size()),
                          .charge = std::move(charge)};
  marks.marks[0] = mark({});
  std::atomic<bool> is_alone = true;
  for_each_portion_of_codes(keys.size(), threads_, call, [&](std::size_t begin, std::size_t end) {
    KeyMarker<Mark> marker(mark);
    for (std::size_t code = begin; code < end && is_alone; ++code) {
      const std::optional<Mark> of_key = marker.mark(keys[code]);
      if (of_key) {
        marks.marks[code] = *of_key;
      } else {
        is_alone = false;
      }
    }
  });
  return is_alone ? std::optional(std::move(marks)) : std::nullopt;
}

template std::optional<ColumnFlags> RecordColumns::marks(const language::Path&, const ValueTest&,
                                                         const base::Call&) const;
template std::optional<ColumnNumbers> RecordColumns::marks(const language::Path&,
                                                           const ValueNumber&,
                                                           const base::Call&) const;

std::optional<std::uint32_t> RecordColumns::find_alone(const language::Path& path,
                                                       const base::Call& call) const {
  const auto number = stored_.find(path);
  if (!number || path.empty()) return std::nullopt;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    const language::Path above(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth));
    if (const auto node = stored_.find(above); node && !has_only_members(*node, call))
      return std::nullopt;
  }
  return number;
}

bool RecordColumns::find_only_members(std::uint32_t number, const base::Call& call) const {
  const SegmentedKeys<SnapshotTexts> keys = stored_.lazy_keys(number);
  std::atomic<bool> only_members = true;
  for_each_portion_of_codes(keys.size(), threads_, call, [&](std::size_t begin, std::size_t end) {
    for (std::size_t code = begin; code < end && only_members; ++code) {
      if (!WrittenReader::has_members(keys[code])) only_members = false;
    }
  });
  return only_members;
}

RecordColumns::JoinedCodes RecordColumns::joined(std::uint32_t number,
                                                 const base::Call& call) const {
  const SegmentedCodes stored = stored_.codes(number, call);
  if (const auto codes = stored.in_place()) return {.codes = *codes, .memory = nullptr};
  JoinedCodes joined{
      .codes = {},
      .memory = allocate_large(stored.size() * sizeof(std::uint32_t), call.memory(), "columns")};
  auto* const codes = reinterpret_cast<std::uint32_t*>(joined.memory.get());
  stored.copy_to(codes, call);
  joined.codes = std::span<const std::uint32_t>(codes, stored.size());
  return joined;
}

}  // namespace seedc::data
