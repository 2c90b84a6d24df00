// The parallel part of loading: a block of lines becomes records and tables of their values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/text_map.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/data/jsonl/records.h"
#include "runtime/data/jsonl/row_coder.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/hash_index.h"
#include "runtime/data/model/searched_texts.h"
#include "runtime/data/model/table.h"

namespace seedc::data {

/// Which parts of records are kept. Immutable while blocks are parsed.
struct RecordLayout {
  std::vector<ColumnSpec> item_columns;
  std::vector<ColumnSpec> review_columns;
  RecordPaths paths;
  bool texts = false;
  /// If present, texts that it decides are not kept.
  std::shared_ptr<const text::LiteralSearch> searches = {};
  /// Where texts may be spilled (GroupedTexts), if they are read in the order of items only.
  std::optional<std::string> texts_beside = {};
  /// Of lines of a bundle: their own friend graphs, and judgements.
  bool own_friends = false, own_judgements = false;
  /// Users that reviews refer to, by user_id.
  base::TextMap<std::uint32_t> users;
  bool friends = false;  ///< of users

  RecordLayout(std::vector<ColumnSpec> items, std::vector<ColumnSpec> reviews, bool texts);
};

/// The column of ParsedBlock::text_keys; none if texts are not searched.
std::span<const ColumnSpec> text_key_columns(const RecordLayout& layout);

struct ParsedRecord {
  Record::Kind kind = Record::Kind::Broken;
  std::uint64_t line = 0;  ///< within the block, from 0
  HashedText id;
  std::optional<HashedText> owner;  ///< Review: std::nullopt if its item has no id
  std::string_view text;
  bool has_odd_text = false;  ///< as of Record
  std::optional<std::string_view> user_id;
  std::string_view reason;
  std::uint32_t user = Table::kNoRow;  ///< User: in `friends` of the block
  std::uint32_t row =
      Table::kNoRow;  ///< in the table of its kind; users that no review refers to have no row
};

/// What the line of an item says of itself, as JSON; empty if it says nothing.
struct OwnText {
  std::size_t record = 0;  ///< the item's
  std::string_view friend_graph, judgements;
};

/// The friends of a user, by id.
struct ParsedFriends {
  std::string_view name;
  std::vector<HashedText> ids;
  std::string_view reason;  ///< why some, or all, are left out; empty if none is
};

/// Ids and texts are stored in the parser's memory.
struct ParsedBlock {
  ParsedBlock(const RecordLayout& layout, const base::Call& call, Arena memory)
      : charge(call, "a part of a file"),
        items(layout.item_columns),
        reviews(layout.review_columns),
        users(layout.review_columns),
        text_keys(text_key_columns(layout)),
        others(std::move(memory)) {}

  base::MemoryCharge charge;  ///< of the records and the tables
  std::uint64_t byte_count = 0;
  std::uint64_t stored_bytes = 0;  ///< of the file, for the block
  std::uint64_t line_count = 0;
  std::vector<ParsedRecord> records;  ///< in the order of the lines
  std::vector<OwnText> own_texts;     ///< of some items, in their order
  Table items;
  Table reviews;
  Table users;  ///< the values that reviews of this user get
  /// Of each review the key of its text (TextSearcher), if texts are searched.
  Table text_keys;
  /// The keys of the tables, ids of records that other records refer to, own texts, and the texts
  /// of reviews that are grouped.
  Arena others;
  std::vector<ParsedFriends> friends;  ///< of users, if the layout requests them
};

/// Parses one block after another. Not thread-safe: one parser per thread.
class BlockParser {
 public:
  /// The layout must outlive the parser.
  BlockParser(const RecordLayout& layout, const base::Call& call)
      : layout_(layout), call_(call), reader_(layout.paths), memory_(call), decoded_(call) {
    if (layout.searches) searcher_.emplace(layout.searches);
  }

  /// `spare`: an arena of the call, that of a block which is no longer needed, cleared.
  ParsedBlock parse(const LineBlock& block, FileKind kind, Arena spare);
  /// The memory of the ids and texts of all blocks since it was taken last.
  Arena take_memory() { return std::exchange(memory_, Arena(call_)); }

 private:
  struct RowCoders {
    RowCoder items, reviews, users;
  };
  void add_own(const Record& record, ParsedBlock& block) const;
  ParsedRecord parsed(const Record& record, std::uint64_t line, ParsedBlock& block,
                      RowCoders& coders);
  std::string_view text_of(const Record& review, ParsedBlock& block);
  ParsedFriends friends_of(const Record& user, Arena& memory);
  std::uint32_t add_row(const Record& record, std::string_view id, RowCoders& coders);

  const RecordLayout& layout_;
  base::Call call_;
  RecordReader reader_;
  Arena memory_;
  std::optional<TextSearcher> searcher_;
  Arena decoded_;                  ///< the text that is searched
  std::size_t usual_records_ = 0;  ///< per block, with some reserve
};

}  // namespace seedc::data
