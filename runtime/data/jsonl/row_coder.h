// Turns the values at places of a record into codes of a table's dictionaries.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/data/jsonl/path_tree.h"
#include "runtime/data/model/short_text.h"
#include "runtime/data/model/table.h"

namespace seedc::data {

/// Per-thread state of coding.
struct CodingTools {
  JsonTokens& tokens;  ///< of the records
  JsonParser& parser;
  Arena& keys;   ///< of the dictionaries, for as long as the block
  Arena& texts;  ///< of the dictionaries, for as long as the dataset
  std::size_t block_bytes;
};

/// Codes the rows of one block of lines, whose texts must outlive the coder.
class RowCoder {
 public:
  RowCoder(const std::vector<ColumnSpec>& specs, Table& table, const CodingTools& tools)
      : specs_(specs),
        table_(table),
        tools_(tools),
        recent_bits_(recent_bits(tools.block_bytes)),
        known_(specs.size()),
        codes_(specs.size()) {}

  /// Adds a row to the table, with places[c] the place of column c. Returns its index.
  std::uint32_t add_row(std::span<const Place> places);

 private:
  /// Codes by texts as written, each of which is read once.
  struct KnownTexts {
    struct Entry {
      std::string_view text;
      std::uint32_t depth, code;
    };
    std::vector<Entry> entries;
    HashIndex index;
  };
  /// The last coded value for each hash of short texts.
  struct Recent {
    ShortText text;
    std::uint32_t depth = 0, code = 0;
  };
  /// The last object of which only the keys count; code 0: none yet.
  struct UsualObject {
    std::vector<JsonText> keys;
    std::uint32_t code = 0;
  };
  static constexpr std::size_t kColumnsOfRecent = 64;

  /// Few for a line of a stream, 512 entries for a large block.
  static unsigned recent_bits(std::size_t block_bytes);
  std::uint32_t code_of(std::size_t column, const Place& place);
  std::uint32_t code_of_short(std::size_t column, const Place& place);
  bool is_added_as_text(std::size_t column, const Place& place) const;
  std::uint32_t code_of_any(std::size_t column, const Place& place);
  std::uint32_t code_of_known(std::size_t column, const Place& place);
  std::uint32_t code_of_object(std::size_t column, const Place& place);
  std::uint32_t code_by_key(std::size_t column, const Place& place);
  void write_key(const Place& place, const ColumnSpec& spec);
  bool has_only_columns(const ColumnSpec& spec);
  void write_members();
  std::string_view name_of(const JsonText& key);
  language::Value value_of(const Place& place, const ColumnSpec& spec);

  const std::vector<ColumnSpec>& specs_;
  Table& table_;
  CodingTools tools_;
  unsigned recent_bits_;
  /// For each column 2^recent_bits_ entries, by hash; none before the first row, which a coder of
  /// another kind of records never gets, and none beyond the first columns: with many columns they
  /// would only evict each other.
  std::vector<Recent> recent_;
  std::vector<KnownTexts> known_;      ///< per column
  std::vector<UsualObject> usual_;     ///< per column; none before the first object
  std::vector<JsonText> object_keys_;  ///< of the last one
  std::vector<std::uint32_t> codes_;
  std::string key_;
};

}  // namespace seedc::data
