// Builds the tree of paths and walks it along a JSON object.
#include "runtime/data/jsonl/path_tree.h"

#include <algorithm>

namespace seedc::data {
namespace {

/// Short keys first: most comparisons compare only sizes.
bool key_less(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

template <class Children>
auto lower_bound(Children& children, std::string_view key) {
  return std::lower_bound(
      children.begin(), children.end(), key,
      [](const auto& child, std::string_view k) { return key_less(child.first, k); });
}

}  // namespace

PathTree::PathTree(const std::vector<language::Path>& paths) : nodes_(1) {
  for (std::uint32_t number = 0; number < paths.size(); ++number) insert(paths[number], number);
}

void PathTree::insert(const language::Path& path, std::uint32_t number) {
  std::uint32_t node = 0;
  nodes_[node].paths_below.push_back(number);
  for (const std::string& key : path) {
    node = child_for(node, key);
    nodes_[node].paths_below.push_back(number);
  }
  nodes_[node].paths_here.push_back(number);
}

std::uint32_t PathTree::child_for(std::uint32_t node, const std::string& key) {
  auto& children = nodes_[node].children;
  const auto place = lower_bound(children, key);
  if (place != children.end() && place->first == key) return place->second;
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  children.emplace(place, key, child);
  nodes_.emplace_back();
  return child;
}

std::uint32_t PathTree::find_child(std::uint32_t node, std::string_view key) const {
  const auto& children = nodes_[node].children;
  const auto place = lower_bound(children, key);
  return place != children.end() && place->first == key ? place->second : kNoNode;
}

std::span<const Place> PathWalk::locate(JsonCursor& json) {
  places_.assign(tree_.path_count(), {});
  walk(0, 0, json);
  return places_;
}

std::span<const Place> PathWalk::locate_under(std::string_view key, JsonCursor& json) {
  places_.assign(tree_.path_count(), {});
  const std::uint32_t node = tree_.find_child(0, key);
  if (node != PathTree::kNoNode) walk(node, 1, json);
  return places_;
}

void PathWalk::walk(std::uint32_t number, std::uint32_t depth, JsonCursor& json) {
  const PathTree::Node& node = tree_.nodes_[number];
  const bool has_members = json.next() == '{' && !node.children.empty();
  const JsonText found = has_members ? walk_members(number, depth, json) : json.value();
  set_places(found.is_string() ? node.paths_below : node.paths_here, found, depth);
}

JsonText PathWalk::walk_members(std::uint32_t node, std::uint32_t depth, JsonCursor& json) {
  const auto& usual = usual_members_[node];
  std::size_t member = 0;
  const auto walk_member = [&](const JsonText& key) {
    const bool is_usual = member < usual.size() && usual[member].key.is(key.inside());
    const std::uint32_t child = is_usual ? usual[member].node : find_child(node, member, key);
    ++member;
    if (child == PathTree::kNoNode) {
      json.value();
      return;
    }
    const PathTree::Node& below = tree_.nodes_[child];
    if (below.children.empty()) return set_places(below.paths_here, json.value(), depth + 1);
    set_places(below.paths_below, {}, Place::kNowhere);  // of equal keys the last counts
    walk(child, depth + 1, json);
  };
  return json.object(walk_member);
}

std::uint32_t PathWalk::find_child(std::uint32_t node, std::size_t member, JsonText key) {
  constexpr std::size_t kMostRemembered = 256;
  if (!key.is_plain_string()) {
    return tree_.find_child(node, *string_of(*parser_.parse(key.text())));
  }
  const std::string_view name = key.inside();
  const std::uint32_t child = tree_.find_child(node, name);
  if (member >= kMostRemembered || name.size() > ShortText::kMostBytes) return child;
  auto& usual = usual_members_[node];
  if (usual.size() <= member) usual.resize(member + 1);
  usual[member] = {ShortText(name), child};
  return child;
}

}  // namespace seedc::data
