// Asks a language model about the reviews of a formula in rounds, until outputs are settled:
// whatever the answers to come, each keeps its value and its kind of null, bit for bit.
//
// Each round asks about some reviews of every item that is not settled. Which ones depends on the
// data and on earlier answers alone, not on time or the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/ask_reviews.h"
#include "engine/chat_session.h"
#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/llm/estimate.h"
#include "runtime/llm/extraction.h"

namespace seedc::engine {

struct UntilOptions {
  enum class Order : std::uint8_t {
    Gain,    ///< first the review that holds most of what is undecided, per token that it costs
    Review,  ///< the data's
  };
  std::vector<std::string> outputs;  ///< of the formula; a group stands for all its values
  Order order = Order::Gain;
  unsigned threads = 0;
};

/// Whether the formula has these outputs, and can be bounded. Fails (Usage, Limit).
base::Result<std::vector<std::size_t>> outputs_until(const contract::Formula& formula,
                                                     const std::vector<std::string>& names);

/// The data that it reads.
data::DataNeeds needs_until(const contract::Formula& formula);

/// The formula outlives the call, and so does the dataset, which has the texts of reviews.
base::Result<AskedReviews> ask_until(const contract::Formula& formula,
                                     const llm::ExtractionQuestion& question,
                                     const data::Dataset& dataset, const UntilOptions& options,
                                     ChatSession& session);

struct UntilEstimate {
  std::uint64_t relevant = 0;
  std::uint64_t not_needed = 0;  ///< whatever the answers
  std::uint64_t least = 0;       ///< reviews, if answers settle outputs as soon as found possible
  llm::CallEstimate most;
  std::uint64_t items = 0;    ///< of the data
  std::uint64_t settled = 0;  ///< items without a call
};
/// What that would cost. The least is found by supposing that all answers at an item are alike.
base::Result<UntilEstimate> estimate_until(const contract::Formula& formula,
                                           const llm::ExtractionQuestion& question,
                                           const data::Dataset& dataset,
                                           const UntilOptions& options,
                                           const llm::AskedModel& model,
                                           std::span<const llm::Opinion> opinions);

}  // namespace seedc::engine
