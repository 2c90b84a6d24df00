// Names are followed through the friend graph, one hop at a time.
#include "test/differential/plain/circle.h"

#include <algorithm>

namespace seedc::plain {
namespace {

bool contains(const Json& list, const Json& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// Whether an anchor is among the friends of `name`.
bool is_friend_of_anchor(const Json& name, const Json& anchors, const Json& graph) {
  const Json& friends = member(graph, name.get<std::string>());
  return std::any_of(anchors.begin(), anchors.end(),
                     [&](const Json& anchor) { return contains(friends, anchor); });
}

}  // namespace

bool is_written_by_circle(const Json& review, const Json& social_filter, const World& world) {
  const Json& name = member(member(review, "user"), "name");
  if (!name.is_string()) return false;
  const Json& anchors = member(social_filter, "friends");
  if (contains(anchors, name)) return true;
  if (is_friend_of_anchor(name, anchors, world.friend_graph)) return true;
  if (option_or(social_filter, "hops", 1) == 1) return false;
  const Json& friends = member(world.friend_graph, name.get<std::string>());
  return std::any_of(friends.begin(), friends.end(), [&](const Json& friend_name) {
    return is_friend_of_anchor(friend_name, anchors, world.friend_graph);
  });
}

}  // namespace seedc::plain
