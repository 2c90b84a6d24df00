// Finds the members of circles; each distinct name is decided once.
#include "runtime/exec/circle.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace seedc::exec {
namespace {

using Names = std::unordered_set<std::string_view>;

constexpr std::uint32_t kPeoplePerCheck = 1024;

/// The first friend of the person for whom `holds` returns true; std::nullopt if there is none.
template <class Holds>
std::optional<std::string_view> find_friend(const data::FriendGraph& graph, std::uint32_t person,
                                            const Holds& holds) {
  for (const std::uint32_t number : graph.friends(person)) {
    if (holds(graph.name(number))) return graph.name(number);
  }
  return std::nullopt;
}

/// The first friend of the person that is in `names`; std::nullopt if there is none.
std::optional<std::string_view> friend_in(const data::FriendGraph& graph,
                                          std::optional<std::uint32_t> person, const Names& names) {
  if (!person) return std::nullopt;
  return find_friend(graph, *person,
                     [&](std::string_view friend_name) { return names.contains(friend_name); });
}

/// All people who list one of `names` as a friend.
Names befriended(const data::FriendGraph& graph, const Names& names, const base::Call& call) {
  base::StepCounter steps(call, kPeoplePerCheck);
  Names found;
  for (std::uint32_t person = 0; person < graph.person_count(); ++person) {
    steps.step();
    if (friend_in(graph, person, names)) found.insert(graph.name(person));
  }
  return found;
}

/// The anchors and everyone in the graph who belongs to the circle.
Names names_in_circle(const language::Circle& circle, const data::FriendGraph& graph,
                      const base::Call& call) {
  const Names anchors(circle.friends.begin(), circle.friends.end());
  Names members = anchors;
  Names last = anchors;
  for (int hop = 1; hop <= circle.hops; ++hop) {
    last = befriended(graph, last, call);
    members.insert(last.begin(), last.end());
  }
  return members;
}

std::vector<std::string> connection(const language::Circle& circle, const std::string& name,
                                    const Names& anchors, const data::FriendGraph& graph) {
  if (anchors.contains(name)) return {name};
  const auto person = graph.find(name);
  if (const auto anchor = friend_in(graph, person, anchors)) return {name, std::string(*anchor)};
  if (circle.hops < 2 || !person) return {};
  const auto between = find_friend(graph, *person, [&](std::string_view friend_name) {
    return friend_in(graph, graph.find(friend_name), anchors).has_value();
  });
  if (!between) return {};
  const auto anchor = friend_in(graph, graph.find(*between), anchors);
  return {name, std::string(*between), std::string(*anchor)};
}

}  // namespace

std::vector<std::uint8_t> circle_members(const language::Circle& circle,
                                         const data::Dataset& dataset) {
  const Names members = names_in_circle(circle, dataset.friend_graph(), dataset.call());
  const std::vector<language::Value>& names = dataset.reviewer_names().values;
  std::vector<std::uint8_t> is_member(names.size(), 0);
  base::StepCounter steps(dataset.call(), kPeoplePerCheck);
  for (std::size_t code = 1; code < names.size(); ++code) {
    steps.step();
    const auto* name = names[code].as<std::string>();
    is_member[code] = name != nullptr && members.contains(*name) ? 1 : 0;
  }
  return is_member;
}

std::vector<std::vector<std::string>> connections(const language::Circle& circle,
                                                  std::span<const std::string> names,
                                                  const data::Dataset& dataset) {
  const Names anchors(circle.friends.begin(), circle.friends.end());
  std::vector<std::vector<std::string>> out;
  for (const std::string& name : names)
    out.push_back(connection(circle, name, anchors, dataset.friend_graph()));
  return out;
}

}  // namespace seedc::exec
