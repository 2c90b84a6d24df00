// Evaluates items on bounds between rounds of questions.
#include "engine/until.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "engine/bounds/open_outputs.h"
#include "engine/opinions.h"
#include "engine/report/text.h"
#include "runtime/base/nearest.h"
#include "runtime/exec/formula.h"
#include "runtime/exec/parallel.h"
#include "runtime/llm/completion.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::engine {
namespace {

/// Of the reviews of an item that are left, one in so many is asked in a round, and one at least.
constexpr std::size_t kPartOfRound = 32;
/// Bounds are made as tight as can be once so few reviews of an item are left.
constexpr std::size_t kFewOpen = 4;
/// So many kinds of answers are tried for an estimate.
constexpr std::size_t kMostTried = 24;

/// An item that is not settled.
struct UndecidedItem {
  std::uint32_t item = 0;
  std::vector<std::uint32_t> order;  ///< its reviews, in the order in which they are asked
  std::size_t needed = 0;            ///< the first ones of them, on which it may depend
  std::size_t asked = 0;             ///< the first ones of them
  bool is_bounded = true;            ///< whether all that the outputs may be is within bounds
};

/// What rows may add, each set of equal effects once. Thread-safe.
class Effects {
 public:
  /// `make` is called if there is none of that key yet.
  const bounds::RowEffect* find(const std::string& key,
                                const std::function<bounds::RowEffect()>& make) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto known = effects_.find(key); known != effects_.end()) return &known->second;
    }
    const bounds::RowEffect made = make();
    const std::scoped_lock lock(mutex_);
    const auto [place, is_new] = effects_.try_emplace(key);
    for (std::size_t i = 0; is_new && i < made.size(); ++i)
      place->second.push_back(bounds::kept_in(strings_, made[i]));
    return &place->second;
  }

 private:
  std::mutex mutex_;
  exec::FormulaResult::Strings strings_;
  std::unordered_map<std::string, bounds::RowEffect> effects_;
};

void append_key(std::string& key, const language::Cell& cell) {
  const bool is_text = !cell.is_null() && cell.kind == language::Kind::Str;
  const std::uint64_t payload = is_text ? cell.string().size() : cell.payload;
  key.append(reinterpret_cast<const char*>(&payload), sizeof payload);
  key.append(reinterpret_cast<const char*>(&cell.null), sizeof cell.null);
  key += static_cast<char>(cell.kind);
  if (is_text) key += cell.string();
}

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

/// Items on bounds: all that does not change from round to round.
class Undecided {
 public:
  Undecided(const contract::Formula& formula, const llm::ExtractionQuestion& question,
            const data::Dataset& dataset, const UntilOptions& options,
            std::vector<std::size_t> outputs)
      : formula_(formula),
        dataset_(dataset),
        options_(options),
        outputs_(std::move(outputs)),
        prepared_(std::make_shared<const exec::PreparedFormula>(formula)),
        relevant_(prepared_->rows().relevant_reviews(dataset, execute())),
        frame_tokens_(llm::estimated_prompt_tokens(question.request_for("")) +
                      question.estimated_answer_tokens()),
        has_list_(std::ranges::any_of(
            outputs_, [&](std::size_t output) { return bounds::is_list(formula, output); })),
        has_several_passes_(bounds::ItemBounds(*prepared_).has_several_passes()) {}

  const exec::ChosenReviews& relevant() const { return relevant_; }

  /// The items that are not settled before any question.
  std::vector<UndecidedItem> begin() {
    std::vector<std::optional<UndecidedItem>> found(dataset_.item_count());
    for_each(found.size(), {},
             [&](std::size_t item, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
               const bounds::ItemRows at = rows_at(rows, static_cast<std::uint32_t>(item));
               if (at.rows.empty()) return;
               const Choices choices = choices_at(rows, at, bounds);
               if (!is_settled(choices, bounds)) found[item] = ordered(at, choices, bounds);
             });
    std::vector<UndecidedItem> undecided;
    for (std::optional<UndecidedItem>& item : found) {
      if (item) undecided.push_back(std::move(*item));
    }
    return undecided;
  }

