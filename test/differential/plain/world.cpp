// Reviews find their item, their user and the name assigned to them.
#include "test/differential/plain/world.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "test/differential/plain/reading.h"
#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

/// Whether the id is there and is the first of its kind.
bool is_new_id(const Json& record, const std::string& key, std::set<std::string>& seen) {
  const Json& id = member(record, key);
  return id.is_string() && seen.insert(id.get<std::string>()).second;
}

void add_items(const Records& records, World& world) {
  std::set<std::string> seen;
  for (const Json& item : records.items) {
    if (is_new_id(item, "business_id", seen)) world.items.push_back({item, {}});
  }
}

/// A text that is neither a string nor null is left out.
Json without_odd_text(Json review) {
  const Json& text = member(review, "text");
  if (!text.is_string() && !text.is_null()) review.erase("text");
  return review;
}

Json with_user(Json review, const std::map<std::string, Json>& users) {
  if (review.contains("user") || !member(review, "user_id").is_string()) return review;
  const auto user = users.find(review.at("user_id").get<std::string>());
  if (user != users.end()) review["user"] = user->second;
  return review;
}

void add_reviews(const Records& records, World& world) {
  std::map<std::string, Json> users;
  for (const Json& user : records.users) users.emplace(user.at("user_id").get<std::string>(), user);
  std::map<std::string, Item*> items;
  for (Item& item : world.items) items[item.value.at("business_id").get<std::string>()] = &item;
  std::set<std::string> seen;
  for (const Json& review : records.reviews) {
    const auto item = items.find(review.at("business_id").get<std::string>());
    if (item == items.end() || !is_new_id(review, "review_id", seen)) continue;
    item->second->reviews.push_back(with_user(without_odd_text(review), users));
  }
}

void assign_names(const Json& assignments, World& world) {
  for (std::size_t i = 0; i < world.items.size(); ++i) {
    for (const Json& entry : member(assignments, std::to_string(i))) {
      const auto review = entry.at("review_idx").get<std::size_t>();
      if (review >= world.items[i].reviews.size()) continue;
      Json& user = world.items[i].reviews[review]["user"];
      if (user.is_string()) user = read(user.get<std::string>());
      if (!user.is_object()) user = Json::object();
      user["name"] = entry.at("name");
    }
  }
}

void add_own(const Records& records, World& world) {
  for (Item& item : world.items) {
    const auto own = records.own.find(item.value.at("business_id").get<std::string>());
    if (own == records.own.end()) continue;
    const auto& [friend_graph, judgements] = own->second;
    item.own = std::make_shared<const World>(
        World{.items = {},
              .friend_graph = friend_graph.is_null() ? world.friend_graph : friend_graph,
              .users = friend_graph.is_null() ? world.users : Json(),
              .judgements = judgements.is_null() ? world.judgements : judgements});
  }
}

/// The friends that a user lists.
Json friends_of(const Json& user) {
  const Json& friends = member(user, "friends");
  if (friends.is_array()) return friends;
  Json ids = Json::array();
  if (!friends.is_string()) return ids;
  std::istringstream text(friends.get<std::string>());
  for (std::string id; std::getline(text, id, ',');) {
    id.erase(0, id.find_first_not_of(' '));
    if (!id.empty() && !equal_without_case(id, "None")) ids.push_back(id);
  }
  return ids;
}

/// The friends of users are the friend graph where there is no other.
void add_friends_of_users(const Records& records, World& world) {
  const bool have_friends = std::ranges::any_of(
      records.users, [](const Json& user) { return !friends_of(user).empty(); });
  if (!records.user_mapping.is_null() || !have_friends) return;
  for (const Json& user : records.users) {
    const auto id = user.at("user_id").get<std::string>();
    if (world.users.contains(id)) continue;
    world.users[id] = member(user, "name");
    world.friend_graph[id] = friends_of(user);
  }
}

}  // namespace

World world_of(const Records& records) {
  World world;
  add_items(records, world);
  add_reviews(records, world);
  world.friend_graph = member(records.user_mapping, "friend_graph");
  add_friends_of_users(records, world);
  world.judgements = records.judgement_cache;
  assign_names(member(records.user_mapping, "review_assignments"), world);
  add_own(records, world);
  return world;
}

}  // namespace seedc::plain
