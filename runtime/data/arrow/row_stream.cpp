// Loads streams of rows piece by piece, and collects their schema.
#include "runtime/data/arrow/row_stream.h"

#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/data/arrow/arrow_source.h"
#include "runtime/data/arrow/table_loader.h"
#include "runtime/data/record_source.h"
#include "runtime/data/schema_collector.h"

namespace seedc::data::arrow {
namespace {

/// The pieces of streams as tables, and what is held beside them.
class PieceTables {
 public:
  PieceTables(std::unique_ptr<RowCutter> cutter, Tables held, ItemLayout layout)
      : cutter_(std::move(cutter)), held_(std::move(held)), layout_(layout) {}

  /// Those that are held; others are empty, and have the types.
  const Tables& held() const { return held_; }
  const ItemLayout& layout() const { return layout_; }
  bool have_extractions() const { return cutter_->extractions() != nullptr; }
  /// Of the last piece.
  std::shared_ptr<const Table> extractions() const {
    return piece_.extractions.table(*cutter_->extractions());
  }
  const std::string& name_of_items() const { return cutter_->items().name; }

  /// std::nullopt at the end.
  base::Result<std::optional<Tables>> next() {
    if (waiting_.empty()) {
      auto piece = cutter_->next(layout_);
      if (!piece) return tl::unexpected(piece.error());
      if (!*piece) return std::nullopt;
      waiting_.push_back(**std::move(piece));
    }
    piece_ = std::move(waiting_.front());
    waiting_.pop_front();
    Tables tables = held_;
    tables.items = piece_.items.table(cutter_->items());
    if (cutter_->reviews() != nullptr) tables.reviews = piece_.reviews.table(*cutter_->reviews());
    return tables;
  }

  /// The last piece comes again, each of its items alone: whatever pieces are, each item has the
  /// reviews that it has alone.
  void split() {
    std::vector<RowPiece> alone;
    for (const Rows& rows : piece_.items.all()) {
      const RowIds ids(rows.batch, layout_.is_bundle);
      for_each_row(rows, [&](std::int64_t row) {
        const auto id = ids.at(row);
        const bool is_same = id && !alone.empty() && id == id_of(alone.back());
        if (!is_same) alone.emplace_back();
        alone.back().items.add({rows.batch, row, row + 1});
      });
    }
    if (alone.empty()) alone.emplace_back();
    alone.front().extractions = piece_.extractions;  // are looked up by their reviews
    std::size_t item = 0;
    for (const Rows& rows : piece_.reviews.all()) {
      const RowIds owners(rows.batch, /*is_bundle=*/false);
      for_each_row(rows, [&](std::int64_t row) {
        const auto owner = owners.at(row);
        while (owner && item + 1 < alone.size() && !is_up_to(*owner, alone[item])) ++item;
        alone[item].reviews.add({rows.batch, row, row + 1});
      });
    }
    waiting_.insert(waiting_.begin(), alone.begin(), alone.end());
  }

 private:
  template <class Visit>
  static void for_each_row(const Rows& rows, const Visit& visit) {
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      if (!rows.batch->is_sparse || rows.batch->rows.is_valid(row)) visit(row);
    }
  }

  std::optional<std::string_view> id_of(const RowPiece& alone) const {
    const Rows& row = alone.items.all().front();
    return RowIds(row.batch, layout_.is_bundle).at(row.begin);
  }
  /// Whether reviews of that id come before the next item.
  bool is_up_to(std::string_view owner, const RowPiece& alone) const {
    const auto id = id_of(alone);
    return id && owner <= *id;
  }

  std::unique_ptr<RowCutter> cutter_;
  Tables held_;
  ItemLayout layout_;
  RowPiece piece_;                ///< the last one
  std::deque<RowPiece> waiting_;  ///< the next ones
};

class RowStream final : public PieceStream {
 public:
  RowStream(PieceTables pieces, DataNeeds needs, LoadOptions options)
      : pieces_(std::move(pieces)),
        needs_(std::move(needs)),
        options_(std::move(options)),
        layout_(std::make_shared<RecordLayout>(layout_for(needs_))) {}

