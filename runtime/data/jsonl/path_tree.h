// Looks up many paths in one walk of a JSON object.
//
// For each path, a walk finds the *place* where JSON ends: the value at the path, or a string met
// on the way there, which is still to be read (semantics.md section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/json_tokens.h"
#include "runtime/data/model/short_text.h"
#include "runtime/language/value.h"

namespace seedc::data {

struct Place {
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  JsonText json;
  std::uint32_t depth = kNowhere;  ///< number of keys walked; kNowhere: the path leads nowhere
};

class PathTree {
 public:
  explicit PathTree(const std::vector<language::Path>& paths);

  std::size_t path_count() const { return nodes_.front().paths_below.size(); }

 private:
  friend class PathWalk;
  struct Node {
    std::vector<std::pair<std::string, std::uint32_t>>
        children;  ///< sorted by key, short keys first
    std::vector<std::uint32_t> paths_here;
    std::vector<std::uint32_t> paths_below;  ///< including those that end here
  };
  static constexpr std::uint32_t kNoNode = UINT32_MAX;

  void insert(const language::Path& path, std::uint32_t number);
  std::uint32_t child_for(std::uint32_t node, const std::string& key);
  std::uint32_t find_child(std::uint32_t node, std::string_view key) const;

  std::vector<Node> nodes_;  ///< the first is the root
};

/// Walks records by a tree that must outlive it. It remembers the keys of previous records: records
/// of a file usually have the same keys in the same order. Not thread-safe.
class PathWalk {
 public:
  explicit PathWalk(const PathTree& tree) : tree_(tree), usual_members_(tree.nodes_.size()) {}

  /// The places of all paths within the next value, by the index of the path. Walks along the
  /// value; if that fails, the places are meaningless. Valid until the next call.
  std::span<const Place> locate(JsonCursor& json);
  /// The same, as if `{key: value}` were the value.
  std::span<const Place> locate_under(std::string_view key, JsonCursor& json);

 private:
  struct UsualMember {
    ShortText key;  ///< without escapes
    std::uint32_t node = PathTree::kNoNode;
  };
  void walk(std::uint32_t node, std::uint32_t depth, JsonCursor& json);
  JsonText walk_members(std::uint32_t node, std::uint32_t depth, JsonCursor& json);
  std::uint32_t find_child(std::uint32_t node, std::size_t member, JsonText key);
  void set_places(const std::vector<std::uint32_t>& paths, JsonText json, std::uint32_t depth) {
    for (const std::uint32_t path : paths) {
      places_[path].json = json;
      places_[path].depth = depth;
    }
  }

  const PathTree& tree_;
  JsonParser parser_;                                    ///< for keys with escapes
  std::vector<std::vector<UsualMember>> usual_members_;  ///< per node
  std::vector<Place> places_;
};

}  // namespace seedc::data
