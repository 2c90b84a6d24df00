// The parallel half of loading: a block of lines becomes records and tables of their values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/data/arena.h"
#include "runtime/data/line_blocks.h"
#include "runtime/data/records.h"
#include "runtime/data/table.h"

namespace seedc {

/// What loading keeps of records. Immutable while blocks are parsed.
struct RecordLayout {
  std::vector<ColumnSpec> item_columns;
  std::vector<ColumnSpec> review_columns;
  PathTree item_paths;
  PathTree review_paths;
  bool texts = false;
  /// Users that reviews refer to, by user_id.
  TextMap<std::uint32_t> users;

  RecordLayout(std::vector<ColumnSpec> items, std::vector<ColumnSpec> reviews, bool texts);
};

struct ParsedRecord {
  Record::Kind kind = Record::Kind::Broken;
  std::uint64_t line = 0;  ///< within the block, from 0
  std::string_view id;
  std::string_view owner;
  std::string_view text;
  std::optional<std::string_view> user_id;
  std::string_view reason;
  std::uint32_t row =
      Table::kNoRow;  ///< in the table of its kind; users that no review refers to have none
};

struct ParsedBlock {
  explicit ParsedBlock(const RecordLayout& layout)
      : items(layout.item_columns), reviews(layout.review_columns), users(layout.review_columns) {}

  std::uint64_t byte_count = 0;
  std::uint64_t line_count = 0;
  std::vector<ParsedRecord> records;  ///< in the order of the lines
  Table items;
  Table reviews;
  Table users;  ///< the values of a review that this user would have written
  Arena ids;
  Arena texts;
};

ParsedBlock parse_block(const LineBlock& block, FileKind kind, const RecordLayout& layout,
                        JsonParser& parser);

}  // namespace seedc
