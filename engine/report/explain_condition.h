// One condition at one item in words: what was asked for, what was met, which reviews counted, and
// why a 0 is one (semantics.md section 3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/explain/condition_facts.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"

namespace seedc::report {

/// A review that counted, or that matched.
struct ExplainedReview {
  std::uint32_t review = 0;
  std::string_view role;  ///< `positive`, `generous`, …; empty where all have the same
  bool counts = true;     ///< its author is one of those whose word counts
  std::vector<text::TextPlace> places;  ///< where its text matches
};

struct ConditionExplanation {
  std::string_view kind;   ///< `item_meta`, `review_text`, …
  std::string met;         ///< `attributes.HasTV is True`, `2 of 31 reviews match`
  std::string asked;       ///< `true "False"`; empty where `met` says it
  std::string circle;      ///< who is in the circle, and how; empty without one
  std::string_view cause;  ///< of a 0, in snake case; else empty
  language::Dict facts;    ///< the same for machines: numbers, thresholds, the value met
  std::vector<ExplainedReview> reviews;  ///< those that count first
};

ConditionExplanation explain_condition(const language::Condition& condition,
                                       const explain::ConditionFacts& facts);

/// A cause in words.
std::string_view cause_text(std::string_view cause);

/// What would have to be met for the condition to have a value, given what is met now.
std::string need_text(const language::Condition& condition, language::Tri value,
                      const explain::ConditionFacts& facts);

/// yes, unknown, no.
std::string_view word_of(language::Tri value);

}  // namespace seedc::report
