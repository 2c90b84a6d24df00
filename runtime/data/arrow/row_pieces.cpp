// Cuts two streams of rows, items and the reviews beside them, and has what all cutters share.
#include "runtime/data/arrow/row_pieces.h"

#include <utility>

namespace seedc::data::arrow {
namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

/// A stream of rows, and the row that it is at.
class Cursor {
 public:
  explicit Cursor(BatchReader reader)
      : reader_(std::move(reader)), kind_{reader_.name(), reader_.type()} {}

  const RowKind& kind() const { return kind_; }
  bool is_in_batch() const { return batch_ != nullptr && row_ < batch_->rows.length(); }
  bool has_ended() const { return has_ended_; }

  /// Lets the batch go, and pulls another one.
  base::Result<void> pull(bool is_bundle) {
    ids_.reset();
    batch_.reset();
    auto batch = reader_.next();
    if (!batch) return tl::unexpected(batch.error());
    row_ = 0;
    has_ended_ = !batch->has_value();
    if (has_ended_) return {};
    batch_ = std::make_shared<const Batch>(**std::move(batch));
    ids_.emplace(batch_, is_bundle);
    return {};
  }

  std::optional<std::string_view> id() const { return ids_->at(row_); }
  /// How many reviews are in the row's column `reviews`.
  std::int64_t nested_reviews() const {
    const Array* lists = batch_->rows.child("reviews");
    const std::int64_t slot = batch_->rows.child_slot(row_);
    if (!batch_->rows.is_valid(row_) || !lists->is_valid(slot)) return 0;
    const Array::Range range = lists->range(slot);
    return range.end - range.begin;
  }
  std::uint64_t line() const { return batch_->rows_before + static_cast<std::uint64_t>(row_) + 1; }
  /// The row, which is then behind the cursor.
  Rows take() {
    ++row_;
    return {batch_, row_ - 1, row_};
  }

 private:
  BatchReader reader_;
  RowKind kind_;
  std::shared_ptr<const Batch> batch_;
  std::optional<RowIds> ids_;
  std::int64_t row_ = 0;
  bool has_ended_ = false;
};

class TwoStreams final : public RowCutter {
 public:
  TwoStreams(Cursor items, std::optional<Cursor> reviews, const base::Call& call, PieceSize size)
      : items_(std::move(items)),
        reviews_(std::move(reviews)),
        size_(size),
        call_(call),
        steps_(call_, kRowsPerCheck) {}

  const RowKind& items() const override { return items_.kind(); }
  const RowKind* reviews() const override { return reviews_ ? &reviews_->kind() : nullptr; }

  base::Result<std::optional<RowPiece>> next(const ItemLayout& layout) override {
    RowPiece piece;
    while (!is_full(piece)) {
      if (!items_.is_in_batch()) {
        if (!piece.items.is_empty()) break;
        if (items_.has_ended()) return rest();
        if (auto pulled = items_.pull(layout.is_bundle); !pulled)
          return tl::unexpected(pulled.error());
        is_begun_ = false;
        continue;
      }
      const auto id = items_.id();
      if (!std::exchange(is_begun_, true)) {
        if (auto sorted = begin_item(id); !sorted) return tl::unexpected(sorted.error());
      }
      const auto complete = id ? take_reviews(*id, piece) : base::Result<bool>(true);
      if (!complete) return tl::unexpected(complete.error());
      if (!*complete) break;
      piece.review_count += layout.has_reviews ? items_.nested_reviews() : open_.count();
      piece.items.add(items_.take());
      piece.reviews.add(std::exchange(open_, {}));
      is_begun_ = false;
    }
    return piece;
  }

 private:
  bool is_full(const RowPiece& piece) const {
    return piece.items.count() >= size_.items || piece.review_count >= size_.reviews;
  }

  /// Collects the reviews that come up to the id's. False if the next batch is needed, and items
  /// of the piece need not wait for it.
  base::Result<bool> take_reviews(std::string_view id, const RowPiece& piece) {
    if (!reviews_) return true;
    Cursor& reviews = *reviews_;
    while (!reviews.has_ended()) {
      if (!reviews.is_in_batch()) {
        if (!piece.items.is_empty()) return false;
        if (auto pulled = reviews.pull(/*is_bundle=*/false); !pulled)
          return tl::unexpected(pulled.error());
        is_checked_ = false;
        continue;
      }
      const auto owner = reviews.id();
      if (owner && !std::exchange(is_checked_, true)) {
        if (auto sorted = check_review(*owner); !sorted) return tl::unexpected(sorted.error());
      }
      if (owner && *owner > id) return true;
      take_review();
    }
    return true;
  }

  void take_review() {
    steps_.step();
    open_.add(reviews_->take());
    is_checked_ = false;
  }

