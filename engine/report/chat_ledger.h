// Where the requests to a language model went and what they cost, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/chat_tally.h"
#include "runtime/llm/estimate.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/judge_lines.h"
#include "runtime/llm/judged_rows.h"

namespace seedc::report {

/// `258 asked = 0 stored + 250 bought + 3 failed + 5 left at the budget`, with the failures by
/// class, the calls, tokens and, if prices are given, the cost; each line indented.
std::string format_chat_ledger(const llm::ChatTally& tally, bool has_prices);

/// Where the reviews of a dataset went when a formula's rows were asked for, and what the judge
/// said of the rows: a line each.
std::string format_asked_reviews(const contract::Formula& formula, std::uint64_t reviews,
                                 std::uint64_t relevant,
                                 const std::optional<llm::JudgedRows>& judged);

/// Where something was to be settled.
struct TargetLedger {
  std::string name;
  std::string_view noun;      ///< "item", "matching item", "place"
  std::uint64_t all = 0;      ///< of them
  std::uint64_t settled = 0;  ///< in the end
};

/// Reviews that were asked in rounds, until targets were settled: relevant = asked + not needed +
/// left.
struct RoundLedger {
  std::uint64_t rounds = 0;
  std::uint64_t asked = 0;
  std::uint64_t not_needed = 0;       ///< nothing depends on them any more
  std::uint64_t left = 0;             ///< it was stopped before
  std::uint64_t unbounded_items = 0;  ///< items at which outputs had no bounds before
  std::vector<TargetLedger> targets;
};

/// `258 relevant = 120 asked + 138 not needed`, what is settled, and why items were asked in full.
std::string format_rounds(const RoundLedger& ledger);

/// A line per field whose values are read as missing because their quotes are not in the reviews,
/// or because too few opinions agree with them.
std::string format_dropped(std::span<const contract::FieldGuide> fields,
                           const llm::ExtractedRows& rows);

/// A conversation under way: requests so far, `stored` of them answered without a call.
struct ChatStep {
  std::string_view what;    ///< such as "extracting"
  std::uint64_t total = 0;  ///< 0: unknown
  std::uint64_t done = 0;
  std::uint64_t stored = 0;
  double elapsed_seconds = 0;
};
/// `extracting 20/100: 0 failed, 5 stored, 4000 tokens, $0.0040, 0:01:20 left`.
std::string format_chat_progress(const ChatStep& step, const llm::ChatTally& tally,
                                 bool has_prices);

/// The estimated cost of an extraction: `relevant` of the `reviews`; its cost if there are prices.
std::string format_estimate(const llm::CallEstimate& estimate, std::uint64_t relevant,
                            std::uint64_t reviews, const std::optional<llm::Prices>& prices);

/// The calls to the judge that an estimate leaves out, for what is judged depends on the answers:
/// one at most on each of so many reviews.
std::string format_judging_estimate(std::uint64_t reviews);

/// `3 opinions on each review: 516 to 774 calls`.
std::string format_vote_estimate(std::size_t opinions, std::uint64_t least_calls,
                                 std::uint64_t most_calls);

/// What it takes to settle outputs.
struct UntilCost {
  std::uint64_t items = 0, settled = 0;  ///< items without a call
  std::uint64_t not_needed = 0;          ///< relevant reviews
  std::uint64_t least_calls = 0, most_calls = 0;
};
/// `until VERDICT settled: 30 to 200 calls; 12 of 72 items settled without one, 58 reviews not
/// needed`.
std::string format_until_estimate(const UntilCost& cost, const std::vector<std::string>& targets);

/// The same of judging a file, whose lines the ledger has.
std::string format_judge_estimate(const llm::CallEstimate& estimate, const llm::JudgeLedger& ledger,
                                  const std::optional<llm::Prices>& prices);

/// Whether options give both prices (llm::prices_given): costs are then known.
bool has_prices(double usd_per_million_prompt, double usd_per_million_completion);

/// `$0.0123`.
std::string usd_text(double usd);

}  // namespace seedc::report
