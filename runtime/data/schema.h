// What a dataset holds: every path of its items and reviews, with types, how many have it, and the
// commonest values.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/contract/result.h"
#include "runtime/contract/value.h"

namespace seedc {

struct SchemaPath {
  Path path;
  std::vector<std::string>
      types;  ///< of the values as read: boolean, integer, real, string, list, object; sorted
  std::uint64_t present = 0;  ///< rows that have a value there
  /// Distinct values by their texts (Python's str), counted up to kMaxDistinct. Objects are
  /// described by their keys, not by texts.
  std::uint64_t distinct = 0;
  /// The commonest texts of values and their counts, most common first, equal counts by text; of
  /// texts beyond kMaxTextBytes none.
  std::vector<std::pair<std::string, std::uint64_t>> commonest;
  static constexpr std::uint64_t kMaxDistinct = 10'000;
  static constexpr std::size_t kCommonest = 10;
  static constexpr std::size_t kMaxTextBytes = 200;
};

struct Schema {
  std::uint64_t items = 0;
  std::uint64_t reviews = 0;
  std::vector<SchemaPath> item_paths;    ///< an object directly before its keys
  std::vector<SchemaPath> review_paths;  ///< `text` without values; `user` joined
};

/// Reads it from a folder or a bundle, records that loading would skip left out. Paths beyond
/// kMaxSchemaPaths of items, or of reviews, are left out too.
Result<Schema> read_schema(const std::string& path);
constexpr std::size_t kMaxSchemaPaths = 10'000;

}  // namespace seedc
