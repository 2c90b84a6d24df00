// The tree of paths and its walk along a JSON object.
#include "runtime/data/path_tree.h"

#include <algorithm>

#include "runtime/contract/text.h"

namespace seedc {
namespace {

/// Short keys first: most comparisons are of sizes only.
bool key_less(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

template <class Children>
auto lower_bound(Children& children, std::string_view key) {
  return std::lower_bound(
      children.begin(), children.end(), key,
      [](const auto& child, std::string_view k) { return key_less(child.first, k); });
}

void set_places(const std::vector<std::uint32_t>& paths, const Place& place,
                std::vector<Place>& places) {
  for (const std::uint32_t path : paths) places[path] = place;
}

}  // namespace

Value value_at_place(const Place& place, const Path& path) {
  if (place.depth == Place::kNowhere || path.empty()) return {};
  const Path rest(path.begin() + place.depth, path.end());
  if (!rest.empty()) return value_at(to_value(place.element), rest);
  const auto text = string_of(place.element);
  return text ? read(*text) : to_value(place.element);
}

PathTree::PathTree(const std::vector<Path>& paths) : nodes_(1) {
  for (std::uint32_t number = 0; number < paths.size(); ++number) insert(paths[number], number);
}

void PathTree::insert(const Path& path, std::uint32_t number) {
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

const PathTree::Node* PathTree::find_child(const Node& node, std::string_view key) const {
  const auto place = lower_bound(node.children, key);
  const bool is_there = place != node.children.end() && place->first == key;
  return is_there ? &nodes_[place->second] : nullptr;
}

void PathTree::locate(JsonElement root, std::vector<Place>& places) const {
  places.assign(path_count(), {});
  walk(nodes_.front(), root, 0, places);
}

void PathTree::locate_under(std::string_view key, JsonElement element,
                            std::vector<Place>& places) const {
  places.assign(path_count(), {});
  if (const Node* node = find_child(nodes_.front(), key)) walk(*node, element, 1, places);
}

void PathTree::walk(const Node& node, JsonElement element, std::uint32_t depth,
                    std::vector<Place>& places) const {
  if (element.is_string()) return set_places(node.paths_below, {element, depth}, places);
  set_places(node.paths_here, {element, depth}, places);
  if (node.children.empty()) return;
  if (const auto object = object_of(element)) walk_members(node, *object, depth, places);
}

void PathTree::walk_members(const Node& node, JsonObject object, std::uint32_t depth,
                            std::vector<Place>& places) const {
  for (const auto field : object) {
    const Node* child = find_child(node, field.key);
    if (child == nullptr) continue;
    set_places(child->paths_below, {}, places);  // of equal keys the last counts
    walk(*child, field.value, depth + 1, places);
  }
}

}  // namespace seedc
