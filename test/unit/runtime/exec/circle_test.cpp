// Circles around anchors.
#include "runtime/exec/circle.h"

#include <gtest/gtest.h>

#include "test/unit/dataset_folder.h"

namespace seedc::exec {
namespace {

/// The reviewers that are in a circle. Ann names Bob as a friend, Cid names Ann, Dee names Cid; Eve
/// has friends who have none.
std::vector<std::string> members(const language::Circle& circle) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  std::string reviews;
  for (const std::string name : {"Ann", "Bob", "Cid", "Dee", "Eve", "bob", ""}) {
    reviews.append(R"({"review_id": "r)").append(name);
    reviews.append(R"(", "business_id": "i", "user": {"name": ")").append(name).append("\"}}\n");
  }
  folder.write("reviews.jsonl", reviews + R"({"review_id": "nameless", "business_id": "i"})");
  folder.write(
      "user_mapping.json",
      R"({"friend_graph": {"Ann": ["Bob"], "Cid": ["Ann"], "Dee": ["Cid"], "Eve": ["Zed"], "Ghost": ["Bob"]}})");
  const data::Dataset dataset = folder.load({.names = true}).value();
  const auto is_member = circle_members(circle, dataset);
  EXPECT_EQ(is_member.at(0), 0);
  std::vector<std::string> found;
  for (std::size_t code = 1; code < is_member.size(); ++code) {
    if (is_member[code] != 0)
      found.push_back(*dataset.reviewer_names().values[code].as<std::string>());
  }
  return found;
}

using Names = std::vector<std::string>;

TEST(Circle, OneHopIsWhoNamesAnAnchor) { EXPECT_EQ(members({{"Bob"}, 1}), (Names{"Ann", "Bob"})); }

TEST(Circle, TwoHops) { EXPECT_EQ(members({{"Bob"}, 2}), (Names{"Ann", "Bob", "Cid"})); }

TEST(Circle, FriendshipIsNotMutual) { EXPECT_EQ(members({{"Dee"}, 2}), Names{"Dee"}); }

TEST(Circle, AnchorsNeedNotBeInTheGraph) { EXPECT_EQ(members({{"Zed"}, 1}), Names{"Eve"}); }

TEST(Circle, SeveralAnchors) {
  EXPECT_EQ(members({{"Bob", "Zed"}, 1}), (Names{"Ann", "Bob", "Eve"}));
}

TEST(Circle, NamesAreComparedExactly) { EXPECT_EQ(members({{"bob"}, 1}), Names{"bob"}); }

TEST(Circle, NobodyAroundNobody) { EXPECT_EQ(members({{}, 2}), Names{}); }

TEST(Circle, Connections) {
  unit::DatasetFolder folder;
  folder.write("items.jsonl", R"({"business_id": "i"})");
  folder.write("reviews.jsonl", "");
  folder.write("user_mapping.json",
               R"({"friend_graph": {"Ann": ["Zed", "Bob"], "Cid": ["Ann"], "Dee": ["Cid"]}})");
  const data::Dataset dataset = folder.load({.names = true}).value();
  const Names names = {"Bob", "Ann", "Cid", "Dee"};
  EXPECT_EQ(connections({{"Bob"}, 2}, names, dataset),
            (std::vector<Names>{{"Bob"}, {"Ann", "Bob"}, {"Cid", "Ann", "Bob"}, {}}));
  EXPECT_EQ(connections({{"Bob"}, 1}, names, dataset),
            (std::vector<Names>{{"Bob"}, {"Ann", "Bob"}, {}, {}}));
}

}  // namespace
}  // namespace seedc::exec