  base::Result<std::optional<Dataset>> next() override {
    if (!held_) {
      auto held = hold_tables(pieces_.held(), *layout_, files_for(needs_), options_);
      if (!held) return tl::unexpected(held.error());
      held_ = *std::move(held);
    }
    while (true) {
      const auto tables = pieces_.next();
      if (!tables) return tl::unexpected(tables.error());
      if (!*tables) return std::nullopt;
      auto loaded = load_piece_of_tables(**tables, pieces_.layout(), layout_, files_for(needs_),
                                         *held_, options_);
      if (!loaded) return tl::unexpected(loaded.error());
      if (*loaded != nullptr) {
        add_report_of_held(**loaded);
        return dataset_of(**loaded, needs_, options_.call);
      }
      pieces_.split();
    }
  }

  base::Result<std::optional<std::string>> take_extractions() override {
    if (!pieces_.have_extractions() || pieces_.extractions()->batches().empty())
      return std::nullopt;
    auto lines = extraction_lines(*pieces_.extractions(), options_.call);
    if (!lines) return tl::unexpected(lines.error());
    return *std::move(lines);
  }

  base::Error no_items() const override {
    return base::error<base::ErrorCode::NoReadableItem>(pieces_.name_of_items())
        .with_help("each row needs its `business_id`");
  }

 private:
  /// With the first piece.
  void add_report_of_held(LoadedRecords& loaded) {
    LoadReport held = std::exchange(held_->report, {});
    LoadReport& report = loaded.reports.back();
    report = combined(std::array{std::move(held), std::move(report)});
  }

  PieceTables pieces_;
  DataNeeds needs_;
  LoadOptions options_;
  std::shared_ptr<RecordLayout> layout_;  ///< of each piece
  std::optional<HeldTables> held_;
};

/// Of a stream, for checks of its type.
std::shared_ptr<const Table> empty_table(const RowKind& kind) { return RowList().table(kind); }

base::Result<PieceTables> pieces_of(RowStreams streams, const base::Call& call, PieceSize size) {
  auto cutter = streams.rows.is_there() ? cutter_of_rows(std::move(streams.rows), call, size)
                                        : cutter_of_streams(std::move(streams.items),
                                                            std::move(streams.reviews), call, size);
  if (!cutter) return tl::unexpected(cutter.error());
  const RowKind* reviews = (*cutter)->reviews();
  Tables tables{.items = empty_table((*cutter)->items()),
                .reviews = reviews == nullptr ? nullptr : empty_table(*reviews),
                .users = std::move(streams.users),
                .friends = std::move(streams.friends),
                .judgements = std::move(streams.judgements)};
  const auto layout = check_tables(tables);
  if (!layout) return tl::unexpected(layout.error());
  if (const RowKind* extractions = (*cutter)->extractions()) {
    if (auto done = check_text(*extractions->type, "review_id", extractions->name); !done)
      return tl::unexpected(done.error());
  }
  return PieceTables(*std::move(cutter), std::move(tables), *layout);
}

}  // namespace

base::Result<OpenedRows> rows_of(RowStreams streams, const base::Call& call, PieceSize size) {
  auto opened = pieces_of(std::move(streams), call, size);
  if (!opened) return tl::unexpected(opened.error());
  auto pieces = std::make_shared<PieceTables>(*std::move(opened));
  return OpenedRows{
      .open = [pieces](const DataNeeds& needs,
                       const LoadOptions& options) -> base::Result<std::unique_ptr<PieceStream>> {
        return std::make_unique<RowStream>(std::move(*pieces), needs, options);
      },
      .have_extractions = pieces->have_extractions()};
}

base::Result<language::Schema> schema_part_of_rows(RowStreams streams, const base::Call& call) {
  auto pieces = pieces_of(std::move(streams), call, {});
  if (!pieces) return tl::unexpected(pieces.error());
  SchemaCollector collector;
  add_held_to_schema(pieces->held(), collector, call);
  while (true) {
    const auto tables = pieces->next();
    if (!tables) return tl::unexpected(tables.error());
    if (!*tables) return collector.take_part();
    const auto added = add_piece_to_schema(**tables, pieces->layout(), collector, call);
    if (!added) return tl::unexpected(added.error());
    if (!*added) pieces->split();
  }
}

}  // namespace seedc::data::arrow
