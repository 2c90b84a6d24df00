// A spending limit. A call reserves its maximum cost before it is sent, and pays its actual cost
// afterwards, so that no limit is ever exceeded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/base/result.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/request_choice.h"

namespace seedc::llm {

struct Prices {
  double usd_per_million_prompt = 0;
  double usd_per_million_completion = 0;
};

/// Prices as options give them: 0 is none, less than 0 is free. std::nullopt without either of
/// them.
std::optional<Prices> prices_given(double usd_per_million_prompt,
                                   double usd_per_million_completion);

double usd_of(const ChatUsage& usage, const Prices& prices);

struct BudgetLimits {
  std::optional<std::int64_t> requests;  ///< calls, including retries
  std::optional<std::int64_t> tokens;    ///< of prompts and completions
  std::optional<double> usd;             ///< by `prices`
  Prices prices;
};

/// That a budget of tokens or money cannot be kept, as the user has removed the limit of answers.
std::optional<base::Error> find_unbounded(const BudgetLimits& limits, const RequestChoice& choice);

class Budget {
 public:
  explicit Budget(const BudgetLimits& limits) : limits_(limits) {}

  /// Reserves one call and its tokens. False if the budget does not suffice.
  bool reserve(const ChatUsage& most);
  /// The limit that one more such call might exceed; std::nullopt if there is none.
  std::optional<BudgetLimit> limit_against(const ChatUsage& most) const;
  /// That a limit leaves no call of up to `most`, and what was spent, for people.
  std::string describe(BudgetLimit limit, const ChatUsage& most) const;
  /// Settles the reservation `most` of a call that cost `actual`.
  void settle(const ChatUsage& most, const ChatUsage& actual);

  std::int64_t calls() const { return calls_; }
  const ChatUsage& spent() const { return spent_; }
  double usd() const { return usd_of(spent_, limits_.prices); }

 private:
  BudgetLimits limits_;
  std::int64_t calls_ = 0;
  ChatUsage spent_;
  ChatUsage reserved_;
};

}  // namespace seedc::llm
