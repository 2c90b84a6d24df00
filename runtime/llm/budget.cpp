// Keeps the accounts of a budget. Money is computed from whole tokens, so that it never drifts.
#include "runtime/llm/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace seedc::llm {
namespace {

ChatUsage sum(const ChatUsage& a, const ChatUsage& b) {
  return {a.prompt_tokens + b.prompt_tokens, a.completion_tokens + b.completion_tokens};
}

std::int64_t tokens_of(const ChatUsage& usage) {
  return usage.prompt_tokens + usage.completion_tokens;
}

}  // namespace

std::optional<Prices> prices_given(double usd_per_million_prompt,
                                   double usd_per_million_completion) {
  if (usd_per_million_prompt == 0 || usd_per_million_completion == 0) return std::nullopt;
  return Prices{std::max(usd_per_million_prompt, 0.0), std::max(usd_per_million_completion, 0.0)};
}

double usd_of(const ChatUsage& usage, const Prices& prices) {
  return (static_cast<double>(usage.prompt_tokens) * prices.usd_per_million_prompt +
          static_cast<double>(usage.completion_tokens) * prices.usd_per_million_completion) /
         1e6;
}

std::optional<base::Error> find_unbounded(const BudgetLimits& limits, const RequestChoice& choice) {
  const bool is_unbounded = choice.limit_field && choice.limit_field->empty();
  if (!is_unbounded || (!limits.tokens && !limits.usd)) return std::nullopt;
  return base::error<base::ErrorCode::UnboundedBudget>().with_help(
      "keep that limit, or bound the number of calls");
}

std::optional<BudgetLimit> Budget::limit_against(const ChatUsage& most) const {
  const ChatUsage total = sum(sum(spent_, reserved_), most);
  if (limits_.requests && calls_ + 1 > *limits_.requests) return BudgetLimit::Requests;
  if (limits_.tokens && tokens_of(total) > *limits_.tokens) return BudgetLimit::Tokens;
  if (limits_.usd && usd_of(total, limits_.prices) > *limits_.usd) return BudgetLimit::Usd;
  return std::nullopt;
}

std::string Budget::describe(BudgetLimit limit, const ChatUsage& most) const {
  const auto allows_no_call = [](const std::string& budget, const std::string& spent,
                                 const std::string& of_one) {
    return fmt::format(
        "the budget of {} allows no further call, as {} are spent and one may cost {}", budget,
        spent, of_one);
  };
  switch (limit) {
    case BudgetLimit::Requests:
      return fmt::format("the budget of {} {} is spent", *limits_.requests,
                         *limits_.requests == 1 ? "call" : "calls");
    case BudgetLimit::Tokens:
      return allows_no_call(fmt::format("{} tokens", *limits_.tokens),
                            std::to_string(tokens_of(spent_)), std::to_string(tokens_of(most)));
    case BudgetLimit::Usd:
      return allows_no_call(fmt::format("${}", *limits_.usd),
                            fmt::format("${:.4f}", usd_of(spent_, limits_.prices)),
                            fmt::format("${:.4f}", usd_of(most, limits_.prices)));
  }
  return "";
}

bool Budget::reserve(const ChatUsage& most) {
  if (limit_against(most)) return false;
  ++calls_;
  reserved_ = sum(reserved_, most);
  return true;
}

void Budget::settle(const ChatUsage& most, const ChatUsage& actual) {
  reserved_.prompt_tokens -= most.prompt_tokens;
  reserved_.completion_tokens -= most.completion_tokens;
  spent_ = sum(spent_, actual);
}

}  // namespace seedc::llm
