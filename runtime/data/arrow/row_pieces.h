// Cuts streams of sorted rows into pieces of complete items: two streams side by side, or one in
// which each item is followed by its reviews.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/data/arrow/batches.h"
#include "runtime/data/arrow/table.h"
#include "runtime/data/arrow/table_records.h"

namespace seedc::data::arrow {

/// What the rows of one kind are called in messages, and their type.
struct RowKind {
  std::string name;
  std::shared_ptr<const Type> type;
};

/// Consecutive rows of a batch.
struct Rows {
  std::shared_ptr<const Batch> batch;
  std::int64_t begin = 0, end = 0;
};

/// Rows of one kind, in order: all of that kind between the first and the last.
class RowList {
 public:
  bool is_empty() const { return rows_.empty(); }
  /// Without those of another kind between them.
  std::int64_t count() const { return count_; }
  const std::vector<Rows>& all() const { return rows_; }

  void add(const Rows& more);
  void add(const RowList& more);
  std::shared_ptr<const Table> table(const RowKind& kind) const;

 private:
  std::vector<Rows> rows_;
  std::int64_t count_ = 0;
};

/// The column `business_id` of a batch.
class RowIds {
 public:
  RowIds(std::shared_ptr<const Batch> batch, bool is_bundle);
  /// std::nullopt if the row is not a record with an id.
  std::optional<std::string_view> at(std::int64_t row) const;

 private:
  std::shared_ptr<const Batch> batch_;
  const Array* owner_;
  const Array* column_;
};

/// Complete items, and their reviews and extractions if they come beside them.
struct RowPiece {
  RowList items, reviews, extractions;
  std::int64_t review_count = 0;  ///< of nested ones too

  void add(RowPiece&& more);
};

/// How much of the streams is one piece.
struct PieceSize {
  std::int64_t items = 4096;
  std::int64_t reviews = 65536;
};

/// Used by one thread at a time.
class RowCutter {
 public:
  RowCutter() = default;
  RowCutter(const RowCutter&) = delete;
  RowCutter& operator=(const RowCutter&) = delete;
  virtual ~RowCutter() = default;

  virtual const RowKind& items() const = 0;
  /// A null pointer if there is no stream of reviews.
  virtual const RowKind* reviews() const = 0;
  /// A null pointer if none come in the stream.
  virtual const RowKind* extractions() const { return nullptr; }

  /// The next items whose reviews are complete, or reviews whose items did not come; std::nullopt
  /// at the end. Rows are those of the layout. Fails (Data) if a stream fails or is not sorted; is
  /// not called again then.
  virtual base::Result<std::optional<RowPiece>> next(const ItemLayout& layout) = 0;
};

using OpenedCutter = base::Result<std::unique_ptr<RowCutter>>;

/// Items, and reviews if they come beside them (else a stream that is not there). Reads the types.
/// Fails as BatchReader::open.
OpenedCutter cutter_of_streams(OwnedStream items, OwnedStream reviews, const base::Call& call,
                               PieceSize size);

/// Rows with the structs `item`, `review` and `extraction`, all but one of which are null in each;
/// all but `item` may be absent. Extractions are those of the items beside which they come. Fails
/// also (Data) if there are no items, or a column is not a struct.
OpenedCutter cutter_of_rows(OwnedStream rows, const base::Call& call, PieceSize size);

/// An id that comes after a greater one, in a row of a stream.
tl::unexpected<base::Error> fail_row_order(const std::string& stream, std::uint64_t line,
                                           std::string_view id, std::string_view last);

}  // namespace seedc::data::arrow
