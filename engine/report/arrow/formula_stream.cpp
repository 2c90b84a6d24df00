// Makes the batches of a formula's outputs and of their nulls.
#include "engine/report/arrow/formula_stream.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/columns.h"
#include "engine/report/arrow/formula_batches.h"
#include "engine/report/output_names.h"

namespace seedc::report::arrow {

Field item_id_field() {
  return {.name = "business_id", .format = format::kUtf8, .metadata = {{kKindKey, "item"}}};
}

namespace {

/// The columns, nested as JSON has the outputs: each opens the structs that the one before it has
/// not.
std::vector<Field> output_fields(const contract::Formula& formula,
                                 std::span<const contract::OutputType> types) {
  std::vector<Field> fields;
  std::span<const std::string> open;
  for (std::size_t output = 0; output < formula.outputs.size(); ++output) {
    const std::span<const std::string> keys = formula.output_keys[output];
    std::vector<Field>* level = &fields;
    bool is_open = true;
    for (std::size_t depth = 0; depth + 1 < keys.size(); ++depth) {
      is_open = is_open && depth + 1 < open.size() && open[depth] == keys[depth];
      if (!is_open) {
        level->push_back({.name = keys[depth],
                          .format = format::kStruct,
                          .metadata = {{kKindKey, depth == 0 ? "group" : "label"}}});
      }
      level = &level->back().children;
    }
    level->push_back(field_of(types[output], keys.back()));
    open = keys;
  }
  return fields;
}

Field schema_of(const contract::Formula& formula, std::vector<Field> fields) {
  return {.format = format::kStruct,
          .metadata = {{"seedc.formula", formula.name}},
          .children = std::move(fields)};
}

/// The items of a report in order, and what its streams share.
class FormulaRows {
 public:
  FormulaRows(const FormulaReport& report, const data::Dataset& dataset,
              std::shared_ptr<const void> kept, const FormulaStreamOptions& options)
      : report_(report),
        dataset_(dataset.for_call({})),
        kept_(std::move(kept)),
        options_(options) {}

  std::span<const std::uint32_t> items() {
    if (!items_) items_ = ordered_items(report_, dataset_.item_count());
    return *items_;
  }
  const contract::Formula& formula() const { return *report_.formula; }
  const language::Cell* output(std::size_t output) const {
    return report_.result->outputs[output].data();
  }
  bool is_settled(std::uint32_t item, std::size_t output) const {
    return report_.open == nullptr || report_.open->find(item, output) == nullptr;
  }
  std::string_view id(std::uint32_t item) const { return dataset_.item_id(item); }
  const FormulaStreamOptions& options() const { return options_; }

 private:
  FormulaReport report_;
  data::Dataset dataset_;
  std::shared_ptr<const void> kept_;
  FormulaStreamOptions options_;
  std::optional<std::vector<std::uint32_t>> items_;
};

class OutputBatches : public BatchSource {
 public:
  explicit OutputBatches(FormulaRows rows)
      : rows_(std::move(rows)),
        types_(contract::output_types(rows_.formula())),
        schema_(output_schema(rows_.formula())) {}

  const Field& schema() const override { return schema_; }

  std::optional<Column> next() override {
    const auto left = rows_.items().subspan(done_);
    if (left.empty()) return std::nullopt;
    items_ = left.first(std::min(left.size(), rows_.options().batch_rows));
    std::vector<Column> columns = {ids()};
    std::size_t output = 0;
    for (const Field& field : std::span(schema_.children).subspan(1))
      columns.push_back(column(field, output));
    for (Column& column : columns) shorten(column, items_.size());
    done_ += items_.size();
    return struct_column(std::move(columns), items_.size());
  }

 private:
  /// A column of long texts ends early, and with it the batch.
  Column ended(Column column) {
    items_ = items_.first(static_cast<std::size_t>(column.length));
    return column;
  }

  Column ids() {
    std::size_t bytes = 0;
    for (const std::uint32_t item : items_) bytes += rows_.id(item).size();
    TextBuilder builder(rows_.options().batch_text_bytes);
    builder.reserve(items_.size(), std::min(bytes, rows_.options().batch_text_bytes));
    for (const std::uint32_t item : items_) {
      if (!builder.add_row(rows_.id(item))) break;
    }
    return ended(std::move(builder).column());
  }

  /// The next output, or the struct of the next ones; `output` is then the one behind them.
  Column column(const Field& field, std::size_t& output) {
    if (field.format != format::kStruct) {
      const CellRows cells{.cells = rows_.output(output), .items = items_};
      return ended(column_of(types_[output++], cells, rows_.options().batch_text_bytes));
    }
    std::vector<Column> children;
    for (const Field& child : field.children) children.push_back(column(child, output));
    return struct_column(std::move(children), items_.size());
  }

