// Numbers users as they come, and sorts them at the end.
#include "runtime/data/model/user_friends.h"

#include <algorithm>
#include <numeric>

namespace seedc::data {
namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// Nobody: Yelp writes so where there are no friends.
bool is_none(std::string_view text) {
  constexpr std::string_view kNone = "none";
  return std::ranges::equal(text, kNone, [](char a, char b) { return (a | 0x20) == b; });
}

}  // namespace

std::vector<std::string_view> ids_in(std::string_view list) {
  std::vector<std::string_view> ids;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view id = without_blanks(list.substr(0, end));
    if (!id.empty() && !is_none(id)) ids.push_back(id);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return ids;
}

std::uint32_t UserFriends::number_of(const HashedText& id) {
  const std::uint32_t known =
      numbers_.find(id.hash, [&](std::uint32_t number) { return ids_[number] == id.text; });
  if (known != HashIndex::kNone) return known;
  const auto number = static_cast<std::uint32_t>(ids_.size());
  ids_.push_back(texts_.store(id.text));
  numbers_.add(id.hash, number);
  return number;
}

void UserFriends::add(const HashedText& id, std::string_view name,
                      std::span<const HashedText> friends) {
  if (charge_.counts()) {
    charge_.set(base::bytes_to_grow(ids_, friends.size() + 1) +
                numbers_.bytes_to_grow(friends.size() + 1) + base::bytes_to_grow(users_, 1) +
                base::bytes_to_grow(friends_, friends.size()));
  }
  users_.push_back({number_of(id), friends_.size(), texts_.store(name)});
  for (const HashedText& other : friends) friends_.push_back(number_of(other));
}

void UserFriends::add(const FriendLists& own) {
  for (const auto& [name, friends] : own) {
    std::vector<HashedText> all;
    for (const std::string& each : friends) all.push_back(hashed(each));
    add(hashed(name), {}, all);
  }
}

std::vector<std::uint32_t> UserFriends::sorted_numbers(std::span<const std::uint32_t> order) const {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> numbers(ids_.size(), kNone);
  std::uint32_t next = 0;
  for (const std::uint32_t user : order) numbers[users_[user].number] = next++;
  for (std::uint32_t& number : numbers) {
    if (number == kNone) number = next++;
  }
  return numbers;
}

FriendGraph UserFriends::take() {
  if (friends_.empty()) return {};
  charge_.add(base::bytes_of(friends_) + (ids_.size() + users_.size()) * sizeof(std::uint64_t) +
              ids_.size() * sizeof(std::uint32_t));
  std::vector<std::uint32_t> order(users_.size());
  std::iota(order.begin(), order.end(), 0);
  base::StepCounter comparisons(call_, base::Call::kElementsPerStep);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    comparisons.step();
    return ids_[users_[a].number] < ids_[users_[b].number];
  });
  const std::vector<std::uint32_t> numbers = sorted_numbers(order);
  FlatTexts names, user_names;
  std::vector<std::uint64_t> begins = {0};
  std::vector<std::uint32_t> friends;
  friends.reserve(friends_.size());
  for (const std::uint32_t user : order) {
    comparisons.step();
    const std::uint64_t end =
        user + std::size_t{1} < users_.size() ? users_[user + 1].begin : friends_.size();
    for (std::uint64_t at = users_[user].begin; at < end; ++at)
      friends.push_back(numbers[friends_[at]]);
    begins.push_back(friends.size());
    names.add(ids_[users_[user].number]);
    user_names.add(users_[user].name);
  }
  for (std::size_t id = 0; id < ids_.size(); ++id) {
    if (numbers[id] >= users_.size()) names.add(ids_[id]);
  }
  const std::uint64_t bytes = names.bytes().size() + user_names.bytes().size() +
                              base::bytes_of(friends) + base::bytes_of(begins) +
                              ids_.size() * sizeof(std::uint64_t);
  ids_ = {};
  numbers_ = {};
  users_ = {};
  friends_ = {};
  charge_.set(bytes);
  return {std::move(names), std::move(begins), std::move(friends), std::move(user_names),
          std::move(charge_)};
}

}  // namespace seedc::data
