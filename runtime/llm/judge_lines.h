// Judges a file of classifications, one JSON object per line: lines are written in order as soon as
// they and all lines before them are decided, so that files of any length need bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/data/jsonl/line_blocks.h"
#include "runtime/llm/classification_line.h"
#include "runtime/llm/judge.h"

namespace seedc::llm {

/// The outcomes of lines: lines = asked + stored + cited + failed + left + mistakes. Blank lines
/// are not counted.
struct JudgeLedger {
  std::uint64_t lines = 0;
  std::map<EvidenceEvaluation::Origin, std::uint64_t> origins;  ///< of judged lines
  std::uint64_t left = 0;      ///< not sent: the budget was spent, or the user stopped the run
  std::uint64_t mistakes = 0;  ///< lines that could not be judged
  std::uint64_t blocked = 0;
  std::uint64_t lowered = 0;  ///< not blocked, but lowered by more than a fifth

  std::uint64_t count(EvidenceEvaluation::Origin origin) const {
    const auto found = origins.find(origin);
    return found == origins.end() ? 0 : found->second;
  }
};

struct JudgeLinesOptions {
  double threshold = kBlockThreshold;
  bool drop_blocked = false;  ///< blocked lines are not written
};

/// A confidence that was lowered by more than a fifth.
struct LargeDrop {
  std::uint64_t line = 0;  ///< from 1
  std::string_view value;
  double original = 0;
  double adjusted = 0;
  const EvidenceEvaluation* evaluation = nullptr;
};

/// Callbacks during a run, in the order of the lines, except for mistakes, which are reported
/// immediately.
struct JudgeLinesSink {
  std::function<base::Result<bool>(std::string_view line)> write;  ///< with its end
  std::function<void(std::uint64_t line, const ClassificationLine::Mistake&)> mistake;
  std::function<void(const LargeDrop&)> large_drop;
};

/// Stops early, with the error, if reading or writing fails.
base::Result<JudgeLedger> judge_lines(data::LineBlockReader& reader, const JudgeBrief& brief,
                                      const JudgeLinesOptions& options, ChatService& service,
                                      const JudgeLinesSink& sink);

}  // namespace seedc::llm
