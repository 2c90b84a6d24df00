// Evaluates items with open reviews on bounds, first coarsely, then with many states.
#include "engine/bounds/open_outputs.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "runtime/exec/parallel.h"
#include "runtime/exec/review_rules.h"

namespace seedc::bounds {
namespace {

using language::Cell;

/// The items with a relevant review that is open; counts such reviews.
std::vector<std::uint32_t> open_items(const exec::BoundFormula& bound, const data::Dataset& dataset,
                                      const data::Extractions& extractions,
                                      std::uint64_t& open_reviews) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t item = 0; item < dataset.item_count(); ++item) {
    const exec::ReviewRange reviews = exec::reviews_of(dataset, item);
    std::uint64_t open = 0;
    for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
      const bool is_open = extractions.state(review) == data::ExtractionState::Open;
      open += is_open && bound.is_relevant(review) ? 1 : 0;
    }
    open_reviews += open;
    if (open > 0) items.push_back(item);
  }
  return items;
}

Cell kept(exec::FormulaResult::Strings& strings, const Cell& cell) {
  const bool is_text = !cell.is_null() && cell.kind == language::Kind::Str;
  return is_text ? Cell::of(&*strings.insert(cell.string()).first) : cell;
}

/// Puts outputs of items into a result, which owns their strings then.
class ResultWriter {
 public:
  ResultWriter(exec::FormulaResult& result, OpenBounds& open) : result_(result), open_(open) {}

  void write(std::uint32_t item, const std::vector<Bound>& outputs) {
    const std::scoped_lock lock(mutex_);
    std::vector<std::optional<Bound>> bounds(outputs.size());
    bool is_settled = true;
    for (std::size_t output = 0; output < outputs.size(); ++output) {
      const Cell* only = outputs[output].only();
      Cell& cell = result_.outputs[output][item];
      if (only != nullptr) {
        cell = kept(*strings_, *only);
        continue;
      }
      is_settled = false;
      bounds[output] = kept_in(*strings_, outputs[output]);
      cell = Cell::none(language::NullCause::Intended);
    }
    if (!is_settled) open_.items.emplace(item, std::move(bounds));
  }

  void finish() { result_.strings.push_back(std::move(strings_)); }

 private:
  exec::FormulaResult& result_;
  OpenBounds& open_;
  std::mutex mutex_;
  std::shared_ptr<exec::FormulaResult::Strings> strings_ =
      std::make_shared<exec::FormulaResult::Strings>();
};

}  // namespace

const Bound* OpenBounds::find(std::uint32_t item, std::size_t output) const {
  const auto found = items.find(item);
  if (found == items.end() || !found->second[output]) return nullptr;
  return &*found->second[output];
}

std::vector<std::uint64_t> OpenBounds::counts(std::size_t outputs) const {
  std::vector<std::uint64_t> counts(outputs);
  for (const auto& [item, bounds] : items) {
    for (std::size_t output = 0; output < outputs; ++output)
      counts[output] += bounds[output] ? 1 : 0;
  }
  return counts;
}

std::uint64_t open_reviews(const exec::BoundFormula& bound, const data::Dataset& dataset,
                           const data::Extractions& extractions) {
  std::uint64_t count = 0;
  open_items(bound, dataset, extractions, count);
  return count;
}

bool is_list(const contract::Formula& formula, std::size_t output) {
  return std::ranges::any_of(formula.lists, [&](const contract::ListSpec& list) {
    return std::ranges::count(list.outputs, output) > 0;
  });
}

Bound kept_in(exec::FormulaResult::Strings& strings, const Bound& bound) {
  Bound copy;
  for (const Cell& value : bound.values()) copy.add(kept(strings, value));
  if (bound.integer_range()) copy.add(*bound.integer_range());
  if (bound.real_range()) copy.add(*bound.real_range());
  if (bound.has_all_texts()) copy.add_all_texts();
  return copy;
}

RowChoices choices_of(const FormulaRows& formula, const ItemRows& rows, const ItemRow& row) {
  if (row.is_awaited) return formula.awaited_choices(rows, row);
  if (row.state != ItemRow::State::Row) return {.choices = {}, .cost_of_absence = 0};
  return {.choices = {as_it_is(row)}, .cost_of_absence = {}};
}

ChoiceRows choices_of(const FormulaRows& formula, const ItemRows& rows) {
  return {rows.rows.size(),
          [&](std::size_t row) { return choices_of(formula, rows, rows.rows[row]); }};
}

std::vector<Bound> outputs_of(ItemBounds& bounds, const contract::Formula& formula,
                              const std::vector<Cell>& item_loads, const ChoiceRows& rows,
                              std::span<const std::size_t> wanted) {
  std::vector<Bound> outputs = bounds.merged(item_loads, rows, wanted).outputs;
  const bool are_settled = std::ranges::all_of(
      wanted, [&](std::size_t output) { return outputs[output].only() != nullptr; });
  if (!are_settled) outputs = bounds.outputs(item_loads, rows);
  for (const contract::ListSpec& list : formula.lists) {
    for (const std::size_t output : list.outputs) outputs[output] = {};
  }
  return outputs;
}

OpenBounds settle(const FormulaRows& rows, const exec::BoundFormula& bound,
                  const data::Dataset& dataset, const data::Extractions& extractions,
                  unsigned threads, exec::FormulaResult& result) {
  OpenBounds open;
  const std::vector<std::uint32_t> items = open_items(bound, dataset, extractions, open.reviews);
  if (items.empty()) return open;
  std::vector<std::size_t> wanted(result.outputs.size());
  std::iota(wanted.begin(), wanted.end(), 0);
  ResultWriter writer(result, open);
  constexpr std::uint32_t kItemsPerPortion = 16;
  const auto count = static_cast<std::uint32_t>(items.size());
  exec::for_each_portion(
      exec::portions_of(count, kItemsPerPortion), threads, dataset.call(),
      [&](std::uint64_t portion) {
        ItemBounds bounds(rows.prepared());
        const auto begin = static_cast<std::uint32_t>(portion) * kItemsPerPortion;
        for (std::uint32_t i = begin; i < std::min(begin + kItemsPerPortion, count); ++i) {
          const ItemRows found = rows.at(items[i]);
          writer.write(items[i], outputs_of(bounds, rows.prepared().formula(), found.item_loads,
                                            choices_of(rows, found), wanted));
        }
      });
  writer.finish();
  return open;
}

}  // namespace seedc::bounds
