// The evidence judge: a model decides whether the reasoning behind a classification is evidence of
// the right kind, and the confidence is lowered accordingly (semantics.md section 7).
//
//   const JudgeBrief brief{.context = emails, .guidelines = rules, .batch_size = 20};
//   const auto evaluations = evaluate_evidence_quality_batch(classifications, brief, service);
//   if (!should_block_classification(evaluations[0].quality_score))
//     confidence = adjust_confidence_with_evidence_quality(confidence, evaluations[0]);
//
// A judge that fails blocks nothing: its evaluation is the neutral one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/llm/chat.h"

namespace seedc::llm {

constexpr double kQualityExplicit = 1.0;       ///< stated directly
constexpr double kQualityContextual = 0.7;     ///< a strong inference
constexpr double kQualityWeak = 0.4;           ///< hinted at, barely supported
constexpr double kQualityInappropriate = 0.0;  ///< evidence of the wrong kind

/// Below this quality a classification is blocked.
constexpr double kBlockThreshold = contract::Judge::kUsualThreshold;
/// The default number of concurrent judgements.
constexpr unsigned kJudgeWorkers = 5;
/// The usual number of tokens of an answer, for estimates.
constexpr std::int64_t kUsualJudgeTokens = 40;
/// How many characters of the context the judge sees.
constexpr std::size_t kSnippetCharacters = 2000;

/// A part of the batch that a classification cites outside of its reasoning.
struct CitedPart {
  double number = 0;
  std::string text;  ///< the number as Python prints it
};

/// What is to be judged.
struct Classification {
  std::string value;                 ///< as shown in the prompt
  std::optional<double> confidence;  ///< from 0 to 1
  std::string reasoning;
  std::vector<CitedPart> cited;  ///< `email_numbers`
};

/// The judge's context, the same for a whole batch of classifications.
struct JudgeBrief {
  std::string context;          ///< the batch; the judge sees its beginning
  std::string guidelines;       ///< what counts as evidence
  std::int64_t batch_size = 0;  ///< number of citable parts; 0: unknown, not checked
  std::string noun = "Email";   ///< the name of a part: one word
};

struct EvidenceEvaluation {
  enum class Origin : std::uint8_t {
    Asked,   ///< the model answered
    Stored,  ///< it had answered before
    Cited,   ///< not asked: the reasoning cites a part that does not exist
    Failed,  ///< neutral: no answer, or an unusable one
  };

  bool is_valid = true;
  double quality_score = kQualityContextual;  ///< from 0 to 1
  std::string evidence_type = "unknown";      ///< the judge's word; `unknown` if there is none
  std::string issue;                          ///< what is wrong; empty if there is no issue
  Origin origin = Origin::Failed;
  std::optional<ChatFailureKind> failure;  ///< Failed: why, if the service failed
};

/// The evaluation of a citation that exceeds the batch; std::nullopt if there is none. In `cited`
/// the greatest number counts, then the first in the reasoning.
std::optional<EvidenceEvaluation> find_hallucination(const Classification& classification,
                                                     const JudgeBrief& brief);

/// The question to the judge.
ChatRequest judge_request(const Classification& classification, const JudgeBrief& brief);

/// Interprets an answer leniently: a score is clamped to 0..1, and a quoted number counts; a score
/// that is 0 or absent becomes that of the type, or 0 if it is none of the four; if `is_valid` is
/// not a boolean, it is whether the score is above 0. A failure, and a score that is not a number,
/// is neutral: valid, 0.7, `unknown`, the issue begins with `Judge error: `.
EvidenceEvaluation evaluation_of(const ChatResult& result);

/// Evaluates one classification. The model is not called if the citations decide.
EvidenceEvaluation evaluate_evidence_quality(const Classification& classification,
                                             const JudgeBrief& brief, ChatService& service);

/// Evaluates many, with as much concurrency as the service allows; results in their order.
std::vector<EvidenceEvaluation> evaluate_evidence_quality_batch(
    std::span<const Classification> classifications, const JudgeBrief& brief, ChatService& service);

/// A classification and its brief, which must stay valid until the next task is requested.
struct JudgeTask {
  Classification classification;
  const JudgeBrief* brief;
};

/// The same as a stream: `next` is called whenever another call may be made, until it has none;
/// `done` is called with the tasks' indices (0, 1, … in the order of `next`), in the order in which
/// they are decided. Both run on the caller's thread.
void evaluate_evidence_quality_each(
    const std::function<std::optional<JudgeTask>()>& next,
    const std::function<void(std::size_t number, EvidenceEvaluation)>& done, ChatService& service);

/// The adjusted confidence: contextual evidence from 0.6 to 0.8 keeps the share min(0.85, quality +
/// 0.15), weak evidence from 0.3 to 0.5 the share min(0.65, quality + 0.25), all other evidence the
/// share quality.
double adjust_confidence_with_evidence_quality(double confidence,
                                               const EvidenceEvaluation& evaluation);

/// Whether an adjustment removed more than a fifth of the confidence.
bool is_large_drop(double original, double adjusted);

bool should_block_classification(double quality_score, double threshold = kBlockThreshold);

}  // namespace seedc::llm