  /// Reviews whose items did not come.
  base::Result<std::optional<RowPiece>> rest() {
    RowPiece piece;
    if (!reviews_) return std::nullopt;
    Cursor& reviews = *reviews_;
    while (!reviews.has_ended() && piece.reviews.count() < size_.reviews) {
      if (!reviews.is_in_batch()) {
        if (!open_.is_empty()) break;
        if (auto pulled = reviews.pull(/*is_bundle=*/false); !pulled)
          return tl::unexpected(pulled.error());
        continue;
      }
      const auto owner = reviews.id();
      if (owner && !std::exchange(is_checked_, true)) {
        if (auto sorted = check_review(*owner); !sorted) return tl::unexpected(sorted.error());
      }
      take_review();
    }
    piece.reviews = std::exchange(open_, {});
    if (piece.reviews.is_empty()) return std::nullopt;
    return piece;
  }

  base::Result<void> begin_item(std::optional<std::string_view> id) {
    steps_.step();
    if (!id) return {};
    if (last_item_ && *id == *last_item_) {
      return base::fail_with_help<base::ErrorCode::RepeatedItem>(
          "an item has one row, and rows of a stream are sorted by `business_id`", items_.line(),
          items_.kind().name, *id);
    }
    if (last_item_ && *id < *last_item_) return fail_order(items_, *id, *last_item_);
    last_item_ = *id;
    return {};
  }

  base::Result<void> check_review(std::string_view owner) {
    if (last_owner_ && owner < *last_owner_) return fail_order(*reviews_, owner, *last_owner_);
    if (last_owner_ != owner) last_owner_ = owner;
    return {};
  }

  static tl::unexpected<base::Error> fail_order(const Cursor& cursor, std::string_view id,
                                                std::string_view last) {
    return fail_row_order(cursor.kind().name, cursor.line(), id, last);
  }

  Cursor items_;
  std::optional<Cursor> reviews_;
  PieceSize size_;
  base::Call call_;  // goes on as long as rows are asked for
  base::StepCounter steps_;
  RowList open_;             ///< reviews of the item that the cursor is at, so far
  bool is_begun_ = false;    ///< whether that item's id was compared
  bool is_checked_ = false;  ///< whether the id of the review that its cursor is at was
  std::optional<std::string> last_item_, last_owner_;
};

}  // namespace

void RowList::add(const Rows& more) {
  count_ += more.end - more.begin;
  if (!rows_.empty() && rows_.back().batch == more.batch) {
    rows_.back().end = more.end;
  } else {
    rows_.push_back(more);
  }
}

void RowList::add(const RowList& more) {
  const std::int64_t count = count_ + more.count_;
  for (const Rows& rows : more.rows_) add(rows);
  count_ = count;
}

std::shared_ptr<const Table> RowList::table(const RowKind& kind) const {
  std::vector<Batch> batches;
  for (const Rows& rows : rows_) batches.push_back(rows.batch->slice(rows.begin, rows.end));
  return std::make_shared<const Table>(kind.name, kind.type, std::move(batches));
}

RowIds::RowIds(std::shared_ptr<const Batch> batch, bool is_bundle) : batch_(std::move(batch)) {
  owner_ = is_bundle ? batch_->rows.child("business") : &batch_->rows;
  column_ = owner_->child("business_id");
}

std::optional<std::string_view> RowIds::at(std::int64_t row) const {
  if (!batch_->is_record(row)) return std::nullopt;
  const std::int64_t slot = owner_ == &batch_->rows ? row : batch_->rows.child_slot(row);
  if (!owner_->is_valid(slot)) return std::nullopt;
  return text_at(*column_, owner_->child_slot(slot));
}

void RowPiece::add(RowPiece&& more) {
  items.add(more.items);
  reviews.add(more.reviews);
  extractions.add(more.extractions);
  review_count += more.review_count;
  more = {};
}

OpenedCutter cutter_of_streams(OwnedStream items, OwnedStream reviews, const base::Call& call,
                               PieceSize size) {
  const Limits limits{.rows = UINT64_MAX, .call = call};
  auto item_reader = BatchReader::open(std::move(items), "items", limits);
  if (!item_reader) return tl::unexpected(item_reader.error());
  std::optional<Cursor> beside;
  if (reviews.is_there()) {
    auto reader = BatchReader::open(std::move(reviews), "reviews", limits);
    if (!reader) return tl::unexpected(reader.error());
    beside.emplace(*std::move(reader));
  }
  return std::make_unique<TwoStreams>(Cursor(*std::move(item_reader)), std::move(beside), call,
                                      size);
}

tl::unexpected<base::Error> fail_row_order(const std::string& stream, std::uint64_t line,
                                           std::string_view id, std::string_view last) {
  return base::fail_with_help<base::ErrorCode::UnsortedStream>(
      "rows of a stream are sorted by `business_id`, by bytes, and an id does not come back; "
      "sort them, or give them as tables",
      line, stream, id, last);
}

}  // namespace seedc::data::arrow
