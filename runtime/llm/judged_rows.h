// Judges extractions by their reasoning before they count: a row is a classification of its review.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "runtime/contract/formula.h"
#include "runtime/llm/chat.h"
#include "runtime/llm/extraction.h"
#include "runtime/llm/judge.h"

namespace seedc::llm {

/// The outcomes of rows: rows = judged + cited + neutral + left. Whether a row is blocked is
/// decided when it is read, by the threshold of the formula.
struct JudgedRows {
  std::uint64_t rows = 0;
  std::uint64_t judged = 0;
  std::uint64_t cited = 0;          ///< their reasoning cites another review
  std::uint64_t neutral = 0;        ///< the judge failed
  std::uint64_t left = 0;           ///< not judged: the budget was spent, or the user stopped
  std::uint64_t inappropriate = 0;  ///< below the threshold
  /// The neutral ones, by class of failure.
  std::map<ChatFailureKind, std::uint64_t> failures;

  /// Adds those of other rows.
  void add(const JudgedRows& others);
};

/// Judges the given rows; one for each review, as written by `extract` with a judge. A judged row
/// has `confidence` (adjusted), `original_confidence`, `evidence_quality`, `evidence_type`,
/// `evidence_issue` if there is one, and `is_valid`. A row that is left is unchanged.
JudgedRows judge_rows(std::span<std::optional<language::Dict>> rows,
                      std::span<const ReviewToRead> reviews, const contract::Judge& judge,
                      ChatService& service);

}  // namespace seedc::llm
