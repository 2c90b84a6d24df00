// Lists of an item's rows that a Formula Seed returns (semantics.md section 6, Lists): which rows,
// in which order, and what of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace seedc::contract {

/// What a row gives to a list.
struct ListSource {
  enum class Of : std::uint8_t {
    Data,  ///< number: a load of the program; its value as it is read, lists and objects too
    Kept,  ///< number: a kept column of the program
  };
  Of of = Of::Data;
  std::uint32_t number = 0;
  friend bool operator==(const ListSource&, const ListSource&) = default;
};

struct ListSpec {
  static constexpr std::int64_t kUsualLimit = 10;
  static constexpr std::int64_t kMostValues = 1000;

  std::vector<ListSource> values;
  std::vector<std::string> keys;  ///< one per value, of objects; or none: the value itself
  std::optional<ListSource> order;
  bool descending = false;
  /// A boolean that is never null, or std::nullopt: all rows.
  std::optional<ListSource> where;
  std::uint32_t limit = kUsualLimit;
  std::uint32_t step = 0;              ///< its number in the formula
  std::vector<std::uint32_t> outputs;  ///< the outputs that it is

  bool has_objects() const { return !keys.empty(); }
};

}  // namespace seedc::contract
