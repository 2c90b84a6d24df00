// Keeps the accounts of a budget. Money is computed from whole tokens, so that it never drifts.
#include "runtime/llm/budget.h"

namespace seedc::llm {
namespace {

ChatUsage sum(const ChatUsage& a, const ChatUsage& b) {
  return {a.prompt_tokens + b.prompt_tokens, a.completion_tokens + b.completion_tokens};
}

}  // namespace

double usd_of(const ChatUsage& usage, const Prices& prices) {
  return (static_cast<double>(usage.prompt_tokens) * prices.usd_per_million_prompt +
          static_cast<double>(usage.completion_tokens) * prices.usd_per_million_completion) /
         1e6;
}

bool Budget::reserve(const ChatUsage& most) {
  const ChatUsage total = sum(sum(spent_, reserved_), most);
  if (limits_.requests && calls_ + 1 > *limits_.requests) return false;
  if (limits_.tokens && total.prompt_tokens + total.completion_tokens > *limits_.tokens)
    return false;
  if (limits_.usd && usd_of(total, limits_.prices) > *limits_.usd) return false;
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
