// Evaluates items on bounds, before questions and between them.
#include "engine/until/open_items.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "engine/bounds/open_outputs.h"
#include "runtime/exec/parallel.h"
#include "runtime/llm/completion.h"

namespace seedc::engine {
namespace {

/// Bounds are made as tight as can be once so few reviews of an item are left.
constexpr std::size_t kFewOpen = 4;
/// So many kinds of answers are tried for an estimate.
constexpr std::size_t kMostTried = 24;

/// The item's rows; all that were not answered are awaited.
bounds::ItemRows rows_at(const bounds::FormulaRows& rows, std::uint32_t item) {
  bounds::ItemRows found = rows.at(item);
  for (bounds::ItemRow& row : found.rows)
    row.is_awaited = row.state == bounds::ItemRow::State::Open;
  return found;
}

bool is_unbounded(const bounds::Bound& bound) {
  if (bound.is_empty() || bound.has_all_texts()) return true;
  const auto& integers = bound.integer_range();
  const auto& reals = bound.real_range();
  constexpr double kFar = 1e300;
  return (integers && (integers->low == INT64_MIN || integers->high == INT64_MAX)) ||
         (reals && (reals->low < -kFar || reals->high > kFar));
}

bool are_settled(const std::vector<bounds::Bound>& all, std::span<const std::size_t> outputs) {
  return std::ranges::all_of(outputs,
                             [&](std::size_t output) { return all[output].only() != nullptr; });
}

/// Of those targets that are wanted, ascending.
template <class IsWanted>
std::vector<std::size_t> outputs_of(const std::vector<Target>& targets, const IsWanted& is_wanted) {
  std::vector<std::size_t> outputs;
  for (const Target& target : targets) {
    if (is_wanted(target))
      outputs.insert(outputs.end(), target.outputs.begin(), target.outputs.end());
  }
  std::ranges::sort(outputs);
  const auto repeated = std::ranges::unique(outputs);
  outputs.erase(repeated.begin(), repeated.end());
  return outputs;
}

bool has_list(const contract::Formula& formula, std::span<const std::size_t> outputs) {
  return std::ranges::any_of(outputs,
                             [&](std::size_t output) { return bounds::is_list(formula, output); });
}

}  // namespace

/// What the rows of an item may be.
struct OpenItems::Choices {
  std::vector<language::Cell> item_loads;
  std::size_t open = 0;
  bounds::ChoiceRows rows;
  std::vector<const bounds::RowEffect*> effects;  ///< unless there are several passes
};

OpenItems::OpenItems(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                     const data::Dataset& dataset, const UntilOptions& options)
    : formula_(formula),
      dataset_(dataset),
      options_(options),
      prepared_(std::make_shared<const exec::PreparedFormula>(formula)),
      relevant_(prepared_->rows().relevant_reviews(dataset,
                                                   {.threads = options.threads, .progress = {}})),
      frame_tokens_(llm::estimated_prompt_tokens(question.request_for("")) +
                    question.estimated_answer_tokens()),
      has_several_passes_(bounds::ItemBounds(*prepared_).has_several_passes()),
      outputs_(outputs_of(options.targets, [](const Target&) { return true; })),
      has_order_(std::ranges::any_of(options.targets,
                                     [](const Target& target) { return target.top.has_value(); })),
      items_(dataset.item_count()),
      known_(dataset.item_count()) {}

void OpenItems::begin(Answers answers) {
  for_each(dataset_.item_count(), answers,
           [&](std::size_t item, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
             look_at(static_cast<std::uint32_t>(item), /*is_first=*/true, rows, bounds);
           });
}

void OpenItems::update(std::span<const std::uint32_t> items, Answers answers) {
  for_each(items.size(), answers,
           [&](std::size_t i, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
             look_at(items[i], /*is_first=*/false, rows, bounds);
           });
}

const bounds::Bound& OpenItems::known(std::uint32_t item, std::size_t output) const {
  const auto place = std::ranges::lower_bound(outputs_, output) - outputs_.begin();
  return known_[item][static_cast<std::size_t>(place)];
}

bool OpenItems::is_settled(const Target& target, std::uint32_t item) const {
  return known_[item].empty() || std::ranges::all_of(target.outputs, [&](std::size_t output) {
           return known(item, output).only() != nullptr;
         });
}

std::vector<std::uint32_t> OpenItems::items_of(const Target& target) const {
  if (target.items) return *target.items;
  std::vector<std::uint32_t> all(dataset_.item_count());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<std::uint32_t> OpenItems::undecided(const Target& target) const {
  std::vector<std::uint32_t> items = items_of(target);
  if (target.top) {
    std::vector<std::uint32_t> first;
    for (const std::size_t place :
         report::first_by_best(ranges_of(target, items), target.descending, *target.top))
      first.push_back(items[place]);
    items = std::move(first);
    std::ranges::sort(items);
  }
  std::erase_if(items, [&](std::uint32_t item) { return is_settled(target, item); });
  return items;
}

/// Those that may be the first ones; all if it is not about the first ones.
std::vector<std::uint32_t> OpenItems::possible(const Target& target) const {
  std::vector<std::uint32_t> items = items_of(target);
  if (!target.top) return items;
  const std::vector<bool> may_be =
      report::may_be_first(ranges_of(target, items), target.descending, *target.top);
  std::size_t place = 0;
  std::erase_if(items, [&](std::uint32_t) { return !may_be[place++]; });
  return items;
}

std::vector<std::uint32_t> OpenItems::candidates(const Target& target) const {
  std::vector<std::uint32_t> items = possible(target);
  std::erase_if(items, [&](std::uint32_t item) { return is_settled(target, item); });
  return items;
}

std::size_t OpenItems::surely_open(const Target& target) const {
  const std::vector<std::uint32_t> items = possible(target);
  const auto settled = static_cast<std::size_t>(
      std::ranges::count_if(items, [&](std::uint32_t item) { return is_settled(target, item); }));
  const std::size_t first = std::min(items.size(), *target.top);
  return first - std::min(first, settled);
}

std::vector<report::PlaceRange> OpenItems::ranges_of(const Target& target,
                                                     std::span<const std::uint32_t> items) const {
  std::vector<report::PlaceRange> ranges;
  for (const std::uint32_t item : items)
    ranges.push_back(report::place_range(known(item, target.outputs.front()), target.descending));
  return ranges;
}

std::vector<std::size_t> OpenItems::least_answers(const Target& target,
                                                  std::span<const std::uint32_t> items,
                                                  Answers answers) {
  std::vector<std::size_t> least(items.size());
  for_each(items.size(), answers,
           [&](std::size_t i, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
             least[i] = least_of(items[i], target.outputs, rows, bounds);
           });
  return least;
}

/// Calls `visit` with each number below `count`, on several threads.
void OpenItems::for_each(std::size_t count, Answers answers, const Visit& visit) const {
  auto extractions =
      *data::extractions_of("extracted", answers, formula_.rows.fields, dataset_, {});
  if (formula_.rows.judge) extractions.apply(*formula_.rows.judge);
  const exec::ChosenReviews kept = prepared_->rows().kept_reviews(
      dataset_, extractions, {.threads = options_.threads, .progress = {}});
  const bounds::FormulaRows rows(prepared_, relevant_, kept, dataset_, extractions);
  constexpr std::uint32_t kItemsPerPortion = 8;
  const auto end = static_cast<std::uint32_t>(count);
  exec::for_each_portion(
      exec::portions_of(end, kItemsPerPortion), options_.threads, dataset_.call(),
      [&](std::uint64_t portion) {
        bounds::ItemBounds bounds(*prepared_);
        const auto begin = static_cast<std::uint32_t>(portion) * kItemsPerPortion;
        for (std::uint32_t i = begin; i < std::min(begin + kItemsPerPortion, end); ++i)
          visit(i, rows, bounds);
      });
}

void OpenItems::look_at(std::uint32_t item, bool is_first, const bounds::FormulaRows& rows,
                        bounds::ItemBounds& bounds) {
  const Outputs outputs =
      outputs_of(options_.targets, [&](const Target& target) { return is_about(target, item); });
  if (outputs.empty()) return;
  const bounds::ItemRows at = rows_at(rows, item);
  const Choices choices = choices_at(rows, at, bounds);
  bounds::Merged found = merged(choices, outputs, bounds);
  const bool is_tight = are_settled(found.outputs, outputs) || choices.open > kFewOpen;
  if (!is_tight && !has_list(formula_, outputs))
    found.outputs = bounds.outputs(choices.item_loads, choices.rows);
  for (const std::size_t output : outputs) {
    if (bounds::is_list(formula_, output))
      found.outputs[output] =
          choices.open == 0 ? bounds::Bound::of(language::Cell()) : bounds::Bound();
  }
  if (is_first && choices.open > 0) items_[item] = ordered(at, found, outputs);
  keep(item, outputs, found.outputs);
}

/// An order needs what is settled, too.
void OpenItems::keep(std::uint32_t item, const Outputs& outputs,
                     const std::vector<bounds::Bound>& found) {
  std::vector<bounds::Bound>& known = known_[item];
  known.clear();
  if (!has_order_ && are_settled(found, outputs)) return;
  const std::scoped_lock lock(mutex_);
  for (const std::size_t output : outputs_)
    known.push_back(bounds::kept_in(strings_, found[output]));
}

OpenItems::Choices OpenItems::choices_at(const bounds::FormulaRows& rows,
                                         const bounds::ItemRows& at, bounds::ItemBounds& bounds) {
  Choices choices{.item_loads = at.item_loads, .rows = bounds::choices_of(rows, at), .effects = {}};
  choices.open =
      static_cast<std::size_t>(std::ranges::count_if(at.rows, &bounds::ItemRow::is_awaited));
  if (has_several_passes_) return choices;
  for (const bounds::ItemRow& row : at.rows) {
    choices.effects.push_back(effects_.find(effect_key(formula_, at, row), [&] {
      return bounds.effect_of(at.item_loads, bounds::choices_of(rows, at, row));
    }));
  }
  return choices;
}

bounds::Merged OpenItems::merged(const Choices& choices, const Outputs& outputs,
                                 bounds::ItemBounds& bounds) const {
  return has_several_passes_ ? bounds.merged(choices.item_loads, choices.rows, outputs)
                             : bounds.merged(choices.item_loads, choices.effects, outputs);
}

/// Puts the reviews of an item in the order in which they are asked.
OpenItem OpenItems::ordered(const bounds::ItemRows& at, const bounds::Merged& found,
                            const Outputs& outputs) const {
  struct Ranked {
    std::uint32_t review;
    double gain;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < at.rows.size(); ++i) {
    const std::uint32_t review = at.rows[i].review;
    const std::int64_t tokens = frame_tokens_ + llm::estimated_tokens(dataset_.text(review).size());
    if (at.rows[i].is_awaited)
      ranked.push_back({review, found.spreads[i] / static_cast<double>(tokens)});
  }
  const bool is_by_gain = options_.order == UntilOptions::Order::Gain;
  std::ranges::stable_sort(ranked, std::ranges::greater(), [&](const Ranked& row) {
    return is_by_gain ? row.gain : (row.gain > 0 ? 1.0 : 0.0);
  });
  OpenItem item;
  const bool needs_all = has_list(formula_, outputs);
  for (const Ranked& row : ranked) {
    item.order.push_back(row.review);
    item.needed += row.gain > 0 || needs_all ? 1 : 0;
  }
  item.is_bounded = std::ranges::none_of(
      outputs, [&](std::size_t output) { return is_unbounded(found.outputs[output]); });
  return item;
}

/// All reviews of the item if it is not settled earlier, supposing that all answers are alike.
std::size_t OpenItems::least_of(std::uint32_t item, const Outputs& outputs,
                                const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
  const OpenItem& open_item = items_[item];
  if (has_list(formula_, outputs)) return open_item.needed;
  if (has_several_passes_) return 1;
  const bounds::ItemRows at = rows_at(rows, item);
  const Choices open = choices_at(rows, at, bounds);
  const std::vector<bounds::FieldCase>& cases = rows.cases().cases();
  const std::size_t count = std::min(cases.size(), kMostTried);
  std::size_t least = open_item.needed;
  for (std::size_t tried = 0; tried < count && least > 1; ++tried) {
    const bounds::FieldCase& fields = cases[tried * cases.size() / count];
    const auto settles = [&](std::size_t answers) {
      return is_settled_by(std::span(open_item.order).first(answers), fields, outputs, at, open,
                           rows, bounds);
    };
    if (!settles(least - 1)) continue;
    std::size_t low = 1;
    for (--least; low < least;) {
      const std::size_t middle = low + (least - low) / 2;
      settles(middle) ? least = middle : low = middle + 1;
    }
  }
  return least;
}

/// Whether the item is settled if these reviews have rows with such fields.
bool OpenItems::is_settled_by(std::span<const std::uint32_t> answered,
                              const bounds::FieldCase& fields, const Outputs& outputs,
                              const bounds::ItemRows& at, const Choices& open,
                              const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) const {
  std::vector<const bounds::RowEffect*> effects = open.effects;
  std::deque<bounds::RowEffect> supposed;
  for (std::size_t i = 0; i < at.rows.size(); ++i) {
    if (std::ranges::find(answered, at.rows[i].review) == answered.end()) continue;
    bounds::RowChoices row{.choices = {}, .cost_of_absence = 0};
    auto choice = rows.with_fields(at, at.rows[i], fields);
    if (choice && rows.is_surely_kept(at, at.rows[i], fields)) row.cost_of_absence.reset();
    if (choice) row.choices.push_back(*std::move(choice));
    effects[i] = &supposed.emplace_back(bounds.effect_of(at.item_loads, row));
  }
  return are_settled(bounds.merged(at.item_loads, effects, outputs).outputs, outputs);
}

}  // namespace seedc::engine
