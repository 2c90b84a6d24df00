// The schema of a dataset: every path of its items and reviews, with types, how many rows have it,
// and the values found there. Only data structures: runtime/data fills them from data, the compiler
// resolves names with them. Plain data that owns its parts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/language/value.h"

namespace seedc::language {

/// A text and how often it occurs.
using TextCount = std::pair<std::string, std::uint64_t>;

struct SchemaPath {
  Path path;
  std::vector<std::string>
      types;  ///< of the values as read: boolean, integer, real, string, list, object; sorted
  std::uint64_t present = 0;  ///< rows that have a value there
  /// Distinct values by their texts (Python's str), counted up to kMaxDistinct. Objects are
  /// described by their keys instead.
  std::uint64_t distinct = 0;
  /// Texts of values and their counts, most common first, equal counts by text: all of them if
  /// there are at most kListed, otherwise the first kCommonest; texts beyond kMaxTextBytes are left
  /// out.
  std::vector<TextCount> commonest;
  bool is_whole = true;  ///< whether `commonest` has every value
  static constexpr std::uint64_t kMaxDistinct = base::limits::kSchemaValues;
  static constexpr std::size_t kListed = 200;
  static constexpr std::size_t kCommonest = 10;
  static constexpr std::size_t kMaxTextBytes = 200;

  friend bool operator==(const SchemaPath&, const SchemaPath&) = default;
};

struct Schema {
  std::uint64_t items = 0;
  std::uint64_t reviews = 0;
  std::vector<SchemaPath> item_paths;    ///< an object directly precedes its keys
  std::vector<SchemaPath> review_paths;  ///< `text` without values; `user` joined
  /// The entries of the items' `categories` (a list, or a string of them with `, ` between) and
  /// how many items have each, most common first.
  std::vector<TextCount> categories;
  /// The topics of judgement_cache.json and how many reviews are judged for each, most common
  /// first.
  std::vector<TextCount> topics;

  friend bool operator==(const Schema&, const Schema&) = default;
};

}  // namespace seedc::language
