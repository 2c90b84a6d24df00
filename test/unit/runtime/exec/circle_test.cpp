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
  const data::Dataset dataset = folder.load({.names = true, .circles = true}).value();
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
  const data::Dataset dataset = folder.load({.names = true, .circles = true}).value();
  const std::vector<NameInGraph> names = {{"Bob"}, {"Ann"}, {"Cid"}, {"Dee"}};
  EXPECT_EQ(connections({{"Bob"}, 2}, names, dataset),
            (std::vector<Names>{{"Bob"}, {"Ann", "Bob"}, {"Cid", "Ann", "Bob"}, {}}));
  EXPECT_EQ(connections({{"Bob"}, 1}, names, dataset),
            (std::vector<Names>{{"Bob"}, {"Ann", "Bob"}, {}, {}}));
}

/// Whether the reviewers of each item, in order, are in the circle.
std::string members_of(const data::Dataset& dataset, const language::Circle& circle) {
  const auto is_member = circle_members(circle, dataset);
  std::string all;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review)
    all += std::to_string(is_member[dataset.reviewer_names().codes[review]]);
  return all;
}

TEST(Circle, ItemsMayHaveGraphsOfTheirOwn) {
  unit::DatasetFolder folder;
  const auto line = [](const std::string& item, const std::string& graph) {
    return R"({"business": {"business_id": ")" + item + R"("}, "reviews": [{"review_id": ")" +
           item + R"(1", "user": {"name": "Ann"}}, {"review_id": ")" + item +
           R"(2", "user": {"name": "Cid"}}])" + graph + "}\n";
  };
  folder.write("user_mapping.json", R"({"friend_graph": {"Ann": ["Bob"], "Cid": ["Ann"]}})");
  folder.write("bundle.jsonl",
               line("a", "") + line("b", R"(, "friend_graph": {"Ann": ["Cid"], "Cid": ["Bob"]})") +
                   line("c", R"(, "friend_graph": {"Ann": ["Zed"], "Dee": ["Bob"]})") +
                   line("d", R"(, "friend_graph": [])"));
  const data::Dataset dataset = folder.load({.names = true, .circles = true}).value();
  EXPECT_EQ(members_of(dataset, {{"Bob"}, 1}), "10010000");
  EXPECT_EQ(members_of(dataset, {{"Bob"}, 2}), "11110000");
  EXPECT_EQ(members_of(dataset, {{"Cid"}, 1}), "01110101");
  EXPECT_EQ(dataset.report().skipped_count, 1);
  EXPECT_EQ(dataset.report().skipped.front().reason, "`friend_graph` is not an object");
  EXPECT_EQ(dataset.report().skipped.front().line, 4);
  EXPECT_TRUE(dataset.friend_graph().contains("Dee"));
  EXPECT_TRUE(dataset.friend_graph().contains("Zed")) << "a friend";
  EXPECT_FALSE(dataset.friend_graph().contains("Zeb"));
  const std::vector<NameInGraph> names = {{"Ann", 0}, {"Ann", 1}, {"Ann", 2}};
  EXPECT_EQ(connections({{"Bob"}, 2}, names, dataset),
            (std::vector<Names>{{"Ann", "Bob"}, {"Ann", "Cid", "Bob"}, {}}));
}

}  // namespace
}  // namespace seedc::exec
