// Asks a language model about the reviews of a formula in rounds, until targets are settled:
// whatever the answers to come, each output keeps its value and its kind of null, bit for bit, and
// the first ones of an order their places.
//
// Answers that are stored count before the first round. Each round asks about some reviews of every
// item on which it depends whether a target is settled. Which ones follows from the data and from
// earlier answers alone, not from time or the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/ask_reviews.h"
#include "engine/chat_session.h"
#include "engine/until/targets.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/llm/estimate.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/vote.h"

namespace seedc::engine {

struct UntilOptions {
  enum class Order : std::uint8_t {
    Gain,    ///< first the review that holds most of what is undecided, per token that it costs
    Review,  ///< the data's
  };
  std::vector<Target> targets;  ///< whose matches are known
  Order order = Order::Gain;
  unsigned threads = 0;
};

/// The formula outlives the call, and so does the dataset, which has the texts of reviews.
AskedReviews ask_until(const contract::Formula& formula, const llm::ExtractionQuestion& question,
                       const data::Dataset& dataset, const UntilOptions& options,
                       ChatSession& session);

struct UntilEstimate {
  std::uint64_t relevant = 0;
  std::uint64_t not_needed = 0;  ///< whatever the answers
  std::uint64_t least = 0;       ///< reviews, if answers settle targets as soon as found possible
  llm::CallEstimate most;
  std::uint64_t items = 0;    ///< of the data
  std::uint64_t settled = 0;  ///< items without a call
};
/// What that would cost. The least is found by supposing that all answers at an item are alike.
UntilEstimate estimate_until(const contract::Formula& formula,
                             const llm::ExtractionQuestion& question, const data::Dataset& dataset,
                             const UntilOptions& options, const llm::AskedModel& model,
                             const llm::VoteRules& votes);

}  // namespace seedc::engine
