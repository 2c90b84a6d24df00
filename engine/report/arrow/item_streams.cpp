// Makes batches of the answers of pieces.
#include "engine/report/arrow/item_streams.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/columns.h"
#include "engine/report/arrow/formula_batches.h"
#include "runtime/language/value.h"

namespace seedc::report::arrow {
namespace {

std::string ids_without_result(std::span<const RequestColumn> requests) {
  language::List ids;
  for (const RequestColumn& request : requests) {
    if (!request.root) ids.emplace_back(request.id);
  }
  return language::to_json(ids);
}

class ItemRequestBatches : public BatchSource {
 public:
  ItemRequestBatches(std::vector<RequestColumn> requests, NextPiece next,
                     const FormulaStreamOptions& options)
      : next_(std::move(next)), options_(options) {
    schema_ = {.format = format::kStruct,
               .metadata = {{"seedc.errors", ids_without_result(requests)}},
               .children = {item_id_field()}};
    for (const RequestColumn& request : requests) {
      if (!request.root) continue;
      roots_.push_back(*request.root);
      schema_.children.push_back(
          {.name = request.id, .format = format::kInt8, .metadata = {{kKindKey, "tri"}}});
    }
  }

  const Field& schema() const override { return schema_; }

  std::optional<Column> next() override {
    while (!piece_ || done_ == piece_->dataset->item_count()) {
      piece_.reset();  // before the next one takes memory
      piece_ = next_();
      done_ = 0;
      if (!piece_) return std::nullopt;
    }
    std::vector<Column> columns = {ids()};
    const auto rows = static_cast<std::uint32_t>(columns.front().length);
    for (const std::size_t root : roots_) columns.push_back(values(root, rows));
    done_ += rows;
    return struct_column(std::move(columns), rows);
  }

 private:
  /// Of as many items as a batch may have.
  Column ids() const {
    const data::Dataset& dataset = *piece_->dataset;
    const std::size_t left = dataset.item_count() - done_;
    const auto end = done_ + static_cast<std::uint32_t>(std::min(left, options_.batch_rows));
    TextBuilder builder(options_.batch_text_bytes);
    for (std::uint32_t item = done_; item < end; ++item) {
      if (!builder.add_row(dataset.item_id(item))) break;
    }
    return std::move(builder).column();
  }

  Column values(std::size_t root, std::uint32_t rows) const {
    std::vector<std::int8_t> values;
    values.reserve(rows);
    for (std::uint32_t item = done_; item < done_ + rows; ++item)
      values.push_back(static_cast<std::int8_t>(piece_->run->value(root, item)));
    return {.length = rows, .buffers = {Buffer(), Buffer::of(std::move(values))}};
  }

  NextPiece next_;
  FormulaStreamOptions options_;
  std::vector<std::size_t> roots_;  ///< of the columns
  Field schema_;
  std::optional<PieceAnswers> piece_;
  std::uint32_t done_ = 0;  ///< items of the piece in earlier batches
};

class ItemOutputBatches : public BatchSource {
 public:
  ItemOutputBatches(const contract::Formula& formula, std::size_t number, NextPiece next,
                    const FormulaStreamOptions& options)
      : schema_(output_schema(formula)),
        number_(number),
        next_(std::move(next)),
        options_(options) {}

  const Field& schema() const override { return schema_; }

  std::optional<Column> next() override {
    while (true) {
      if (batches_) {
        if (auto batch = batches_->next()) return batch;
        batches_.reset();  // before the next piece takes memory
      }
      const auto piece = next_();
      if (!piece) return std::nullopt;
      batches_ = output_batches(piece->reports[number_], *piece->dataset, piece->kept, options_);
    }
  }

 private:
  Field schema_;
  std::size_t number_;
  NextPiece next_;
  FormulaStreamOptions options_;
  std::unique_ptr<BatchSource> batches_;  ///< of the piece
};

}  // namespace

ArrowArrayStream item_request_stream(std::vector<RequestColumn> requests, NextPiece next,
                                     const FormulaStreamOptions& options) {
  return exported(
      std::make_unique<ItemRequestBatches>(std::move(requests), std::move(next), options));
}

ArrowArrayStream item_output_stream(const contract::Formula& formula, std::size_t number,
                                    NextPiece next, const FormulaStreamOptions& options) {
  return exported(std::make_unique<ItemOutputBatches>(formula, number, std::move(next), options));
}

}  // namespace seedc::report::arrow
