// Formats notes on classifications, their mistakes and their judgements.
#include "engine/report/judge_notes.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/report/text.h"
#include "runtime/language/display_text.h"
#include "runtime/language/value.h"

namespace seedc::report {
namespace {

/// How many messages of a kind are shown.
constexpr std::uint64_t kMostMessages = 10;

std::string rounded(double number) { return language::shortest(std::round(number * 1e4) / 1e4); }

}  // namespace

JudgeNotes::JudgeNotes(const std::string& file) : file_(language::printable(file)) {}

std::string JudgeNotes::text_of(std::uint64_t line,
                                const llm::ClassificationLine::Mistake& mistake) {
  if (++mistakes_ > kMostMessages) return "";
  return fmt::format("{}:{}: error: {}\n  help: {}\n", file_, line,
                     language::clip(mistake.text, 200), mistake.help);
}

std::string JudgeNotes::text_of(const llm::LargeDrop& drop) {
  constexpr std::size_t kValueWidth = 40;
  if (++drops_ > kMostMessages) return "";
  const llm::EvidenceEvaluation& evaluation = *drop.evaluation;
  return fmt::format("{}:{}: warning: confidence in {} lowered from {} to {}: {} evidence, {}\n",
                     file_, drop.line, language::clip(drop.value, kValueWidth),
                     language::shortest(drop.original), rounded(drop.adjusted),
                     language::clip(evaluation.evidence_type, kValueWidth),
                     rounded(evaluation.quality_score));
}

std::string JudgeNotes::rest() const {
  std::string out;
  if (mistakes_ > kMostMessages)
    out = fmt::format("and {} more errors\n", mistakes_ - kMostMessages);
  if (drops_ > kMostMessages)
    out += fmt::format("and {} more lowered by more than a fifth\n", drops_ - kMostMessages);
  return out;
}

std::string format_judge_ledger(const llm::JudgeLedger& ledger, double threshold) {
  using Origin = llm::EvidenceEvaluation::Origin;
  return fmt::format(
      "judge: {} = {} judged{}{}{}{}\n  {} blocked below {}; of the others {} lowered by more "
      "than a fifth\n",
      counted(ledger.lines, "line"), ledger.count(Origin::Asked) + ledger.count(Origin::Stored),
      addend(ledger.count(Origin::Cited), "with invalid citations"),
      addend(ledger.count(Origin::Failed), "failed, taken as neutral"),
      addend(ledger.left, "not judged, taken as neutral"), addend(ledger.mistakes, "in error"),
      ledger.blocked, language::shortest(threshold), ledger.lowered);
}

}  // namespace seedc::report
