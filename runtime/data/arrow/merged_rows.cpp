// Cuts one stream of rows in which each item is followed by its reviews. An item is complete with
// the first row that is not its own, so that little is held whatever comes.
#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "runtime/data/arrow/row_pieces.h"

namespace seedc::data::arrow {
namespace {

constexpr std::uint32_t kMergedRowsPerCheck = 4096;

/// What a row may be, and the names of the columns that have it.
enum MergedColumn : std::uint8_t { kItem, kReview, kExtraction };
constexpr std::array<const char*, 3> kMergedColumns = {"item", "review", "extraction"};
constexpr std::array<const char*, 3> kMergedNames = {"items", "reviews", "extractions"};

/// By MergedColumn; all but items may be absent.
using MergedColumns = std::array<std::optional<RowKind>, kMergedColumns.size()>;

/// The rows of one kind in a batch, as a batch of their own, in which all others are null and
/// passed over.
std::shared_ptr<const Batch> batch_of(const Batch& all, MergedColumn kind) {
  const std::int64_t begin = all.rows.child_slot(0);
  auto batch = std::make_shared<Batch>(all);
  batch->rows = all.rows.child(kMergedColumns[kind])->slice(begin, begin + all.rows.length());
  batch->is_sparse = true;
  for (auto* faults : {&batch->faults.values, &batch->faults.records})
    std::erase_if(*faults, [&](const Fault& fault) { return !batch->rows.is_valid(fault.slot); });
  return batch;
}

class MergedRows final : public RowCutter {
 public:
  MergedRows(BatchReader reader, MergedColumns kinds, const base::Call& call, PieceSize size)
      : reader_(std::move(reader)),
        kinds_(std::move(kinds)),
        size_(size),
        call_(call),
        steps_(call_, kMergedRowsPerCheck) {}

  const RowKind& items() const override { return *kinds_[kItem]; }
  const RowKind* reviews() const override { return kind(kReview); }
  const RowKind* extractions() const override { return kind(kExtraction); }

  base::Result<std::optional<RowPiece>> next(const ItemLayout& layout) override {
    RowPiece piece;
    while (!is_full(piece)) {
      if (row_ == length_) {
        if (!is_empty(piece)) break;
        const auto pulled = pull(layout);
        if (!pulled) return tl::unexpected(pulled.error());
        if (!*pulled) return rest();
        continue;
      }
      steps_.step();
      if (auto taken = take_row(piece); !taken) return tl::unexpected(taken.error());
      ++row_;
    }
    return piece;
  }

 private:
  const RowKind* kind(MergedColumn kind) const { return kinds_[kind] ? &*kinds_[kind] : nullptr; }
  static bool is_empty(const RowPiece& piece) {
    return piece.items.is_empty() && piece.reviews.is_empty() && piece.extractions.is_empty();
  }
  bool is_full(const RowPiece& piece) const {
    return piece.items.count() >= size_.items || piece.review_count >= size_.reviews;
  }

  std::optional<RowPiece> rest() {
    if (is_empty(open_)) return std::nullopt;
    return std::exchange(open_, {});
  }

  /// False at the end.
  base::Result<bool> pull(const ItemLayout& layout) {
    batches_ = {};
    ids_ = {};
    row_ = length_ = 0;
    const auto batch = reader_.next();
    if (!batch) return tl::unexpected(batch.error());
    if (!*batch) return false;
    length_ = (*batch)->rows.length();
    rows_before_ = (*batch)->rows_before;
    for (const MergedColumn kind : {kItem, kReview, kExtraction}) {
      if (!kinds_[kind]) continue;
      batches_[kind] = batch_of(**batch, kind);
      if (kind != kExtraction)
        ids_[kind].emplace(batches_[kind], kind == kItem && layout.is_bundle);
    }
    return true;
  }

