// A dataset held as JSON (semantics.md section 1).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// What the line of an item in a bundle has beside item and reviews; null: nothing.
struct Own {
  Json friend_graph, judgements;
};

/// The records of a dataset's files, in file order.
struct Records {
  std::vector<Json> items, reviews, users;
  Json user_mapping, judgement_cache;  ///< null: the file does not exist
  bool is_bundle = false;              ///< items and reviews are one file, reviews by items
  std::map<std::string, Own> own;      ///< of a bundle, by the items' ids
};

struct World;

struct Item {
  Json value;
  std::vector<Json> reviews;  ///< with their users, and with the names assigned to them
  /// The graph and the judgements that hold for it, if not those of the files.
  std::shared_ptr<const World> own = nullptr;
};

struct World {
  std::vector<Item> items;
  Json friend_graph;
  Json users;  ///< if the friend graph is of users: their names, by id; else null
  Json judgements;
};

World world_of(const Records& records);

}  // namespace seedc::plain
