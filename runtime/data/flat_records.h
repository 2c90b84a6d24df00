// Records as flat lists of what a schema counts. The threads that parse make them, so that little
// is left to do where records are counted, which has to follow the order of the files.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/base/text_hash.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/json_tokens.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/short_text.h"
#include "runtime/language/value.h"

namespace seedc::data {

/// A value that was found at a path, with the text by which equal values are counted.
struct FlatValue {
  std::uint32_t node = 0;
  std::uint8_t type = 0;  ///< the index of the alternative in Value::data
  bool has_text = false;  ///< neither null, nor an object, nor a value that is not counted
  std::uint64_t hash = 0;
  std::string_view text;
};

/// The values of some records, each directly before those in it.
struct FlatRecords {
  /// A path: that of its parent, and a key. The first node is the record.
  struct Node {
    std::uint32_t parent = 0;
    std::string_view key;
  };
  /// Those of one record.
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };

  explicit FlatRecords(const base::Call& call) : texts(call) {}

  std::vector<Node> nodes{1};
  std::vector<FlatValue> values;
  Arena texts;  ///< and keys
};

/// Makes flat records of reviews, and of users as if they were a review's `user`. Not thread-safe.
class FlatRecordWriter {
 public:
  /// `parser` may be used for other values between calls. What is written must outlive the writer.
  FlatRecordWriter(JsonTokens& tokens, JsonParser& parser, FlatRecords& records);

  /// Of an object, which `tokens` has found.
  FlatRecords::Range add_review(const JsonText& review);
  FlatRecords::Range add_user(const JsonText& user);

 private:
  struct NodeKey {
    std::uint32_t parent;
    std::string_view key;
    friend bool operator==(const NodeKey&, const NodeKey&) = default;
  };
  struct NodeHash {
    std::size_t operator()(const NodeKey& of) const {
      return base::TextHash()(of.key) ^ (of.parent * std::size_t{0x9E3779B97F4A7C15});
    }
  };
  struct State {
    std::uint64_t object = 0;            ///< the last one that had it as a member
    std::vector<std::uint32_t> members;  ///< of the last objects, by position
  };
  /// The last scalar for each hash of short texts.
  struct Recent {
    ShortText written;
    FlatValue value;
  };
  static constexpr unsigned kRecentBits = 8;

  void add_members(std::uint32_t node, JsonCursor& json);
  void add_value(std::uint32_t node, JsonCursor& json);
  void add_string(std::uint32_t node, const JsonText& string);
  void add_scalar(std::uint32_t node, const JsonText& scalar);
  void add_written(std::uint32_t node, const language::Value& written);
  void add_read(std::uint32_t node, const language::Value& value);
  void add_text(std::uint32_t node, std::size_t type, std::string_view text);
  std::uint32_t child_at(std::uint32_t node, std::size_t position, const JsonText& key);
  std::uint32_t child_of(std::uint32_t node, std::string_view key);
  language::Value value_of(const JsonText& json);

  JsonTokens& tokens_;
  JsonParser& parser_;
  FlatRecords& records_;
  tsl::robin_map<NodeKey, std::uint32_t, NodeHash> numbers_;
  std::vector<State> states_{1};  ///< by node
  std::array<Recent, std::size_t{1} << kRecentBits> recent_;
  std::uint64_t objects_ = 0;
  bool repeats_key_ = false;  ///< some object of the record
  std::uint32_t text_node_;   ///< that of `text`, whose strings are not counted
};

}  // namespace seedc::data
