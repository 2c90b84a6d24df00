// Asks round by round.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/opinions.h"
#include "engine/report/text.h"
#include "engine/until/open_items.h"
#include "engine/until/stored_rows.h"
#include "engine/until/until.h"
#include "runtime/exec/review_rules.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::engine {
namespace {

/// Of the reviews of an item that are left, one in so many is asked in a round, and one at least.
constexpr std::size_t kPartOfRound = 32;

constexpr std::array kStops = {llm::ChatFailureKind::Budget, llm::ChatFailureKind::Cancelled,
                               llm::ChatFailureKind::NotSent};

/// Asks, and keeps what was answered.
class Rounds {
 public:
  Rounds(const contract::Formula& formula, const llm::ExtractionQuestion& question,
         const data::Dataset& dataset, const UntilOptions& options, ChatSession& session)
      : formula_(formula),
        question_(question),
        dataset_(dataset),
        options_(options),
        session_(session),
        items_(formula, question, dataset, options),
        places_(dataset.review_count()) {
    for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
      if (!items_.relevant().has(review)) continue;
      places_[review] = reviews_.size();
      reviews_.push_back({dataset.review_id(review), dataset.text(review)});
    }
    asked_.relevant = reviews_.size();
    asked_.rows.resize(reviews_.size());
    if (formula.rows.judge) asked_.judged.emplace();
  }

  AskedReviews run() {
    report::RoundLedger& ledger = asked_.rounds.emplace();
    take_stored();
    items_.begin(asked_.rows);
    std::vector<std::uint32_t> open = undecided();
    ledger.unbounded_items = static_cast<std::uint64_t>(
        std::ranges::count_if(open, [&](std::uint32_t item) { return !items_[item].is_bounded; }));
    while (!open.empty() && !stop()) {
      const std::vector<std::size_t> round = next_of(open);
      if (round.empty()) break;
      ++ledger.rounds;
      ask(round, fmt::format("round {}, {} undecided", ledger.rounds,
                             report::counted(open.size(), "item")));
      items_.update(open, answers_at(open));
      open = undecided();
    }
    finish(open);
    return std::move(asked_);
  }

 private:
  void take_stored() {
    const llm::ExtractedRows rows =
        stored_rows(formula_, question_, reviews_, session_.votes(),
                    [&](const llm::ChatRequest& request) { return session_.stored(request); });
    std::vector<std::size_t> stored;
    for (std::size_t place = 0; place < rows.size(); ++place) {
      if (rows[place]) stored.push_back(place);
    }
    if (!stored.empty()) ask(stored, "stored answers");
  }

  /// The items on which it depends whether all targets are settled.
  std::vector<std::uint32_t> undecided() const {
    std::vector<std::uint32_t> items;
    for (const Target& target : options_.targets) {
      const std::vector<std::uint32_t> more = items_.undecided(target);
      items.insert(items.end(), more.begin(), more.end());
    }
    std::ranges::sort(items);
    const auto repeated = std::ranges::unique(items);
    items.erase(repeated.begin(), repeated.end());
    return items;
  }

  /// How many reviews of an item are still to be asked about. Where a request failed, those that
  /// change nothing cannot settle it.
  std::size_t left_of(const OpenItem& item) const {
    if (item.asked < item.needed) return item.needed - item.asked;
    const bool has_failed = std::any_of(
        item.order.begin(), item.order.begin() + static_cast<std::ptrdiff_t>(item.asked),
        [&](std::uint32_t review) { return !asked_.rows[places_[review]]; });
    return has_failed ? 0 : item.order.size() - item.asked;
  }

  /// The places of the reviews of a round.
  std::vector<std::size_t> next_of(const std::vector<std::uint32_t>& open) {
    std::vector<std::size_t> round;
    for (const std::uint32_t number : open) {
      OpenItem& item = items_[number];
      const std::size_t left = left_of(item);
      for (std::size_t i = std::min(left, 1 + left / kPartOfRound); i > 0; --i)
        round.push_back(places_[item.order[item.asked++]]);
    }
    std::ranges::sort(round);
    return round;
  }

  void ask(const std::vector<std::size_t>& places, const std::string& state) {
    std::vector<llm::ReviewToRead> reviews;
    for (const std::size_t place : places) reviews.push_back(reviews_[place]);
    llm::ExtractedRows rows = ask_opinions(question_, reviews, state, session_);
    if (formula_.rows.judge) {
      session_.expect(fmt::format("judging ({})", state), reviews.size());
      asked_.judged->add(llm::judge_rows(rows, reviews, *formula_.rows.judge, session_.service()));
    }
    for (std::size_t i = 0; i < places.size(); ++i) asked_.rows[places[i]] = std::move(rows[i]);
    asked_.rounds->asked += places.size();
  }

  /// The rows so far, of these items.
  llm::ExtractedRows answers_at(const std::vector<std::uint32_t>& items) const {
    llm::ExtractedRows answers;
    for (const std::uint32_t item : items) {
      const exec::ReviewRange reviews = exec::reviews_of(dataset_, item);
      for (std::uint32_t review = reviews.begin; review < reviews.end; ++review) {
        if (items_.relevant().has(review) && asked_.rows[places_[review]])
          answers.push_back(asked_.rows[places_[review]]);
      }
    }
    return answers;
  }

  /// Why no more can be asked; std::nullopt if nothing speaks against it.
  std::optional<llm::ChatFailureKind> stop() const {
    const auto found = std::ranges::find_if(
        kStops, [&](auto kind) { return session_.tally().failures(kind) > 0; });
    return found == kStops.end() ? std::nullopt : std::optional(*found);
  }

  /// Reviews that were to be asked yet when it was stopped count as those that were left then.
  void finish(const std::vector<std::uint32_t>& open) {
    std::uint64_t left = 0;
    for (const std::uint32_t item : open) left += left_of(items_[item]);
    asked_.rounds->left = left;
    asked_.rounds->not_needed = asked_.relevant - asked_.rounds->asked - left;
    for (const Target& target : options_.targets) add_to_ledger(target);
    finish_asking(formula_, reviews_, session_, asked_);
    const auto stopped_by = stop();
    if (!stopped_by) return;
    asked_.all.failed[static_cast<std::size_t>(*stopped_by)] += left;
    asked_.tally.failed[static_cast<std::size_t>(*stopped_by)] += left;
  }

  void add_to_ledger(const Target& target) {
    const std::size_t items = target.items ? target.items->size() : dataset_.item_count();
    const std::size_t all = target.top ? std::min(items, *target.top) : items;
    const std::string_view noun = target.top ? "place" : target.request ? "matching item" : "item";
    asked_.rounds->targets.push_back({.name = target.name,
                                      .noun = noun,
                                      .all = all,
                                      .settled = all - items_.undecided(target).size()});
  }

  const contract::Formula& formula_;
  const llm::ExtractionQuestion& question_;
  const data::Dataset& dataset_;
  const UntilOptions& options_;
  ChatSession& session_;
  OpenItems items_;
  std::vector<llm::ReviewToRead> reviews_;  ///< the relevant ones
  std::vector<std::size_t> places_;         ///< of those in `reviews_`, by review
  AskedReviews asked_;
};

}  // namespace

AskedReviews ask_until(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                       const data::Dataset& dataset, const UntilOptions& options,
                       ChatSession& session) {
  return Rounds(formula, question, dataset, options, session).run();
}

}  // namespace seedc::engine
