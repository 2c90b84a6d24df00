// The friends that users list, by their ids.
#include "runtime/data/model/user_friends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>

namespace seedc::data {
namespace {

using FriendIds = std::vector<std::string_view>;

TEST(UserFriends, IdsInAText) {
  EXPECT_EQ(ids_in("a, b"), (FriendIds{"a", "b"}));
  EXPECT_EQ(ids_in(" a ,,b,"), (FriendIds{"a", "b"}));
  EXPECT_EQ(ids_in("None"), FriendIds{});
  EXPECT_EQ(ids_in("none"), FriendIds{});
  EXPECT_EQ(ids_in("None, a"), FriendIds{"a"});
  EXPECT_EQ(ids_in("a ,NONE"), FriendIds{"a"});
  EXPECT_EQ(ids_in(""), FriendIds{});
  EXPECT_EQ(ids_in(" , "), FriendIds{});
}

std::string text_of(const FriendGraph& graph) {
  std::string text;
  for (std::uint32_t person = 0; person < graph.person_count(); ++person) {
    text += fmt::format("{}={}:", graph.name(person), graph.user_name(person));
    for (const std::uint32_t other : graph.friends(person))
      text += fmt::format(" {}", graph.name(other));
    text += "; ";
  }
  return text;
}

void add(UserFriends& friends, std::string_view id, std::string_view name, const FriendIds& ids) {
  std::vector<HashedText> all;
  for (const std::string_view each : ids) all.push_back(hashed(each));
  friends.add(hashed(id), name, all);
}

TEST(UserFriends, AreSortedById) {
  UserFriends friends({});
  add(friends, "c", "Ann", {"z", "a"});
  add(friends, "b", "", {});
  add(friends, "a", "Ann", {"b", "y", "c"});
  const FriendGraph graph = friends.take();
  EXPECT_TRUE(graph.is_of_users());
  EXPECT_EQ(text_of(graph), "a=Ann: b y c; b=:; c=Ann: z a; ");
  EXPECT_EQ(graph.find(0, "c"), 2U);
  EXPECT_FALSE(graph.find(0, "z"));
  EXPECT_EQ(graph.users_named("Ann", {}), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_TRUE(graph.users_named("", {}).empty());
}

TEST(UserFriends, WithoutFriendsThereIsNoGraph) {
  UserFriends friends({});
  add(friends, "a", "Ann", {});
  const FriendGraph graph = friends.take();
  EXPECT_FALSE(graph.is_of_users());
  EXPECT_EQ(graph.person_count(), 0U);
}

}  // namespace
}  // namespace seedc::data