  base::Result<void> take_row(RowPiece& piece) {
    std::optional<MergedColumn> found;
    std::size_t count = 0;
    for (const MergedColumn kind : {kItem, kReview, kExtraction}) {
      if (batches_[kind] == nullptr || !batches_[kind]->rows.is_valid(row_)) continue;
      found = kind;
      ++count;
    }
    if (count != 1) return fail_row(count == 0 ? "nothing" : "several things");
    if (*found == kExtraction) {
      open_.extractions.add(row(kExtraction));
      return {};
    }
    const auto id = ids_[*found]->at(row_);
    if (id && last_ && *id < *last_) return fail_row_order(reader_.name(), line(), *id, *last_);
    const auto taken = *found == kItem ? take_item(id, piece) : take_review(id, piece);
    if (id && last_ != *id) last_ = *id;
    return taken;
  }

  /// Whether a row is of the item that came last; rows without an id stay beside it.
  bool is_of_last(std::optional<std::string_view> id) const {
    return last_item_ && (!id || *id == *last_item_);
  }

  /// Rows of one id are one item: which of them counts is decided as in tables.
  base::Result<void> take_item(std::optional<std::string_view> id, RowPiece& piece) {
    const bool is_same = is_of_last(id);
    if (!is_same && id && last_ && *id == *last_) {
      return base::fail_with_help<base::ErrorCode::RepeatedItem>("an item precedes its reviews",
                                                                 line(), reader_.name(), *id);
    }
    if (!is_same) piece.add(std::exchange(open_, {}));
    if (id && !is_same) last_item_ = *id;
    open_.items.add(row(kItem));
    return {};
  }

  base::Result<void> take_review(std::optional<std::string_view> owner, RowPiece& piece) {
    const bool is_of_item = is_of_last(owner);
    if (!is_of_item) piece.add(std::exchange(open_, {}));
    RowPiece& taken = is_of_item ? open_ : piece;
    taken.reviews.add(row(kReview));
    ++taken.review_count;
    return {};
  }

  Rows row(MergedColumn kind) const { return {batches_[kind], row_, row_ + 1}; }
  std::uint64_t line() const { return rows_before_ + static_cast<std::uint64_t>(row_) + 1; }
  tl::unexpected<base::Error> fail_row(std::string_view what) const {
    return base::fail_with_help<base::ErrorCode::InvalidArrow>(
        "one of `item`, `review` and `extraction` is not null in each row", reader_.name(),
        fmt::format("has {} in row {}", what, line()));
  }

  BatchReader reader_;
  MergedColumns kinds_;
  PieceSize size_;
  base::Call call_;  // goes on as long as rows are asked for
  base::StepCounter steps_;
  std::array<std::shared_ptr<const Batch>, kMergedColumns.size()> batches_;  ///< that are being cut
  std::array<std::optional<RowIds>, kExtraction> ids_;
  std::uint64_t rows_before_ = 0;
  std::int64_t row_ = 0, length_ = 0;
  RowPiece open_;  ///< the last item, which may have more reviews
  std::optional<std::string> last_item_, last_;
};

/// The kinds that rows of that type have. Fails (Data) if a column is not a struct.
base::Result<MergedColumns> kinds_of(const std::shared_ptr<const Type>& rows) {
  MergedColumns kinds;
  for (const MergedColumn kind : {kItem, kReview, kExtraction}) {
    const std::int64_t number = rows->child(kMergedColumns[kind]);
    if (number < 0 && kind != kItem) continue;
    const Type* type = number < 0 ? nullptr : &rows->children[static_cast<std::size_t>(number)];
    if (type == nullptr || type->kind != Type::Kind::Struct) {
      return base::fail_with_help<base::ErrorCode::InvalidArrow>(
          "each row is an item, a review or an extraction, in a struct of that name", "rows",
          fmt::format("has no struct `{}`", kMergedColumns[kind]));
    }
    kinds[kind] = RowKind{kMergedNames[kind], std::shared_ptr<const Type>(rows, type)};
  }
  return kinds;
}

}  // namespace

OpenedCutter cutter_of_rows(OwnedStream rows, const base::Call& call, PieceSize size) {
  auto reader =
      BatchReader::open(std::move(rows), "rows", Limits{.rows = UINT64_MAX, .call = call});
  if (!reader) return tl::unexpected(reader.error());
  auto kinds = kinds_of(reader->type());
  if (!kinds) return tl::unexpected(kinds.error());
  return std::make_unique<MergedRows>(*std::move(reader), *std::move(kinds), call, size);
}

}  // namespace seedc::data::arrow
