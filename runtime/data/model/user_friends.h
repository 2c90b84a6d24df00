// Collects the friends that users list, by their ids, into a friend graph. Made for files of
// millions of users with a hundred friends each: an id is stored once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/friend_graph.h"
#include "runtime/data/model/hash_index.h"

namespace seedc::data {

/// The ids of a list that is written as text: `a, b`. `None` in any case is nobody.
/// Views of the list.
std::vector<std::string_view> ids_in(std::string_view list);

/// Used by one thread at a time.
class UserFriends {
 public:
  explicit UserFriends(const base::Call& call)
      : call_(call), texts_(call), charge_(call, "friends") {}

  /// Each user once. The texts are copied.
  void add(const HashedText& id, std::string_view name, std::span<const HashedText> friends);

  /// The same of people in graphs of items' own, who are no users.
  void add(const FriendLists& own);
  bool has_friends() const { return !friends_.empty(); }

  /// The graph of all that were added; an empty one if nobody has friends.
  FriendGraph take();

 private:
  struct User {
    std::uint32_t number = 0;  ///< of its id
    std::uint64_t begin = 0;   ///< of its friends; they end where those of the next one begin
    std::string_view name;
  };
  std::uint32_t number_of(const HashedText& id);
  /// New numbers of the ids: those of users first, by their ids.
  std::vector<std::uint32_t> sorted_numbers(std::span<const std::uint32_t> order) const;

  base::Call call_;
  Arena texts_;
  base::MemoryCharge charge_;
  std::vector<std::string_view> ids_;
  HashIndex numbers_;  ///< of the ids
  std::vector<User> users_;
  std::vector<std::uint32_t> friends_;
};

}  // namespace seedc::data