  /// Leaves out the items that the answers have settled.
  void update(std::vector<UndecidedItem>& items,
              std::span<const std::optional<language::Dict>> answers) {
    std::vector<std::uint8_t> is_done(items.size());
    for_each(items.size(), answers,
             [&](std::size_t i, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
               is_done[i] =
                   is_settled(choices_at(rows, rows_at(rows, items[i].item), bounds), bounds);
             });
    std::size_t i = 0;
    std::erase_if(items, [&](const UndecidedItem&) { return is_done[i++] != 0; });
  }

  /// For each item, after how many answers it may be settled, as far as found.
  std::vector<std::size_t> least_answers(const std::vector<UndecidedItem>& items) {
    std::vector<std::size_t> least(items.size());
    for_each(items.size(), {},
             [&](std::size_t i, const bounds::FormulaRows& rows, bounds::ItemBounds& bounds) {
               least[i] = least_of(items[i], rows, bounds);
             });
    return least;
  }

 private:
  /// What the rows of an item may be.
  struct Choices {
    std::vector<language::Cell> item_loads;
    std::size_t open = 0;
    std::vector<bounds::RowChoices> rows;  ///< if there are few open ones, or several passes
    std::vector<const bounds::RowEffect*> effects;  ///< unless there are several passes
  };
  using Visit = std::function<void(std::size_t, const bounds::FormulaRows&, bounds::ItemBounds&)>;

  exec::ExecuteOptions execute() const { return {.threads = options_.threads, .progress = {}}; }

