// Reviews find their item, their user and the name assigned to them.
#include "test/differential/plain/world.h"

#include <algorithm>
#include <map>
#include <set>

#include "test/differential/plain/reading.h"

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
    item->second->reviews.push_back(with_user(review, users));
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

}  // namespace

World world_of(const Records& records) {
  World world;
  add_items(records, world);
  add_reviews(records, world);
  world.friend_graph = member(records.user_mapping, "friend_graph");
  world.judgements = records.judgement_cache;
  assign_names(member(records.user_mapping, "review_assignments"), world);
  return world;
}

}  // namespace seedc::plain
