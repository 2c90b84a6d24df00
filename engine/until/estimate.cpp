// Estimates what it costs to settle targets.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "engine/until/open_items.h"
#include "engine/until/stored_rows.h"
#include "engine/until/until.h"

namespace seedc::engine {
namespace {

/// The fewest reviews that may settle targets.
class FewestReviews {
 public:
  FewestReviews(OpenItems& items, OpenItems::Answers stored) : items_(items), stored_(stored) {}

  void add(const Target& target) {
    const std::vector<std::uint32_t> open = items_.candidates(target);
    std::vector<std::size_t> least = items_.least_answers(target, open, stored_);
    if (target.top) {
      std::ranges::sort(least);
      least.resize(items_.surely_open(target));
      const std::uint64_t some = items_.undecided(target).empty() ? 0 : 1;
      of_orders_ = std::max({of_orders_, some, sum(least)});
      return;
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      std::size_t& most = of_items_[open[i]];
      most = std::max(most, least[i]);
    }
  }
  std::uint64_t count() const {
    std::uint64_t count = 0;
    for (const auto& [item, least] : of_items_) count += least;
    return std::max(count, of_orders_);
  }

 private:
  static std::uint64_t sum(const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  OpenItems& items_;
  OpenItems::Answers stored_;
  std::map<std::uint32_t, std::size_t> of_items_;
  std::uint64_t of_orders_ = 0;
};

}  // namespace

UntilEstimate estimate_until(const contract::Formula& formula,
                             const llm::ExtractionQuestion& question, const data::Dataset& dataset,
                             const UntilOptions& options, const llm::AskedModel& model,
                             const llm::VoteRules& votes) {
  OpenItems items(formula, question, dataset, options);
  std::vector<llm::ReviewToRead> relevant;
  for (std::uint32_t review = 0; review < dataset.review_count(); ++review) {
    if (items.relevant().has(review))
      relevant.push_back({dataset.review_id(review), dataset.text(review)});
  }
  const llm::ExtractedRows stored = stored_rows(
      formula, question, relevant, votes,
      [&](const llm::ChatRequest& request) { return llm::stored_answer(model, request); });
  items.begin(stored);
  std::vector<llm::ReviewToRead> needed;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    if (stored[i]) needed.push_back(relevant[i]);
  }
  UntilEstimate estimate{.relevant = relevant.size(), .items = dataset.item_count()};
  const auto known = static_cast<std::uint64_t>(needed.size());
  std::set<std::uint32_t> open;
  FewestReviews fewest(items, stored);
  for (const Target& target : options.targets) {
    const std::vector<std::uint32_t> more = items.candidates(target);
    open.insert(more.begin(), more.end());
    fewest.add(target);
  }
  for (const std::uint32_t item : open) {
    for (const std::uint32_t review : std::span(items[item].order).first(items[item].needed))
      needed.push_back({dataset.review_id(review), dataset.text(review)});
  }
  estimate.least = known + fewest.count();
  estimate.settled = estimate.items - open.size();
  estimate.not_needed = estimate.relevant - needed.size();
  estimate.most = llm::estimate_extraction(question, needed, model, llm::opinions_of(votes));
  return estimate;
}

}  // namespace seedc::engine
