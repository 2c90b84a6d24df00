// Cuts streams of rows into pieces of complete items.
#include "runtime/data/arrow/row_stream.h"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/data/arrow/table_loader.h"
#include "runtime/data/record_source.h"

namespace seedc::data::arrow {
namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

/// Consecutive rows of a batch.
struct Rows {
  std::shared_ptr<const Batch> batch;
  std::int64_t begin = 0, end = 0;
};

/// Rows of one stream, in order.
class RowList {
 public:
  bool is_empty() const { return rows_.empty(); }
  std::int64_t count() const { return count_; }
  const std::vector<Rows>& all() const { return rows_; }

  void add(const Rows& more) {
    count_ += more.end - more.begin;
    const bool follow = !rows_.empty() && rows_.back().batch == more.batch;
    if (follow) {
      rows_.back().end = more.end;
    } else {
      rows_.push_back(more);
    }
  }
  void add(const RowList& more) {
    for (const Rows& rows : more.rows_) add(rows);
  }

  std::shared_ptr<const Table> table(const BatchReader& reader) const {
    std::vector<Batch> batches;
    for (const Rows& rows : rows_) batches.push_back(rows.batch->slice(rows.begin, rows.end));
    return std::make_shared<const Table>(reader.name(), reader.type(), std::move(batches));
  }

 private:
  std::vector<Rows> rows_;
  std::int64_t count_ = 0;
};

/// The column `business_id` of a batch.
class Ids {
 public:
  Ids(std::shared_ptr<const Batch> batch, bool is_bundle) : batch_(std::move(batch)) {
    owner_ = is_bundle ? batch_->rows.child("business") : &batch_->rows;
    column_ = owner_->child("business_id");
  }
  /// std::nullopt if the row is not a record with an id.
  std::optional<std::string_view> at(std::int64_t row) const {
    if (!batch_->is_record(row)) return std::nullopt;
    const std::int64_t slot = owner_ == &batch_->rows ? row : batch_->rows.child_slot(row);
    if (!owner_->is_valid(slot)) return std::nullopt;
    return text_at(*column_, owner_->child_slot(slot));
  }

 private:
  std::shared_ptr<const Batch> batch_;
  const Array* owner_;
  const Array* column_;
};

/// A stream of rows, and the row that it is at.
class Cursor {
 public:
  Cursor(BatchReader reader, bool is_bundle) : reader_(std::move(reader)), is_bundle_(is_bundle) {}

  const BatchReader& reader() const { return reader_; }
  bool is_in_batch() const { return batch_ != nullptr && row_ < batch_->rows.length(); }
  bool has_ended() const { return has_ended_; }

  /// Lets the batch go, and pulls another one.
  base::Result<void> pull() {
    ids_.reset();
    batch_.reset();
    auto batch = reader_.next();
    if (!batch) return tl::unexpected(batch.error());
    row_ = 0;
    has_ended_ = !batch->has_value();
    if (has_ended_) return {};
    batch_ = std::make_shared<const Batch>(**std::move(batch));
    ids_.emplace(batch_, is_bundle_);
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
  bool is_bundle_;
  std::shared_ptr<const Batch> batch_;
  std::optional<Ids> ids_;
  std::int64_t row_ = 0;
  bool has_ended_ = false;
};

/// Complete items, and their reviews if they come beside them.
struct Piece {
  RowList items, reviews;
  std::int64_t review_count = 0;  ///< of nested ones too
};

class RowStream final : public PieceStream {
 public:
  struct Parts {
    Cursor items;
    std::optional<Cursor> reviews;
    Tables tables;  ///< those that are held; others are empty, and have the types
    ItemLayout layout;
    PieceSize size;
  };

  RowStream(Parts parts, DataNeeds needs, LoadOptions options)
      : parts_(std::move(parts)),
        needs_(std::move(needs)),
        options_(std::move(options)),
        steps_(options_.call, kRowsPerCheck) {}

