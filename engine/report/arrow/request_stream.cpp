// Makes the batches of requests.
#include "engine/report/arrow/request_stream.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/report/arrow/c_interface.h"
#include "engine/report/arrow/columns.h"

namespace seedc::report::arrow {
namespace {

using contract::OutputType;

/// The type of all ranks of the program.
OutputType rank_type(const contract::Plan& plan) {
  std::vector<std::vector<OutputType>> types(plan.formulas.size());
  std::optional<OutputType> all;
  for (const contract::Request& request : plan.requests) {
    if (!request.rank) continue;
    std::vector<OutputType>& of_formula = types[request.rank->formula];
    if (of_formula.empty())
      of_formula = contract::output_types(plan.formulas[request.rank->formula]);
    const OutputType type = of_formula[request.rank->output];
    all = all ? contract::join(*all, type) : type;
  }
  return all.value_or(OutputType::Real);
}

std::string ids_without_result(std::span<const RequestResult> results) {
  language::List ids;
  for (const RequestResult& result : results) {
    if (!result.compiled) ids.emplace_back(result.id);
  }
  return language::to_json(ids);
}

/// Memory of zeros that takes none until it is written.
Buffer zeros(std::size_t bytes) {
  const std::shared_ptr<void> memory(std::calloc(std::max<std::size_t>(bytes, 1), 1), std::free);
  if (!memory) throw std::bad_alloc();
  return {memory, memory.get()};
}

class RequestBatches : public BatchSource {
 public:
  RequestBatches(std::span<const RequestResult> results, const contract::Plan& plan,
                 const data::Dataset& dataset, std::shared_ptr<const void> kept,
                 const RequestStreamOptions& options)
      : results_(results),
        dataset_(dataset.for_call({})),
        kept_(std::move(kept)),
        options_(options),
        rank_type_(rank_type(plan)),
        schema_{.format = format::kStruct,
                .metadata = {{"seedc.errors", ids_without_result(results)}},
                .children = {
                    dictionary_field("request", "request"),
                    dictionary_field("business_id", "item"),
                    {.name = "value", .format = format::kInt8, .metadata = {{kKindKey, "tri"}}},
                    field_of(rank_type_, "rank")}} {}

  const Field& schema() const override { return schema_; }

  std::optional<Column> next() override {
    if (next_ == results_.size()) return std::nullopt;
    make_shared_parts();
    const std::size_t number = next_++;
    const RequestResult& result = results_[number];
    std::optional<std::vector<std::uint32_t>> order;  // unless it is that of the data
    if (result.ranking && !options_.matches_only) order = ranked_items(result);
    const std::size_t rows = options_.matches_only ? result.matches.size() : result.values.size();
    std::vector<Column> columns;
    columns.push_back(indices(
        Buffer::of(std::vector<std::int32_t>(rows, static_cast<std::int32_t>(number))), requests_));
    columns.push_back({});
    columns.push_back(plain(values(result, order)));
    columns.push_back(ranks(result, order, rows));
    columns[1] = indices(items(result, std::move(order)), items_);
    for (Column& column : columns) column.length = static_cast<std::int64_t>(rows);
    return struct_column(std::move(columns), rows);
  }

