// Numbers people and looks them up by name.
#include "runtime/data/model/friend_graph.h"

#include <algorithm>
#include <numeric>

#include "runtime/base/text_map.h"

namespace seedc::data {

FriendGraph FriendGraph::of(const FriendLists& lists) {
  FlatTexts names;
  base::TextMap<std::uint32_t> numbers;
  const auto number_of = [&](const std::string& name) {
    const auto next = static_cast<std::uint32_t>(names.size());
    const auto [entry, is_new] = numbers.try_emplace(name, next);
    if (is_new) names.add(name);
    return entry->second;
  };
  for (const auto& [name, friends] : lists) number_of(name);
  std::vector<std::uint64_t> begins = {0};
  std::vector<std::uint32_t> all;
  for (const auto& [name, friends] : lists) {
    std::transform(friends.begin(), friends.end(), std::back_inserter(all), number_of);
    begins.push_back(all.size());
  }
  return {std::move(names), std::move(begins), std::move(all)};
}

std::optional<std::uint32_t> FriendGraph::find(std::string_view name) const {
  std::uint32_t low = 0;
  std::uint32_t high = person_count();
  while (low < high) {
    const std::uint32_t middle = std::midpoint(low, high);
    if (names_[middle] < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const bool is_there = low < person_count() && names_[low] == name;
  return is_there ? std::optional(low) : std::nullopt;
}

}  // namespace seedc::data
