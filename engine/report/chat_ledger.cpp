// Formats the ledger of a conversation with a language model.
#include "engine/report/chat_ledger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "engine/report/text.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

/// `2 rate limit, 1 prompt too long`.
std::string classes_of(const llm::ChatTally& tally) {
  std::string classes;
  for (std::size_t i = 0; i < llm::kChatFailureKinds; ++i) {
    const auto kind = static_cast<llm::ChatFailureKind>(i);
    if (tally.failed[i] == 0 || llm::is_unasked(kind)) continue;
    classes +=
        fmt::format("{}{} {}", classes.empty() ? "" : ", ", tally.failed[i], llm::describe(kind));
  }
  return classes;
}

/// What is stored takes no time, so only the rest says how fast it goes.
std::string time_left(const ChatStep& step) {
  if (step.done == step.stored || step.done >= step.total) return "";
  const double each = step.elapsed_seconds / static_cast<double>(step.done - step.stored);
  const auto seconds =
      static_cast<std::uint64_t>(std::ceil(each * static_cast<double>(step.total - step.done)));
  return fmt::format(", {}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// `about 700 prompt + 40 completion tokens, $0.0012`.
std::string cost_of(const llm::CallEstimate& estimate, const std::optional<llm::Prices>& prices) {
  return fmt::format("about {} prompt + {} completion tokens{}", estimate.usage.prompt_tokens,
                     estimate.usage.completion_tokens,
                     prices ? ", " + usd_text(llm::usd_of(estimate.usage, *prices)) : "");
}

}  // namespace

std::string usd_text(double usd) { return fmt::format("${:.4f}", usd); }

std::string format_chat_ledger(const llm::ChatTally& tally, bool has_prices) {
  using Kind = llm::ChatFailureKind;
  std::string out =
      fmt::format("  {} asked = {} stored + {} bought{}", tally.requests(), tally.stored,
                  tally.bought, addend(tally.asked_in_vain(), "failed"));
  for (const Kind kind : {Kind::NotSent, Kind::Budget, Kind::Cancelled})
    out += addend(tally.failures(kind), llm::describe(kind));
  out += '\n';
  if (tally.asked_in_vain() > 0) out += fmt::format("  failed: {}\n", classes_of(tally));
  if (tally.calls == 0) return out;
  const std::string unmetered =
      tally.unmetered == 0 ? "" : fmt::format(" ({} of unknown cost)", tally.unmetered);
  return out + fmt::format("  {}{}, {} prompt + {} completion tokens{}\n",
                           counted(tally.calls, "call"), unmetered, tally.usage.prompt_tokens,
                           tally.usage.completion_tokens,
                           has_prices ? ", " + usd_text(tally.usd) : "");
}

std::string format_asked_reviews(const contract::Formula& formula, std::uint64_t reviews,
                                 std::uint64_t relevant,
                                 const std::optional<llm::JudgedRows>& judged) {
  std::string out =
      fmt::format("{}: {} = {} relevant + {} not relevant\n", language::printable(formula.name),
                  counted(reviews, "review"), relevant, reviews - relevant);
  if (!judged) return out;
  return out + fmt::format("  {} = {} judged{}{}{}; {} inappropriate, below {}\n",
                           counted(judged->rows, "row"), judged->judged,
                           addend(judged->cited, "with invalid citations"),
                           addend(judged->neutral, "neutral, the judge failed"),
                           addend(judged->left, "not judged"), judged->inappropriate,
                           language::shortest(formula.rows.judge->threshold));
}

std::string format_rounds(const RoundLedger& ledger) {
  // Those that are left count as asked in the ledger of requests, too.
  const std::uint64_t asked = ledger.asked + ledger.left;
  std::string out = fmt::format("  {} relevant = {} asked{}\n", asked + ledger.not_needed, asked,
                                addend(ledger.not_needed, "not needed"));
  for (const TargetLedger& target : ledger.targets) {
    out += fmt::format("  {}: settled at {} of {}, in {}\n", language::printable(target.name),
                       target.settled, counted(target.all, target.noun),
                       counted(ledger.rounds, "round"));
  }
  if (ledger.unbounded_items > 0) {
    out += fmt::format(
        "  no bounds at {} before all reviews were asked: a list, or a field without `minimum` and "
        "`maximum`\n",
        counted(ledger.unbounded_items, "item"));
  }
  return out;
}

bool has_prices(double usd_per_million_prompt, double usd_per_million_completion) {
  return llm::prices_given(usd_per_million_prompt, usd_per_million_completion).has_value();
}

std::string format_dropped(std::span<const contract::FieldGuide> fields,
                           const llm::ExtractedRows& rows) {
  std::string out;
  const auto add = [&](const std::string& field, std::string_view suffix, std::string_view what) {
    const std::string key = field + std::string(suffix);
    const auto count = std::ranges::count_if(
        rows, [&](const auto& row) { return row && language::find(*row, key) != nullptr; });
    if (count == 0) return;
    out += fmt::format("  {} of `{}` {}\n", counted(static_cast<std::uint64_t>(count), "value"),
                       field, what);
  };
  for (const contract::FieldGuide& guide : fields) {
    add(guide.field.name, ".ungrounded", "ungrounded, read as missing: the review lacks the quote");
    add(guide.field.name, ".disputed", "disputed, read as missing: too few opinions agree");
  }
  return out;
}

std::string format_chat_progress(const ChatStep& step, const llm::ChatTally& tally,
                                 bool has_prices) {
  const std::string begin = fmt::format("{} {}{}: {} failed, {} stored", step.what, step.done,
                                        step.total == 0 ? "" : fmt::format("/{}", step.total),
                                        tally.asked_in_vain(), step.stored);
  if (tally.pause > 0)
    return fmt::format("{}, waiting {:.0f} s, as the service asks", begin, std::ceil(tally.pause));
  return fmt::format("{}, {} tokens{}{}", begin,
                     tally.usage.prompt_tokens + tally.usage.completion_tokens,
                     has_prices ? ", " + usd_text(tally.usd) : "", time_left(step));
}

std::string format_estimate(const llm::CallEstimate& estimate, std::uint64_t relevant,
                            std::uint64_t reviews, const std::optional<llm::Prices>& prices) {
  return fmt::format("{} of {} relevant: {} to make, {} stored, {} of a text seen before\n{}",
                     relevant, counted(reviews, "review"), counted(estimate.calls, "call"),
                     estimate.stored, estimate.repeated, cost_of(estimate, prices));
}

std::string format_judging_estimate(std::uint64_t reviews) {
  return fmt::format("judging not counted: {} at most\n", counted(reviews, "more call"));
}

std::string format_vote_estimate(std::size_t opinions, std::uint64_t least_calls,
                                 std::uint64_t most_calls) {
  return fmt::format("{} on each review at most: {} to {}\n", counted(opinions, "opinion"),
                     least_calls, counted(most_calls, "call"));
}

std::string format_until_estimate(const UntilCost& cost, const std::vector<std::string>& outputs) {
  return fmt::format("until {} settled: {} to {}; {} of {} settled without one, {} not needed\n",
                     language::printable(fmt::format("{}", fmt::join(outputs, ", "))),
                     cost.least_calls, counted(cost.most_calls, "call"), cost.settled,
                     counted(cost.items, "item"), counted(cost.not_needed, "review"));
}

std::string format_judge_estimate(const llm::CallEstimate& estimate, const llm::JudgeLedger& ledger,
                                  const std::optional<llm::Prices>& prices) {
  const auto further = [](std::uint64_t count, std::string_view what) {
    return count == 0 ? "" : fmt::format(", {} {}", count, what);
  };
  return fmt::format(
      "{}: {} to make, {} stored, {} equal to an earlier one{}{}\n{}",
      counted(ledger.lines, "line"), counted(estimate.calls, "call"), estimate.stored,
      estimate.repeated,
      further(ledger.count(llm::EvidenceEvaluation::Origin::Cited), "with invalid citations"),
      further(ledger.mistakes, "in error"), cost_of(estimate, prices));
}

}  // namespace seedc::report
