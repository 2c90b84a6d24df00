// Generates and writes the social graph.
#include "tools/gen/social.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "tools/gen/random.h"
#include "tools/gen/vocabulary.h"

namespace seedc::gen {
namespace {

constexpr int kLonerPercent = 6;
constexpr int kMutualPercent = 65;
constexpr int kAssignedPercent = 40;  // of the reviews of studied items

using FriendLists = std::vector<std::vector<std::size_t>>;  // by index in kFirstNames

void befriend(FriendLists& friends, std::size_t who, std::size_t whom) {
  if (who != whom && std::ranges::find(friends[who], whom) == friends[who].end()) {
    friends[who].push_back(whom);
  }
}

FriendLists make_friends(Random& random) {
  FriendLists friends(kFirstNames.size());
  for (std::size_t who = 0; who < friends.size(); ++who) {
    if (random.chance(kLonerPercent)) continue;
    for (int made = random.between(1, 3); made > 0; --made) {
      const std::size_t whom = random.below(friends.size());
      befriend(friends, who, whom);
      if (random.chance(kMutualPercent)) befriend(friends, whom, who);
    }
  }
  return friends;
}

void write_friend_graph(const FriendLists& friends, JsonWriter& json) {
  json.begin_object();
  for (std::size_t who = 0; who < friends.size(); ++who) {
    if (friends[who].empty()) continue;
    json.break_line();
    json.key(kFirstNames[who]);
    json.begin_array();
    for (const std::size_t whom : friends[who]) json.string(kFirstNames[whom]);
    json.end_array();
  }
  json.break_line();
  json.end_object();
}

void write_assignment(std::uint32_t review, std::string_view name, JsonWriter& json) {
  json.begin_object();
  json.key("review_idx");
  json.integer(review);
  json.key("name");
  json.string(name);
  json.end_object();
}

void write_assignments(std::span<const std::uint32_t> counts, Random& random, JsonWriter& json) {
  json.begin_object();
  for (std::size_t item = 0; item < counts.size(); ++item) {
    json.break_line();
    json.key(fmt::format_int(item).c_str());
    json.begin_array();
    for (std::uint32_t review = 0; review < counts[item]; ++review) {
      if (random.chance(kAssignedPercent)) write_assignment(review, random.pick(kFirstNames), json);
    }
    json.end_array();
  }
  json.break_line();
  json.end_object();
}

}  // namespace

void write_user_mapping(std::uint64_t seed, const std::vector<std::uint32_t>& counts,
                        JsonWriter& json) {
  Random random(seed, Stream::Social);
  const std::size_t studied = std::min<std::size_t>(counts.size(), kStudiedItems);
  json.begin_object();
  json.key("friend_graph");
  write_friend_graph(make_friends(random), json);
  json.break_line();
  json.key("review_assignments");
  write_assignments(std::span(counts).first(studied), random, json);
  json.end_object();
  json.end_line();
}

}  // namespace seedc::gen
