// The findings of judging classifications, as text.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/llm/judge_lines.h"

namespace seedc::report {

/// Messages about single lines: the first ten mistakes, and the first ten confidences that were
/// lowered by much. Each is a whole line, or empty.
class JudgeNotes {
 public:
  /// `file` is what messages call the input.
  explicit JudgeNotes(const std::string& file);

  std::string text_of(std::uint64_t line, const llm::ClassificationLine::Mistake& mistake);
  std::string text_of(const llm::LargeDrop& drop);
  /// How many there are beyond those.
  std::string rest() const;

 private:
  std::string file_;
  std::uint64_t mistakes_ = 0;
  std::uint64_t drops_ = 0;
};

/// Where the lines went, and how many were blocked or lowered.
std::string format_judge_ledger(const llm::JudgeLedger& ledger, double threshold);

}  // namespace seedc::report
