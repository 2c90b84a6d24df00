// A dataset held as JSON (semantics.md section 1).
#pragma once

#include <string>
#include <vector>

#include "test/differential/plain/json.h"

namespace seedc::plain {

/// The records of a dataset's files, in file order.
struct Records {
  std::vector<Json> items, reviews, users;
  Json user_mapping, judgement_cache;  ///< null: the file does not exist
};

struct Item {
  Json value;
  std::vector<Json> reviews;  ///< with their users, and with the names assigned to them
};

struct World {
  std::vector<Item> items;
  Json friend_graph;
  Json judgements;
};

World world_of(const Records& records);

}  // namespace seedc::plain
