// Where the requests to a language model went and what they cost, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/contract/formula.h"
#include "runtime/llm/budget.h"
#include "runtime/llm/chat_tally.h"
#include "runtime/llm/estimate.h"
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

/// A line per field whose values were dropped because their quotes are not in the reviews.
std::string format_ungrounded(std::span<const contract::FieldGuide> fields,
                              std::span<const std::uint64_t> ungrounded);

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

/// The same of judging a file, whose lines the ledger has.
std::string format_judge_estimate(const llm::CallEstimate& estimate, const llm::JudgeLedger& ledger,
                                  const std::optional<llm::Prices>& prices);

/// `$0.0123`.
std::string usd_text(double usd);

}  // namespace seedc::report