  base::Result<std::optional<Dataset>> next() override {
    if (!held_) {
      auto held = hold_tables(parts_.tables, layout_for(needs_), files_for(needs_), options_);
      if (!held) return tl::unexpected(held.error());
      held_ = *std::move(held);
    }
    while (waiting_.empty()) {
      auto piece = next_piece();
      if (!piece) return tl::unexpected(piece.error());
      if (!*piece) return std::nullopt;
      waiting_.push_back(**std::move(piece));
    }
    const Piece piece = std::move(waiting_.front());
    waiting_.pop_front();
    return load(piece);
  }

  base::Error no_items() const override {
    return base::error<base::ErrorCode::NoReadableItem>(parts_.items.reader().name())
        .with_help("each row needs its `business_id`");
  }

 private:
  base::Result<std::optional<Dataset>> load(const Piece& piece) {
    Tables tables = parts_.tables;
    tables.items = piece.items.table(parts_.items.reader());
    if (parts_.reviews) tables.reviews = piece.reviews.table(parts_.reviews->reader());
    auto loaded = load_piece_of_tables(tables, parts_.layout, layout_for(needs_), files_for(needs_),
                                       *held_, options_);
    if (!loaded) return tl::unexpected(loaded.error());
    if (*loaded == nullptr) {
      // Whatever pieces are, each item has the reviews that it has alone.
      split(piece);
      return next();
    }
    add_report_of_held(**loaded);
    return dataset_of(**loaded, needs_, options_.call);
  }

  /// With the first piece.
  void add_report_of_held(LoadedRecords& loaded) {
    LoadReport held = std::exchange(held_->report, {});
    LoadReport& report = loaded.reports.back();
    report = combined(std::array{std::move(held), std::move(report)});
  }

  /// The next items whose reviews are complete; std::nullopt at the end.
  base::Result<std::optional<Piece>> next_piece() {
    Piece piece;
    while (!is_full(piece)) {
      if (!parts_.items.is_in_batch()) {
        if (!piece.items.is_empty()) break;
        if (parts_.items.has_ended()) return rest();
        if (auto pulled = parts_.items.pull(); !pulled) return tl::unexpected(pulled.error());
        is_begun_ = false;
        continue;
      }
      const auto id = parts_.items.id();
      if (!std::exchange(is_begun_, true)) {
        if (auto sorted = begin_item(id); !sorted) return tl::unexpected(sorted.error());
      }
      const auto complete = id ? take_reviews(*id, piece) : base::Result<bool>(true);
      if (!complete) return tl::unexpected(complete.error());
      if (!*complete) break;
      piece.review_count +=
          parts_.layout.has_reviews ? parts_.items.nested_reviews() : open_.count();
      piece.items.add(parts_.items.take());
      piece.reviews.add(std::exchange(open_, {}));
      is_begun_ = false;
    }
    return piece;
  }

  bool is_full(const Piece& piece) const {
    return piece.items.count() >= parts_.size.items || piece.review_count >= parts_.size.reviews;
  }