  /// Calls `visit` with each number below `count`, on several threads.
  void for_each(std::size_t count, std::span<const std::optional<language::Dict>> answers,
                const Visit& visit) const {
    auto extractions =
        *data::extractions_of("extracted", answers, formula_.rows.fields, dataset_, {});
    if (formula_.rows.judge) extractions.apply(*formula_.rows.judge);
    const exec::ChosenReviews kept =
        prepared_->rows().kept_reviews(dataset_, extractions, execute());
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

  /// The effect of a row follows from what is known of it: its loads, but for those of fields if it
  /// is awaited.
  std::string key_of(const bounds::ItemRows& rows, const bounds::ItemRow& row) const {
    std::string key(1, static_cast<char>(row.is_awaited ? 'a' : 'r'));
    for (std::size_t number = 0; number < row.loads.size(); ++number) {
      const bool is_field =
          formula_.program.loads[number].source == contract::LoadSpec::Source::Field;
      const bool is_known = !is_field || !row.is_awaited;
      if (is_known) append_key(key, row.loads[number]);
      append_key(key, rows.item_loads[number]);
    }
    return key;
  }

  /// Whether what an awaited row may be follows from its loads: a condition on rows may read more.
  bool is_keyed(const bounds::ItemRow& row) const {
    return !row.is_awaited || !formula_.rows.kept.has_value();
  }

  Choices choices_at(const bounds::FormulaRows& rows, const bounds::ItemRows& at,
                     bounds::ItemBounds& bounds) {
    Choices choices{.item_loads = at.item_loads};
    choices.open =
        static_cast<std::size_t>(std::ranges::count_if(at.rows, &bounds::ItemRow::is_awaited));
    if (choices.open <= kFewOpen || has_several_passes_)
      choices.rows = bounds::choices_of(rows, at);
    if (has_several_passes_) return choices;
    for (const bounds::ItemRow& row : at.rows) {
      if (!row.is_awaited && row.state != bounds::ItemRow::State::Row) continue;
      const auto make = [&] {
        return bounds.effect_of(at.item_loads, bounds::choices_of(rows, at, row));
      };
      const std::string key = is_keyed(row) ? key_of(at, row) : "k" + std::to_string(row.review);
      choices.effects.push_back(effects_.find(key, make));
    }
    return choices;
  }

  bounds::Merged merged(const Choices& choices, bounds::ItemBounds& bounds) const {
    return has_several_passes_ ? bounds.merged(choices.item_loads, choices.rows, outputs_)
                               : bounds.merged(choices.item_loads, choices.effects, outputs_);
  }

  bool are_settled(const std::vector<bounds::Bound>& outputs) const {
    return std::ranges::all_of(
        outputs_, [&](std::size_t output) { return outputs[output].only() != nullptr; });
  }

  bool is_settled(const Choices& choices, bounds::ItemBounds& bounds) const {
    if (choices.open == 0) return true;
    if (has_list_) return false;
    if (are_settled(merged(choices, bounds).outputs)) return true;
    return choices.open <= kFewOpen &&
           are_settled(bounds.outputs(choices.item_loads, choices.rows));
  }

  std::int64_t tokens_of(std::uint32_t review) const {
    return frame_tokens_ + llm::estimated_tokens(dataset_.text(review).size());
  }

  /// Puts the reviews of an item in the order in which they are asked.
  UndecidedItem ordered(const bounds::ItemRows& at, const Choices& choices,
                        bounds::ItemBounds& bounds) const {
    struct Ranked {
      std::uint32_t review;
      double gain;
    };
    const bounds::Merged found = merged(choices, bounds);
    std::vector<Ranked> ranked;
    std::size_t number = 0;
    for (const bounds::ItemRow& row : at.rows) {
      const bool counts =
          has_several_passes_ || row.is_awaited || row.state == bounds::ItemRow::State::Row;
      const double spread = counts ? found.spreads[number++] : 0;
      if (row.is_awaited)
        ranked.push_back({row.review, spread / static_cast<double>(tokens_of(row.review))});
    }
    const bool is_by_gain = options_.order == UntilOptions::Order::Gain;
    std::ranges::stable_sort(ranked, std::ranges::greater(), [&](const Ranked& row) {
      return is_by_gain ? row.gain : (row.gain > 0 ? 1.0 : 0.0);
    });
    UndecidedItem item{.item = at.item};
    for (const Ranked& row : ranked) {
      item.order.push_back(row.review);
      item.needed += row.gain > 0 || has_list_ ? 1 : 0;
    }
    item.is_bounded = std::ranges::none_of(
        outputs_, [&](std::size_t output) { return is_unbounded(found.outputs[output]); });
    return item;
  }

  /// All reviews of the item if it is not settled earlier, supposing that all answers are alike.
  std::size_t least_of(const UndecidedItem& item, const bounds::FormulaRows& rows,
                       bounds::ItemBounds& bounds) {
    if (has_list_ || has_several_passes_) return has_list_ ? item.needed : 1;
    const bounds::ItemRows at = rows_at(rows, item.item);
    const Choices open = choices_at(rows, at, bounds);
    const std::vector<bounds::FieldCase>& cases = rows.cases().cases();
    const std::size_t count = std::min(cases.size(), kMostTried);
    std::size_t least = item.needed;
    for (std::size_t tried = 0; tried < count && least > 1; ++tried) {
      const bounds::FieldCase& fields = cases[tried * cases.size() / count];
      const auto settles = [&](std::size_t answers) {
        return is_settled_by(std::span(item.order).first(answers), fields, at, open, rows, bounds);
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
  bool is_settled_by(std::span<const std::uint32_t> answered, const bounds::FieldCase& fields,
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
    return are_settled(bounds.merged(at.item_loads, effects, outputs_).outputs);
  }

  const contract::Formula& formula_;
  const data::Dataset& dataset_;
  const UntilOptions& options_;
  std::vector<std::size_t> outputs_;
  std::shared_ptr<const exec::PreparedFormula> prepared_;
  exec::ChosenReviews relevant_;
  std::int64_t frame_tokens_;
  bool has_list_;
  bool has_several_passes_;
  Effects effects_;
};

/// Asks, and keeps what was answered.
class Rounds {
 public:
  Rounds(const contract::Formula& formula, const llm::ExtractionQuestion& question,
         const data::Dataset& dataset, const UntilOptions& options,
         std::vector<std::size_t> outputs, ChatSession& session)
      : formula_(formula),
        question_(question),
        dataset_(dataset),
        session_(session),
        bounds_(formula, question, dataset, options, std::move(outputs)) {
    for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
      if (!bounds_.relevant().has(review)) continue;
      places_.emplace(review, reviews_.size());
      reviews_.push_back({dataset.review_id(review), dataset.text(review)});
    }
    asked_.relevant = reviews_.size();
    asked_.rows.resize(reviews_.size());
    if (formula.rows.judge) asked_.judged.emplace();
  }

  AskedReviews run() {
    std::vector<UndecidedItem> items = bounds_.begin();
    report::RoundLedger& ledger = asked_.rounds.emplace();
    ledger.items = dataset_.item_count();
    ledger.unbounded_items =
        static_cast<std::uint64_t>(std::ranges::count(items, false, &UndecidedItem::is_bounded));
    while (!items.empty() && !is_stopped()) {
      const std::vector<std::size_t> round = next_of(items);
      if (round.empty()) break;
      ++ledger.rounds;
      ask(round, ledger.items - items.size());
      bounds_.update(items, answers_at(items));
    }
    ledger.undecided = items.size();
    finish(items);
    return std::move(asked_);
  }

 private:
  /// How many reviews of an item are still to be asked about. Where a request failed, those that
  /// change nothing cannot settle it.
  std::size_t left_of(const UndecidedItem& item) const {
    if (item.asked < item.needed) return item.needed - item.asked;
    const bool has_failed = std::any_of(
        item.order.begin(), item.order.begin() + static_cast<std::ptrdiff_t>(item.asked),
        [&](std::uint32_t review) { return !asked_.rows[places_.at(review)]; });
    return has_failed ? 0 : item.order.size() - item.asked;
  }

  /// The places of the reviews of a round.
  std::vector<std::size_t> next_of(std::vector<UndecidedItem>& items) const {
    std::vector<std::size_t> round;
    for (UndecidedItem& item : items) {
      const std::size_t left = left_of(item);
      for (std::size_t i = std::min(left, 1 + left / kPartOfRound); i > 0; --i)
        round.push_back(places_.at(item.order[item.asked++]));
    }
    std::ranges::sort(round);
    return round;
  }

  void ask(const std::vector<std::size_t>& round, std::uint64_t settled) {
    std::vector<llm::ReviewToRead> reviews;
    for (const std::size_t place : round) reviews.push_back(reviews_[place]);
    const std::string state = fmt::format("round {}, {} of {} settled", asked_.rounds->rounds,
                                          settled, report::counted(asked_.rounds->items, "item"));
    llm::ExtractedRows rows = ask_opinions(question_, reviews, state, session_);
    if (formula_.rows.judge) {
      session_.expect(fmt::format("judging ({})", state), reviews.size());
      asked_.judged->add(llm::judge_rows(rows, reviews, *formula_.rows.judge, session_.service()));
    }
    for (std::size_t i = 0; i < round.size(); ++i) asked_.rows[round[i]] = std::move(rows[i]);
    asked_.rounds->asked += round.size();
  }

  /// The rows so far, of these items.
  std::vector<std::optional<language::Dict>> answers_at(
      const std::vector<UndecidedItem>& items) const {
    std::vector<std::optional<language::Dict>> answers;
    for (const UndecidedItem& item : items) {
      for (std::size_t i = 0; i < item.asked; ++i)
        answers.push_back(asked_.rows[places_.at(item.order[i])]);
    }
    return answers;
  }

  static constexpr std::array kStops = {
      llm::ChatFailureKind::Budget, llm::ChatFailureKind::Cancelled, llm::ChatFailureKind::NotSent};

  bool is_stopped() const {
    return std::ranges::any_of(kStops,
                               [&](auto kind) { return session_.tally().failures(kind) > 0; });
  }

  /// Reviews that were to be asked yet when it was stopped count as those that were left then.
  void finish(const std::vector<UndecidedItem>& items) {
    std::uint64_t left = 0;
    for (const UndecidedItem& item : items) left += left_of(item);
    asked_.rounds->left = left;
    asked_.rounds->not_needed = asked_.relevant - asked_.rounds->asked - left;
    finish_asking(formula_, reviews_, session_, asked_);
    const auto stop = std::ranges::find_if(
        kStops, [&](auto kind) { return session_.tally().failures(kind) > 0; });
    if (stop == kStops.end()) return;
    asked_.all.failed[static_cast<std::size_t>(*stop)] += left;
    asked_.tally.failed[static_cast<std::size_t>(*stop)] += left;
  }

  const contract::Formula& formula_;
  const llm::ExtractionQuestion& question_;
  const data::Dataset& dataset_;
  ChatSession& session_;
  Undecided bounds_;
  std::vector<llm::ReviewToRead> reviews_;                 ///< the relevant ones
  std::unordered_map<std::uint32_t, std::size_t> places_;  ///< of reviews in `reviews_`
  AskedReviews asked_;
};

/// Whether the name is that of the output, or of a group that it is a part of.
bool is_named(const contract::Formula& formula, std::size_t output, const std::string& name) {
  return formula.outputs[output] == name || formula.output_keys[output].front() == name;
}

}  // namespace

base::Result<std::vector<std::size_t>> outputs_until(const contract::Formula& formula,
                                                     const std::vector<std::string>& names) {
  if (formula.is_too_large) {
    return base::fail_with_help<base::ErrorCode::FormulaTooLarge>(
        "use fewer sums that wait for other sums, or smaller filters in them", formula.name,
        contract::Formula::kMostInsts);
  }
  std::set<std::size_t> outputs;
  for (const std::string& name : names) {
    bool is_known = false;
    for (std::size_t output = 0; output < formula.outputs.size(); ++output) {
      if (!is_named(formula, output, name)) continue;
      is_known = true;
      outputs.insert(output);
    }
    if (!is_known) return tl::unexpected(base::not_found("output", name, formula.outputs));
  }
  return std::vector<std::size_t>(outputs.begin(), outputs.end());
}

data::DataNeeds needs_until(const contract::Formula& formula) {
  data::DataNeeds needs = exec::needs_of(formula);
  needs.texts = true;
  return needs;
}

base::Result<AskedReviews> ask_until(const contract::Formula& formula,
                                     const llm::ExtractionQuestion& question,
                                     const data::Dataset& dataset, const UntilOptions& options,
                                     ChatSession& session) {
  auto outputs = outputs_until(formula, options.outputs);
  if (!outputs) return tl::unexpected(outputs.error());
  return Rounds(formula, question, dataset, options, *std::move(outputs), session).run();
}

base::Result<UntilEstimate> estimate_until(const contract::Formula& formula,
                                           const llm::ExtractionQuestion& question,
                                           const data::Dataset& dataset,
                                           const UntilOptions& options,
                                           const llm::AskedModel& model,
                                           std::span<const llm::Opinion> opinions) {
  auto outputs = outputs_until(formula, options.outputs);
  if (!outputs) return tl::unexpected(outputs.error());
  Undecided bounds(formula, question, dataset, options, *std::move(outputs));
  UntilEstimate estimate{.items = dataset.item_count()};
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review)
    estimate.relevant += bounds.relevant().has(review) ? 1 : 0;
  const std::vector<UndecidedItem> items = bounds.begin();
  std::vector<llm::ReviewToRead> needed;
  for (const UndecidedItem& item : items) {
    for (const std::uint32_t review : std::span(item.order).first(item.needed))
      needed.push_back({dataset.review_id(review), dataset.text(review)});
  }
  for (const std::size_t least : bounds.least_answers(items)) estimate.least += least;
  estimate.settled = estimate.items - items.size();
  estimate.not_needed = estimate.relevant - needed.size();
  estimate.most = llm::estimate_extraction(question, needed, model, opinions);
  return estimate;
}

}  // namespace seedc::engine