  FormulaRows rows_;
  std::vector<contract::OutputType> types_;
  Field schema_;
  std::size_t done_ = 0;                  ///< items of earlier batches
  std::span<const std::uint32_t> items_;  ///< of the batch that is being made
};

class NullBatches : public BatchSource {
 public:
  explicit NullBatches(FormulaRows rows) : rows_(std::move(rows)) {
    schema_ = schema_of(rows_.formula(), {item_id_field(), dictionary_field("output", "output"),
                                          dictionary_field("step", "step", /*is_nullable=*/true),
                                          dictionary_field("cause", "cause")});
  }

  const Field& schema() const override { return schema_; }

  std::optional<Column> next() override {
    Batch batch(rows_.options().batch_text_bytes);
    for (; next_item_ < rows_.items().size(); ++next_item_, next_output_ = 0) {
      const std::uint32_t item = rows_.items()[next_item_];
      for (; next_output_ < rows_.formula().outputs.size(); ++next_output_) {
        const language::Cell& cell = rows_.output(next_output_)[item];
        if (!cell.is_null() || !rows_.is_settled(item, next_output_)) continue;
        const bool is_full = batch.outputs.size() == rows_.options().batch_rows;
        if (is_full || !batch.ids.add_row(rows_.id(item))) return batch_of(std::move(batch));
        batch.add(next_output_, cell.null);
      }
    }
    if (batch.outputs.empty()) return std::nullopt;
    return batch_of(std::move(batch));
  }

 private:
  struct Batch {
    explicit Batch(std::size_t most_bytes) : ids(most_bytes) {}

    void add(std::size_t output, language::Null null) {
      outputs.push_back(static_cast<std::int32_t>(output));
      const bool is_of_step = language::is_of_step(null);
      has_step.add(is_of_step);
      steps.push_back(is_of_step ? static_cast<std::int32_t>(language::step_of(null)) : 0);
      causes.push_back(static_cast<std::int32_t>(language::cause_of(null)));
    }

    TextBuilder ids;
    std::vector<std::int32_t> outputs, steps, causes;
    Bits has_step;
  };

  /// What the indices refer to: one for all batches.
  struct Names {
    std::shared_ptr<const Column> outputs, steps, causes;
  };

  const Names& names() {
    if (names_) return *names_;
    const auto dictionary = [](std::span<const std::string> texts) {
      return std::make_shared<const Column>(text_column(texts));
    };
    const std::vector<std::string> causes = {
#define SEEDC_NULL_CAUSE(id, ...) std::string(language::name_of(language::NullCause::id)),
#include "runtime/language/null_causes.def"
    };
    names_ = {dictionary(output_names(rows_.formula())), dictionary(rows_.formula().steps),
              dictionary(causes)};
    return *names_;
  }

  static Column indices(Column column, std::vector<std::int32_t> values,
                        const std::shared_ptr<const Column>& dictionary) {
    column.length = static_cast<std::int64_t>(values.size());
    if (column.buffers.empty()) column.buffers.emplace_back();
    column.buffers.push_back(Buffer::of(std::move(values)));
    column.dictionary = dictionary;
    return column;
  }

  Column batch_of(Batch batch) {
    const std::size_t rows = batch.outputs.size();
    std::vector<Column> columns;
    columns.push_back(std::move(batch.ids).column());
    columns.push_back(indices({}, std::move(batch.outputs), names().outputs));
    columns.push_back(
        indices(column_of(std::move(batch.has_step)), std::move(batch.steps), names().steps));
    columns.push_back(indices({}, std::move(batch.causes), names().causes));
    return struct_column(std::move(columns), rows);
  }

  FormulaRows rows_;
  Field schema_;
  std::optional<Names> names_;
  std::size_t next_item_ = 0, next_output_ = 0;  ///< where the next batch begins
};

}  // namespace

Field output_schema(const contract::Formula& formula) {
  std::vector<Field> fields = {item_id_field()};
  std::ranges::move(output_fields(formula, contract::output_types(formula)),
                    std::back_inserter(fields));
  return schema_of(formula, std::move(fields));
}

std::unique_ptr<BatchSource> output_batches(const FormulaReport& report,
                                            const data::Dataset& dataset,
                                            std::shared_ptr<const void> kept,
                                            const FormulaStreamOptions& options) {
  return std::make_unique<OutputBatches>(FormulaRows(report, dataset, std::move(kept), options));
}

ArrowArrayStream output_stream(const FormulaReport& report, const data::Dataset& dataset,
                               std::shared_ptr<const void> kept,
                               const FormulaStreamOptions& options) {
  return exported(output_batches(report, dataset, std::move(kept), options));
}

ArrowArrayStream null_stream(const FormulaReport& report, const data::Dataset& dataset,
                             std::shared_ptr<const void> kept,
                             const FormulaStreamOptions& options) {
  return exported(
      std::make_unique<NullBatches>(FormulaRows(report, dataset, std::move(kept), options)));
}

}  // namespace seedc::report::arrow