  /// Collects the reviews that come up to the id's. False if the next batch is needed, and items
  /// of the piece need not wait for it.
  base::Result<bool> take_reviews(std::string_view id, const Piece& piece) {
    if (!parts_.reviews) return true;
    Cursor& reviews = *parts_.reviews;
    while (!reviews.has_ended()) {
      if (!reviews.is_in_batch()) {
        if (!piece.items.is_empty()) return false;
        if (auto pulled = reviews.pull(); !pulled) return tl::unexpected(pulled.error());
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
    open_.add(parts_.reviews->take());
    is_checked_ = false;
  }

  /// Reviews whose items did not come.
  base::Result<std::optional<Piece>> rest() {
    Piece piece;
    if (!parts_.reviews) return std::nullopt;
    Cursor& reviews = *parts_.reviews;
    while (!reviews.has_ended() && piece.reviews.count() < parts_.size.reviews) {
      if (!reviews.is_in_batch()) {
        if (!open_.is_empty()) break;
        if (auto pulled = reviews.pull(); !pulled) return tl::unexpected(pulled.error());
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
          "an item has one row, and rows of a stream are sorted by `business_id`",
          parts_.items.line(), parts_.items.reader().name(), *id);
    }
    if (last_item_ && *id < *last_item_) return fail_order(parts_.items, *id, *last_item_);
    last_item_ = *id;
    return {};
  }

  base::Result<void> check_review(std::string_view owner) {
    if (last_owner_ && owner < *last_owner_)
      return fail_order(*parts_.reviews, owner, *last_owner_);
    if (last_owner_ != owner) last_owner_ = owner;
    return {};
  }

  static tl::unexpected<base::Error> fail_order(const Cursor& cursor, std::string_view id,
                                                std::string_view last) {
    return base::fail_with_help<base::ErrorCode::UnsortedStream>(
        "rows of a stream are sorted by `business_id`, by bytes, and an id does not come back; "
        "sort them, or give them as tables",
        cursor.line(), cursor.reader().name(), id, last);
  }

  /// Into pieces of one item each.
  void split(const Piece& piece) {
    std::vector<Piece> alone;
    for (const Rows& rows : piece.items.all()) {
      for (std::int64_t row = rows.begin; row < rows.end; ++row)
        alone.emplace_back().items.add({rows.batch, row, row + 1});
    }
    std::size_t item = 0;
    for (const Rows& rows : piece.reviews.all()) {
      const Ids owners(rows.batch, /*is_bundle=*/false);
      for (std::int64_t row = rows.begin; row < rows.end; ++row) {
        const auto owner = owners.at(row);
        while (owner && item + 1 < alone.size() && !is_up_to(*owner, alone[item])) ++item;
        alone[item].reviews.add({rows.batch, row, row + 1});
      }
    }
    waiting_.insert(waiting_.begin(), alone.begin(), alone.end());
  }

  /// Whether reviews of that id come before the next item.
  bool is_up_to(std::string_view owner, const Piece& alone) const {
    const Rows& row = alone.items.all().front();
    const auto id = Ids(row.batch, parts_.layout.is_bundle).at(row.begin);
    return id && owner <= *id;
  }

  Parts parts_;
  DataNeeds needs_;
  LoadOptions options_;
  base::StepCounter steps_;
  std::optional<HeldTables> held_;
  std::deque<Piece> waiting_;  ///< that are not loaded yet
  RowList open_;               ///< reviews of the item that the cursor is at, so far
  bool is_begun_ = false;      ///< whether that item's id was compared
  bool is_checked_ = false;    ///< whether the id of the review that its cursor is at was
  std::optional<std::string> last_item_, last_owner_;
};

/// Of a stream, for checks of its type.
std::shared_ptr<const Table> empty_table(const BatchReader& reader) {
  return std::make_shared<const Table>(reader.name(), reader.type(), std::vector<Batch>());
}

}  // namespace

base::Result<OpenPieces> rows_of(RowStreams streams, const base::Call& call, PieceSize size) {
  const Limits limits{.rows = UINT64_MAX, .call = call};
  auto items = BatchReader::open(std::move(streams.items), "items", limits);
  if (!items) return tl::unexpected(items.error());
  Tables tables{.items = empty_table(*items),
                .reviews = nullptr,
                .users = std::move(streams.users),
                .friends = std::move(streams.friends),
                .judgements = std::move(streams.judgements)};
  std::optional<Cursor> reviews;
  if (streams.reviews.is_there()) {
    auto reader = BatchReader::open(std::move(streams.reviews), "reviews", limits);
    if (!reader) return tl::unexpected(reader.error());
    tables.reviews = empty_table(*reader);
    reviews.emplace(*std::move(reader), /*is_bundle=*/false);
  }
  const auto layout = check_tables(tables);
  if (!layout) return tl::unexpected(layout.error());
  auto parts = std::make_shared<RowStream::Parts>(
      RowStream::Parts{.items = Cursor(*std::move(items), layout->is_bundle),
                       .reviews = std::move(reviews),
                       .tables = std::move(tables),
                       .layout = *layout,
                       .size = size});
  return [parts](const DataNeeds& needs,
                 const LoadOptions& options) -> base::Result<std::unique_ptr<PieceStream>> {
    return std::make_unique<RowStream>(std::move(*parts), needs, options);
  };
}

}  // namespace seedc::data::arrow
