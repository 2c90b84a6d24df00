// The parallel part of loading: a block of lines becomes records and tables of their values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/data/jsonl/records.h"
#include "runtime/data/jsonl/row_coder.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/hash_index.h"
#include "runtime/data/model/table.h"

namespace seedc::data {

/// Which parts of records are kept. Immutable while blocks are parsed.
struct RecordLayout {
  std::vector<ColumnSpec> item_columns;
  std::vector<ColumnSpec> review_columns;
  RecordPaths paths;
  bool texts = false;
  /// Users that reviews refer to, by user_id.
  base::TextMap<std::uint32_t> users;

  RecordLayout(std::vector<ColumnSpec> items, std::vector<ColumnSpec> reviews, bool texts);
};

struct ParsedRecord {
  Record::Kind kind = Record::Kind::Broken;
  std::uint64_t line = 0;  ///< within the block, from 0
  HashedText id;
  std::optional<HashedText> owner;  ///< Review: std::nullopt if its item has no id
  std::string_view text;
  std::optional<std::string_view> user_id;
  std::string_view reason;
  std::uint32_t row =
      Table::kNoRow;  ///< in the table of its kind; users that no review refers to have no row
};

/// Ids, texts and the keys of tables are stored in the parser's memory.
struct ParsedBlock {
  ParsedBlock(const RecordLayout& layout, const base::Call& call)
      : charge(call, "a part of a file"),
        items(layout.item_columns.size()),
        reviews(layout.review_columns.size()),
        users(layout.review_columns.size()),
        others(call) {}

  base::MemoryCharge charge;  ///< of the records and the tables
  std::uint64_t byte_count = 0;
  std::uint64_t line_count = 0;
  std::vector<ParsedRecord> records;  ///< in the order of the lines
  Table items;
  Table reviews;
  Table users;   ///< the values that reviews of this user get
  Arena others;  ///< ids of records that other records refer to
};

/// Parses one block after another. Not thread-safe: one parser per thread.
class BlockParser {
 public:
  /// The layout must outlive the parser.
  BlockParser(const RecordLayout& layout, const base::Call& call)
      : layout_(layout), call_(call), reader_(layout.paths), memory_(call) {}

  ParsedBlock parse(const LineBlock& block, FileKind kind);
  /// The memory of the ids, texts and keys of all parsed blocks.
  Arena take_memory() { return std::move(memory_); }

 private:
  struct RowCoders {
    RowCoder items, reviews, users;
  };
  ParsedRecord parsed(const Record& record, std::uint64_t line, ParsedBlock& block,
                      RowCoders& coders);
  std::uint32_t add_row(const Record& record, std::string_view id, RowCoders& coders);

  const RecordLayout& layout_;
  base::Call call_;
  RecordReader reader_;
  Arena memory_;
  std::size_t usual_records_ = 0;  ///< per block, with some reserve
};

}  // namespace seedc::data
