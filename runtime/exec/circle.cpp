// Finds the members of circles; each distinct name is decided once.
#include "runtime/exec/circle.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace seedc::exec {
namespace {

using Names = std::unordered_set<std::string_view>;

/// The first friend of the person for whom `holds` returns true.
template <class Holds>
std::optional<std::uint32_t> find_friend(const data::FriendGraph& graph, std::uint32_t person,
                                         const Holds& holds) {
  for (const std::uint32_t number : graph.friends(person)) {
    if (holds(number)) return number;
  }
  return std::nullopt;
}

/// The anchors as they are written, and the ids of users whose name is written.
struct Anchors {
  Names written, users;

  /// Whether that is the name of an anchor in the graph of that number.
  bool has(std::uint32_t graph, std::string_view name) const {
    return written.contains(name) || (graph == 0 && users.contains(name));
  }
};

Anchors anchors_of(const language::Circle& circle, const data::FriendGraph& graph,
                   const base::Call& call) {
  Anchors anchors{.written = {circle.friends.begin(), circle.friends.end()}, .users = {}};
  for (const std::string& name : circle.friends) {
    for (const std::uint32_t user : graph.users_named(name, call))
      anchors.users.insert(graph.name(user));
  }
  return anchors;
}

/// Whether a person of any graph, or a friend of one, is an anchor.
bool is_anchor(const data::FriendGraph& graph, std::uint32_t number, const Anchors& anchors) {
  return anchors.has(graph.is_own(number) ? 1 : 0, graph.name(number));
}

/// The same for each number. A graph has many more friendships than people: each then costs a bit,
/// and no name is looked up.
std::vector<bool> all_anchors(const data::FriendGraph& graph, const Anchors& anchors,
                              const base::Call& call) {
  base::StepCounter steps(call, data::FriendGraph::kPeoplePerCheck);
  std::vector<bool> are_anchors(graph.names().size());
  for (std::uint32_t number = 0; number < are_anchors.size(); ++number) {
    steps.step();
    are_anchors[number] = is_anchor(graph, number, anchors);
  }
  return are_anchors;
}

/// A friend who is an anchor.
std::optional<std::uint32_t> anchor_of(const data::FriendGraph& graph, std::uint32_t person,
                                       const Anchors& anchors) {
  return find_friend(graph, person,
                     [&](std::uint32_t number) { return is_anchor(graph, number, anchors); });
}

/// Whether a friend's number is that of a person with friends.
bool is_person(const data::FriendGraph& graph, std::uint32_t number) {
  return number < graph.person_count();
}

/// For each person of any graph whether they are in the circle.
std::vector<bool> people_in_circle(const language::Circle& circle,
                                   const std::vector<bool>& are_anchors,
                                   const data::FriendGraph& graph, const base::Call& call) {
  base::StepCounter steps(call, data::FriendGraph::kPeoplePerCheck);
  std::vector<bool> members(are_anchors.begin(), are_anchors.begin() + graph.person_count());
  const auto add_friends_of = [&](const auto& holds) {
    for (std::uint32_t person = 0; person < graph.person_count(); ++person) {
      steps.step();
      members[person] = members[person] || find_friend(graph, person, holds);
    }
  };
  if (circle.hops < 1) return members;
  add_friends_of([&](std::uint32_t number) { return are_anchors[number]; });
  if (circle.hops < 2) return members;
  const std::vector<bool> first = members;
  add_friends_of([&](std::uint32_t number) { return is_person(graph, number) && first[number]; });
  return members;
}

std::vector<std::string> connection(const language::Circle& circle, const NameInGraph& name,
                                    const Anchors& anchors, const data::FriendGraph& graph) {
  const auto text = [&](std::uint32_t number) { return std::string(graph.name(number)); };
  if (anchors.has(name.graph, name.name)) return {name.name};
  const auto person = graph.find(name.graph, name.name);
  if (!person) return {};
  if (const auto anchor = anchor_of(graph, *person, anchors)) return {name.name, text(*anchor)};
  if (circle.hops < 2) return {};
  const auto between = find_friend(graph, *person, [&](std::uint32_t number) {
    return is_person(graph, number) && anchor_of(graph, number, anchors);
  });
  if (!between) return {};
  return {name.name, text(*between), text(*anchor_of(graph, *between, anchors))};
}

}  // namespace

std::vector<std::uint8_t> circle_members(const language::Circle& circle,
                                         const data::Dataset& dataset) {
  const data::FriendGraph& graph = dataset.friend_graph();
  const Anchors anchors = anchors_of(circle, graph, dataset.call());
  const std::vector<bool> members =
      people_in_circle(circle, all_anchors(graph, anchors, dataset.call()), graph, dataset.call());
  const std::span<const std::uint32_t> people = dataset.people_of_reviewers();
  const std::vector<language::Value>& names = dataset.reviewers().values;
  std::vector<std::uint8_t> is_member(names.size(), 0);
  base::StepCounter steps(dataset.call(), data::FriendGraph::kPeoplePerCheck);
  for (std::uint32_t code = 1; code < names.size(); ++code) {
    steps.step();
    const auto* name = names[code].as<std::string>();
    if (name == nullptr) continue;
    const std::uint32_t person = people[code];
    const bool is_in = person == data::Dataset::kNobody
                           ? anchors.has(dataset.graph_of_reviewer(code), *name)
                           : members[person];
    is_member[code] = is_in ? 1 : 0;
  }
  return is_member;
}

std::vector<std::vector<std::string>> connections(const language::Circle& circle,
                                                  std::span<const NameInGraph> reviewers,
                                                  const data::Dataset& dataset) {
  const Anchors anchors = anchors_of(circle, dataset.friend_graph(), dataset.call());
  std::vector<std::vector<std::string>> out;
  for (const NameInGraph& reviewer : reviewers)
    out.push_back(connection(circle, reviewer, anchors, dataset.friend_graph()));
  return out;
}

std::vector<std::size_t> users_of_anchors(const language::Circle& circle,
                                          const data::Dataset& dataset) {
  const data::FriendGraph& graph = dataset.friend_graph();
  std::vector<std::size_t> counts;
  if (!graph.is_of_users()) return counts;
  for (const std::string& anchor : circle.friends) {
    const std::vector<std::uint32_t> named = graph.users_named(anchor, dataset.call());
    const auto by_id = graph.find(0, anchor);
    const bool is_another = by_id && !std::ranges::binary_search(named, *by_id);
    counts.push_back(named.size() + (is_another ? 1 : 0));
  }
  return counts;
}

}  // namespace seedc::exec
