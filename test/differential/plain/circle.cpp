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

/// The author, as the friend graph calls him: by his id if it is of users and has him, else by his
/// name.
Json person_of(const Json& review, const World& world) {
  const Json& id = member(review, "user_id");
  const bool is_user = id.is_string() && world.users.contains(id.get<std::string>());
  return is_user ? id : member(member(review, "user"), "name");
}

/// The anchors, and the users who have one of them as their name.
Json anchors_of(const Json& social_filter, const World& world) {
  const Json& written = member(social_filter, "friends");
  Json anchors = written;
  for (const auto& [id, name] : world.users.items()) {
    if (contains(written, name) && name != "") anchors.push_back(id);
  }
  return anchors;
}

}  // namespace

bool is_written_by_circle(const Json& review, const Json& social_filter, const World& world) {
  const Json name = person_of(review, world);
  if (!name.is_string()) return false;
  const Json anchors = anchors_of(social_filter, world);
  if (contains(anchors, name)) return true;
  if (is_friend_of_anchor(name, anchors, world.friend_graph)) return true;
  if (option_or(social_filter, "hops", 1) == 1) return false;
  const Json& friends = member(world.friend_graph, name.get<std::string>());
  return std::any_of(friends.begin(), friends.end(), [&](const Json& friend_name) {
    return is_friend_of_anchor(friend_name, anchors, world.friend_graph);
  });
}

}  // namespace seedc::plain
