// The records in the tables of a dataset: which rows count, by their ids, in which order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/base/text_map.h"
#include "runtime/data/arrow/table.h"
#include "runtime/data/jsonl/loader.h"
#include "runtime/data/jsonl/registry.h"
#include "runtime/data/model/arena.h"
#include "runtime/data/model/table.h"

namespace seedc::data::arrow {

/// The tables of a dataset; all but `items` may be null. Rows of items have a `business_id` and are
/// the items, or they are lines of a bundle with a `business`; without a table of reviews their
/// column `reviews`, a list of structs, has the item's reviews.
struct Tables {
  std::shared_ptr<const Table> items, reviews, users, friends, judgements;
};

/// How the rows of items are to be read.
struct ItemLayout {
  bool is_bundle = false;    ///< the item is in the column `business`
  bool has_reviews = false;  ///< its reviews are in the column `reviews`
};

/// Checks that rows have that column, and that it is text. Fails (Data) with the nearest name;
/// `table` is theirs in messages.
base::Result<void> check_text(const Type& rows, const char* name, const std::string& table);

/// Checks that the tables have the columns that identify records. Fails (Data) with the nearest
/// name if one is absent or no text, (Usage) if there are no items.
base::Result<ItemLayout> check_tables(const Tables& tables);

/// Records of one batch: slots of an array of structs.
struct RowSet {
  Array structs;
  std::vector<std::int64_t> slots;
};

/// The rows of a table of users, by their ids. Immutable.
class UserRows {
 public:
  /// What is left out is logged. The table outlives this.
  UserRows(const Table& table, LoadLog& log, const base::Call& call);

  /// A row of a batch of the table.
  struct Row {
    std::uint32_t batch = 0;
    std::int64_t slot = 0;
  };
  std::optional<Row> find(std::string_view id) const;
  const Table& table() const { return *table_; }

 private:
  const Table* table_;
  base::MemoryCharge charge_;
  Arena ids_;
  base::TextMap<Row> rows_;
};

/// Walks the tables in order; what is left out is logged. The registry's ids are stored here.
class TableRecords {
 public:
  /// More than `most` items, or reviews, are an error; `beside` says what of `own` is read. All
  /// that is given outlives it.
  TableRecords(const Tables& tables, ItemLayout layout, FilesBeside beside, std::uint64_t most,
               LoadLog& log, Registry& registry, const base::Call& call)
      : tables_(tables),
        layout_(layout),
        beside_(beside),
        most_(most),
        log_(log),
        registry_(registry),
        charge_(call, "the rows of tables"),
        steps_(call, kRecordsPerCheck),
        user_ids_(call) {
    ids = Arena(call);
  }

  static constexpr std::uint32_t kRecordsPerCheck = 4096;

  void read_items_and_reviews(bool with_reviews);
  /// Looks up the users that reviews refer to.
  void join(const UserRows& rows);

  bool awaits_users() const { return !awaited_users_.empty(); }

  // In the order of the tables, one per batch.
  std::vector<RowSet> items, reviews, users;
  /// For each review the number of the user that it refers to, or kNoRow.
  std::vector<std::uint32_t> review_users;
  /// For each of these users the row in `users`, or kNoRow.
  std::vector<std::uint32_t> user_rows;
  Arena ids;
  /// What rows that are lines of a bundle say of their items.
  OwnData own;

  static constexpr std::uint32_t kNoRow = data::Table::kNoRow;

 private:
  struct ReviewColumns;

  void add_own(const Array& rows, std::int64_t row, std::uint64_t line);
  void read_item_rows(const Batch& batch, bool with_reviews);
  std::optional<HashedText> add_item(RowSet& set, std::int64_t slot, std::uint64_t line);
  void add_review(RowSet& set, const ReviewColumns& columns, std::int64_t slot,
                  const std::optional<HashedText>* owner, std::uint64_t line);
  void read_review_rows(const Batch& batch);
  std::uint32_t number_of_user(std::string_view id);
  bool is_done();
  /// Before that many rows are looked at.
  void charge_for(std::int64_t rows);

  const Tables& tables_;
  ItemLayout layout_;
  FilesBeside beside_;
  std::uint64_t most_;
  LoadLog& log_;
  Registry& registry_;
  base::MemoryCharge charge_;
  std::uint64_t row_count_ = 0;
  base::StepCounter steps_;
  Arena user_ids_;
  base::TextMap<std::uint32_t> awaited_users_;
};

}  // namespace seedc::data::arrow
