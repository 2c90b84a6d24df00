// user_mapping.json: the friend graph, and reviewers' names that replace the inlined ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/data/jsonl/load_log.h"
#include "runtime/data/model/friend_graph.h"

namespace seedc::data {

struct NameAssignment {
  std::uint64_t item = 0;    ///< the item's index; may be beyond the items
  std::uint64_t review = 0;  ///< among the item's reviews; may be beyond them
  std::string name;
};

struct UserMapping {
  FriendLists friends;
  std::vector<NameAssignment> assignments;  ///< for the same review, a later one counts
};

/// The lists of a `friend_graph`, name by name. What is of the wrong type is left out, and `skip`
/// is called with the reason.
void read_friend_graph(
    JsonElement graph, const std::function<void(std::string reason)>& skip,
    const std::function<void(std::string_view name, std::vector<std::string> friends)>& visit);

/// Parts of the wrong type are logged and left out. Fails if the file cannot be read.
base::Result<UserMapping> read_user_mapping(const std::string& file, LoadLog& log,
                                            const base::Call& call);

}  // namespace seedc::data
