// Circles are decided once per distinct name.
#include "runtime/social/circle.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace seedc {
namespace {

using Names = std::unordered_set<std::string_view>;
using FriendGraph = std::remove_cvref_t<decltype(std::declval<Dataset>().friend_graph())>;

/// The first of the name's friends for whom `holds`, or null pointer.
template <class Holds>
const std::string* find_friend(const FriendGraph& graph, std::string_view name,
                               const Holds& holds) {
  const auto friends = graph.find(name);
  if (friends == graph.end()) return nullptr;
  const auto found = std::find_if(friends->second.begin(), friends->second.end(), holds);
  return found == friends->second.end() ? nullptr : &*found;
}

/// The first of the name's friends who is in `names`, or null pointer.
const std::string* friend_in(const FriendGraph& graph, std::string_view name, const Names& names) {
  return find_friend(graph, name,
                     [&](const std::string& friend_name) { return names.contains(friend_name); });
}

/// All who name one of `names` as a friend.
Names befriended(const FriendGraph& graph, const Names& names) {
  Names found;
  for (const auto& [name, friends] : graph) {
    if (friend_in(graph, name, names) != nullptr) found.insert(name);
  }
  return found;
}

/// Everyone of the graph who is in the circle, and the anchors.
Names names_in_circle(const plan::Circle& circle, const FriendGraph& graph) {
  const Names anchors(circle.friends.begin(), circle.friends.end());
  Names members = anchors;
  Names last = anchors;
  for (int hop = 1; hop <= circle.hops; ++hop) {
    last = befriended(graph, last);
    members.insert(last.begin(), last.end());
  }
  return members;
}

std::vector<std::string> connection(const plan::Circle& circle, const std::string& name,
                                    const Names& anchors, const FriendGraph& graph) {
  if (anchors.contains(name)) return {name};
  if (const std::string* anchor = friend_in(graph, name, anchors)) return {name, *anchor};
  if (circle.hops < 2) return {};
  const std::string* between = find_friend(graph, name, [&](const std::string& friend_name) {
    return friend_in(graph, friend_name, anchors) != nullptr;
  });
  if (between == nullptr) return {};
  return {name, *between, *friend_in(graph, *between, anchors)};
}

}  // namespace

std::vector<std::uint8_t> circle_members(const plan::Circle& circle, const Dataset& dataset) {
  const Names members = names_in_circle(circle, dataset.friend_graph());
  const std::vector<Value>& names = dataset.reviewer_names().values;
  std::vector<std::uint8_t> is_member(names.size(), 0);
  for (std::size_t code = 1; code < names.size(); ++code) {
    is_member[code] = members.contains(*names[code].as<std::string>()) ? 1 : 0;
  }
  return is_member;
}

std::vector<std::vector<std::string>> connections(const plan::Circle& circle,
                                                  std::span<const std::string> names,
                                                  const Dataset& dataset) {
  const Names anchors(circle.friends.begin(), circle.friends.end());
  std::vector<std::vector<std::string>> out;
  for (const std::string& name : names)
    out.push_back(connection(circle, name, anchors, dataset.friend_graph()));
  return out;
}

}  // namespace seedc