 private:
  /// What all batches share, made for the first one.
  void make_shared_parts() {
    if (items_) return;
    const std::uint32_t count = dataset_.item_count();
    if (count > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
      throw std::overflow_error("the data has more than 2,147,483,647 items");
    std::size_t bytes = 0;
    for (std::uint32_t item = 0; item < count; ++item) bytes += dataset_.item_id(item).size();
    TextBuilder ids;
    ids.reserve(count, std::min(bytes, kMostTextBytes));
    for (std::uint32_t item = 0; item < count; ++item) {
      if (!ids.add_row(dataset_.item_id(item)))
        throw std::overflow_error("the ids of the items are beyond 2,147,483,647 bytes");
    }
    std::vector<std::string> names;
    for (const RequestResult& result : results_) names.push_back(result.id);
    requests_ = std::make_shared<const Column>(text_column(names));
    if (options_.matches_only) {
      ones_ = Buffer::of(std::vector<std::int8_t>(most_matches(), 1));
    } else {
      std::vector<std::int32_t> numbers(count);
      std::iota(numbers.begin(), numbers.end(), 0);
      all_items_ = Buffer::of(std::move(numbers));
    }
    items_ = std::make_shared<const Column>(std::move(ids).column());
  }

  std::size_t most_matches() const {
    std::size_t most = 0;
    for (const RequestResult& result : results_) most = std::max(most, result.matches.size());
    return most;
  }

  /// All items: the matches as they are ranked, whatever `top` is, then the others.
  static std::vector<std::uint32_t> ranked_items(const RequestResult& result) {
    std::vector<std::uint32_t> matches;
    std::vector<std::uint32_t> others;
    for (std::uint32_t item = 0; item < result.values.size(); ++item)
      (result.values[item] == language::Tri::Yes ? matches : others).push_back(item);
    order_items(matches, *result.ranking->values, result.ranking->descending);
    matches.insert(matches.end(), others.begin(), others.end());
    return matches;
  }

  using Order = std::optional<std::vector<std::uint32_t>>;

  Buffer values(const RequestResult& result, const Order& order) const {
    if (options_.matches_only) return ones_;
    if (!order && options_.bytes_of) return {kept_, options_.bytes_of(result).data()};
    std::vector<std::int8_t> values;
    values.reserve(result.values.size());
    for (std::uint32_t row = 0; row < result.values.size(); ++row)
      values.push_back(static_cast<std::int8_t>(result.values[order ? (*order)[row] : row]));
    return Buffer::of(std::move(values));
  }

  /// An index below 2^31 has the same bytes with and without a sign.
  Buffer items(const RequestResult& result, Order order) const {
    if (order) return Buffer::of(*std::move(order));
    if (options_.matches_only) return Buffer::of(result.matches.list());
    return all_items_;
  }

  Column ranks(const RequestResult& result, const Order& order, std::size_t rows) {
    if (!result.ranking) return no_ranks(rows);
    const std::vector<std::uint32_t> listed =
        order ? std::vector<std::uint32_t>() : result.matches.list();
    std::span<const std::uint32_t> matches = listed;
    if (order) {
      const auto is_match = [&](std::uint32_t item) {
        return result.values[item] == language::Tri::Yes;
      };
      const auto end = std::ranges::find_if_not(*order, is_match);
      matches = std::span(*order).first(static_cast<std::size_t>(end - order->begin()));
    }
    Column column = column_of(rank_type_, {.cells = result.ranking->values->data(),
                                           .items = matches,
                                           .more_nulls = rows - matches.size()});
    if (column.length < static_cast<std::int64_t>(rows))
      throw std::overflow_error("the ranks of request `" + result.id +
                                "` are beyond 2,147,483,647 bytes");
    return column;
  }

  /// Zeros are nulls, values and offsets of any type.
  Column no_ranks(std::size_t rows) {
    if (!no_ranks_ || no_ranks_rows_ < rows) {
      no_ranks_ = zeros((rows + 1) * sizeof(double));
      no_ranks_rows_ = rows;
    }
    Column column{.null_count = static_cast<std::int64_t>(rows),
                  .buffers = {*no_ranks_, *no_ranks_}};
    if (schema_.children.back().format == format::kUtf8) column.buffers.push_back(*no_ranks_);
    return column;
  }

  static Column plain(Buffer values) { return {.buffers = {Buffer(), std::move(values)}}; }
  static Column indices(Buffer values, const std::shared_ptr<const Column>& dictionary) {
    Column column = plain(std::move(values));
    column.dictionary = dictionary;
    return column;
  }

  std::span<const RequestResult> results_;
  data::Dataset dataset_;
  std::shared_ptr<const void> kept_;
  RequestStreamOptions options_;
  OutputType rank_type_;
  Field schema_;
  std::size_t next_ = 0;
  std::shared_ptr<const Column> items_, requests_;  ///< the dictionaries
  Buffer all_items_;                                ///< 0, 1, 2, …
  Buffer ones_;                                     ///< as many as the most matches
  std::optional<Buffer> no_ranks_;
  std::size_t no_ranks_rows_ = 0;
};

}  // namespace

ArrowArrayStream request_stream(std::span<const RequestResult> results, const contract::Plan& plan,
                                const data::Dataset& dataset, std::shared_ptr<const void> kept,
                                const RequestStreamOptions& options) {
  return exported(
      std::make_unique<RequestBatches>(results, plan, dataset, std::move(kept), options));
}

}  // namespace seedc::report::arrow
