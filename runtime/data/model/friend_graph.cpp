// Numbers people and looks them up by name.
#include "runtime/data/model/friend_graph.h"

#include <algorithm>
#include <numeric>

#include "runtime/base/text_map.h"

namespace seedc::data {
namespace {

// No name begins with this byte, which UTF-8 does not have, and all names sort before it.
constexpr char kOfOwnGraph = '\xFF';
constexpr char kEndOfNumber = ':';

}  // namespace

std::string friend_key(std::uint32_t graph, std::string_view name) {
  if (graph == 0) return std::string(name);
  std::string key(1, kOfOwnGraph);
  key += std::to_string(graph);
  key += kEndOfNumber;
  return key.append(name);
}

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

std::string_view FriendGraph::name(std::uint32_t number) const {
  const std::string_view key = names_[number];
  return key.starts_with(kOfOwnGraph) ? key.substr(key.find(kEndOfNumber) + 1) : key;
}

bool FriendGraph::contains(std::string_view name) const {
  if (find(0, name)) return true;
  for (std::uint32_t number = 0; number < names_.size(); ++number) {
    if (this->name(number) == name) return true;
  }
  return false;
}

std::optional<std::uint32_t> FriendGraph::find(std::uint32_t graph, std::string_view name) const {
  std::string of_graph;
  if (graph != 0) of_graph = friend_key(graph, name);
  const std::string_view key = graph != 0 ? of_graph : name;
  std::uint32_t low = 0;
  std::uint32_t high = person_count();
  while (low < high) {
    const std::uint32_t middle = std::midpoint(low, high);
    if (names_[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const bool is_there = low < person_count() && names_[low] == key;
  return is_there ? std::optional(low) : std::nullopt;
}

bool FriendGraph::is_own(std::uint32_t number) const {
  return names_[number].starts_with(kOfOwnGraph);
}

std::vector<std::uint32_t> FriendGraph::users_named(std::string_view name,
                                                    const base::Call& call) const {
  std::vector<std::uint32_t> found;
  if (name.empty() || !is_of_users()) return found;
  call.in_steps(person_count(), base::Call::kElementsPerStep,
                [&](std::size_t begin, std::size_t end) {
                  for (std::size_t person = begin; person < end; ++person) {
                    if (user_names_[person] == name)
                      found.push_back(static_cast<std::uint32_t>(person));
                  }
                });
  return found;
}

}  // namespace seedc::data
