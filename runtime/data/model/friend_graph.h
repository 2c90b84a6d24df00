// Who names whom as a friend: people and their friends as indices, without pointers, so that a
// snapshot's graph is used in place. People are names, or users, who have ids and names that
// several may share.
//
// Items may have graphs of their own. All graphs of a dataset are one: graph 0 is that of its
// files, and a person of another graph is another person, whose name is stored with the graph's
// number (`friend_key`). Only people of graph 0 may be users.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/memory.h"
#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/flat_texts.h"

namespace seedc::data {

using FriendLists = std::map<std::string, std::vector<std::string>, std::less<>>;

/// How a name is stored, of a person in a graph of that number. Of graph 0 it is the name.
std::string friend_key(std::uint32_t graph, std::string_view name);

class FriendGraph {
 public:
  /// Who goes through people checks the call once for so many.
  static constexpr std::uint32_t kPeoplePerCheck = 1024;

  FriendGraph() = default;
  static FriendGraph of(const FriendLists& lists);

  /// `names`: the keys of people with a list, sorted, then all others. The friends of person p are
  /// `friends` [begins[p], begins[p + 1]), as indices of names. Of users, keys are ids, and
  /// `user_names` has one entry per person, empty if there is no name; else it has none. `charge`
  /// is of all that.
  FriendGraph(FlatTexts names, FlatArray<std::uint64_t> begins, FlatArray<std::uint32_t> friends,
              FlatTexts user_names = {}, base::MemoryCharge charge = {})
      : names_(std::move(names)),
        begins_(std::move(begins)),
        friends_(std::move(friends)),
        user_names_(std::move(user_names)),
        charge_(std::move(charge)) {}

  /// People with a list of friends; their keys are in order.
  std::uint32_t person_count() const {
    return begins_.size() == 0 ? 0 : static_cast<std::uint32_t>(begins_.size() - 1);
  }
  std::optional<std::uint32_t> find(std::uint32_t graph, std::string_view name) const;
  /// Whether a person of some graph has that name, or a friend of one.
  bool contains(std::string_view name) const;
  /// The name of a person, or of a friend, by index.
  std::string_view name(std::uint32_t number) const;
  /// Whether that is somebody in a graph of an item's own.
  bool is_own(std::uint32_t number) const;
  /// Whether people of graph 0 are users: then `name` is an id.
  bool is_of_users() const { return user_names_.size() > 0; }
  /// The name of a user with a list; empty if he has none.
  std::string_view user_name(std::uint32_t person) const { return user_names_[person]; }
  /// The users who have that name, unless it is empty, in the order of their ids.
  std::vector<std::uint32_t> users_named(std::string_view name, const base::Call& call) const;
  /// In the order of the list.
  std::span<const std::uint32_t> friends(std::uint32_t person) const {
    return friends_.span().subspan(begins_[person], begins_[person + 1] - begins_[person]);
  }

  /// The arrays it consists of.
  const FlatTexts& names() const { return names_; }
  const FlatTexts& user_names() const { return user_names_; }
  const FlatArray<std::uint64_t>& begins() const { return begins_; }
  const FlatArray<std::uint32_t>& all_friends() const { return friends_; }

 private:
  FlatTexts names_;
  FlatArray<std::uint64_t> begins_;
  FlatArray<std::uint32_t> friends_;
  FlatTexts user_names_;
  base::MemoryCharge charge_;
};

}  // namespace seedc::data
