// Many paths looked up in one walk of a JSON object.
//
// A walk finds for each path the *place* where JSON ends: the element at the path, or a string met
// on the way there, which is still to be read (semantics.md section 2).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/contract/value.h"
#include "runtime/data/json.h"

namespace seedc {

struct Place {
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  JsonElement element;
  std::uint32_t depth = kNowhere;  ///< keys walked; kNowhere: the path leads nowhere
};

/// The value at `path` given its place: strings are read, and what they hold is walked further.
/// Null is missing, and so is what the empty path leads to.
Value value_at_place(const Place& place, const Path& path);

class PathTree {
 public:
  explicit PathTree(const std::vector<Path>& paths);

  std::size_t path_count() const { return nodes_.front().paths_below.size(); }
  /// The places of all paths within `root`, by the number of the path.
  void locate(JsonElement root, std::vector<Place>& places) const;
  /// The same, as if `{key: element}` were the root.
  void locate_under(std::string_view key, JsonElement element, std::vector<Place>& places) const;

 private:
  struct Node {
    std::vector<std::pair<std::string, std::uint32_t>>
        children;  ///< sorted by key, short keys first
    std::vector<std::uint32_t> paths_here;
    std::vector<std::uint32_t> paths_below;  ///< those that end here included
  };
  void insert(const Path& path, std::uint32_t number);
  std::uint32_t child_for(std::uint32_t node, const std::string& key);
  const Node* find_child(const Node& node, std::string_view key) const;
  void walk(const Node& node, JsonElement element, std::uint32_t depth,
            std::vector<Place>& places) const;
  void walk_members(const Node& node, JsonObject object, std::uint32_t depth,
                    std::vector<Place>& places) const;

  std::vector<Node> nodes_;  ///< the first is the root
};

}  // namespace seedc
