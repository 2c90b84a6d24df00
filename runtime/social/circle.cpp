// Circles are decided once per distinct name.
#include "runtime/social/circle.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace seedc {
namespace {

using Names = std::unordered_set<std::string_view>;
using FriendGraph = std::remove_cvref_t<decltype(std::declval<Dataset>().friend_graph())>;

/// Whether one of the name's friends is in `names`.
bool has_friend_in(const FriendGraph& graph, std::string_view name, const Names& names) {
  const auto friends = graph.find(name);
  if (friends == graph.end()) return false;
  return std::any_of(friends->second.begin(), friends->second.end(),
                     [&](const std::string& friend_name) { return names.contains(friend_name); });
}

/// All who name one of `names` as a friend.
Names befriended(const FriendGraph& graph, const Names& names) {
  Names found;
  for (const auto& [name, friends] : graph) {
    if (has_friend_in(graph, name, names)) found.insert(name);
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

}  // namespace seedc
