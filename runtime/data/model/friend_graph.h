// Who names whom as a friend: people and their friends as indices, without pointers, so that a
// snapshot's graph is used in place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/model/flat_array.h"
#include "runtime/data/model/flat_texts.h"

namespace seedc::data {

using FriendLists = std::map<std::string, std::vector<std::string>, std::less<>>;

class FriendGraph {
 public:
  FriendGraph() = default;
  static FriendGraph of(const FriendLists& lists);

  /// `names`: those of people with a list, sorted, then all others. The friends of person p are
  /// `friends` [begins[p], begins[p + 1]), as indices of names.
  FriendGraph(FlatTexts names, FlatArray<std::uint64_t> begins, FlatArray<std::uint32_t> friends)
      : names_(std::move(names)), begins_(std::move(begins)), friends_(std::move(friends)) {}

  /// People with a list of friends; their names are in order.
  std::uint32_t person_count() const {
    return begins_.size() == 0 ? 0 : static_cast<std::uint32_t>(begins_.size() - 1);
  }
  std::optional<std::uint32_t> find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name).has_value(); }
  /// The name of a person, or of a friend, by index.
  std::string_view name(std::uint32_t number) const { return names_[number]; }
  /// In the order of the list.
  std::span<const std::uint32_t> friends(std::uint32_t person) const {
    return friends_.span().subspan(begins_[person], begins_[person + 1] - begins_[person]);
  }

  /// The arrays it consists of.
  const FlatTexts& names() const { return names_; }
  const FlatArray<std::uint64_t>& begins() const { return begins_; }
  const FlatArray<std::uint32_t>& all_friends() const { return friends_; }

 private:
  FlatTexts names_;
  FlatArray<std::uint64_t> begins_;
  FlatArray<std::uint32_t> friends_;
};

}  // namespace seedc::data
