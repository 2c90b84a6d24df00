// The evidence judge: a model says whether the reasoning behind a classification is evidence of the
// right kind, and the confidence is lowered by what it says (semantics.md section 7).
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

namespace seedc {

constexpr double kQualityExplicit = 1.0;       ///< stated directly
constexpr double kQualityContextual = 0.7;     ///< a strong inference
constexpr double kQualityWeak = 0.4;           ///< hinted at, barely supported
constexpr double kQualityInappropriate = 0.0;  ///< evidence of the wrong kind

/// Below it a classification is blocked.
constexpr double kBlockThreshold = plan::Judge::kUsualThreshold;
/// How many are judged at once, where nothing else is said.
constexpr unsigned kJudgeWorkers = 5;
/// How many characters of the context the judge is shown.
constexpr std::size_t kSnippetCharacters = 2000;

/// A part of the batch that a classification names beside its reasoning.
struct CitedPart {
  double number = 0;
  std::string text;  ///< the number as Python writes it
};

/// What is to be judged.
struct Classification {
  std::string value;                 ///< as the prompt shows it
  std::optional<double> confidence;  ///< from 0 to 1
  std::string reasoning;
  std::vector<CitedPart> cited;  ///< `email_numbers`
};

/// What the judge knows besides a classification; the same for all of a batch.
struct JudgeBrief {
  std::string context;     ///< the batch; the judge is shown how it begins
  std::string guidelines;  ///< what counts as evidence
  std::int64_t batch_size =
      0;                       ///< how many parts there are to cite; 0: unknown, nothing is checked
  std::string noun = "Email";  ///< what a part is called: a word
};

struct EvidenceEvaluation {
  enum class Origin : std::uint8_t {
    Asked,   ///< the model answered
    Stored,  ///< it had answered before
    Cited,   ///< not asked: the reasoning cites what is not there
    Failed,  ///< neutral: no answer, or none that says anything
  };

  bool is_valid = true;
  double quality_score = kQualityContextual;  ///< from 0 to 1
  std::string evidence_type = "unknown";      ///< the judge's word; `unknown` if it gave none
  std::string issue;                          ///< what is wrong; empty if nothing is
  Origin origin = Origin::Failed;
  std::optional<ChatFailureKind> failure;  ///< Failed: why, if the service failed
};

/// The evaluation of a citation that the batch cannot have; nothing if there is none. Of `cited`
/// the greatest counts, then the first in the reasoning.
std::optional<EvidenceEvaluation> find_hallucination(const Classification& classification,
                                                     const JudgeBrief& brief);

/// The question to the judge.
ChatRequest judge_request(const Classification& classification, const JudgeBrief& brief);

/// What an answer says. Read leniently: a score is clamped to 0..1, and a number in quotes is one;
/// a score of 0 or none is that of the type, or 0 if it is none of the four; `is_valid`, where it
/// is no boolean, is whether the score is above 0. A failure, and a score that is no number, is
/// neutral: valid, 0.7, `unknown`, the issue begins with `Judge error: `.
EvidenceEvaluation evaluation_of(const ChatResult& result);

/// One classification. Nothing is asked where citations show enough.
EvidenceEvaluation evaluate_evidence_quality(const Classification& classification,
                                             const JudgeBrief& brief, ChatService& service);

/// Many, as many at once as the service takes; in their order.
std::vector<EvidenceEvaluation> evaluate_evidence_quality_batch(
    std::span<const Classification> classifications, const JudgeBrief& brief, ChatService& service);

/// A classification and what the judge knows besides; the brief holds until the next task is asked
/// for.
struct JudgeTask {
  Classification classification;
  const JudgeBrief* brief;
};

/// The same as they come: `next` is called whenever another may be asked for, until it has none;
/// `done` is called with their numbers (0, 1, … in the order of `next`), in the order in which they
/// are decided. Both on the caller's thread.
void evaluate_evidence_quality_each(
    const std::function<std::optional<JudgeTask>()>& next,
    const std::function<void(std::size_t number, EvidenceEvaluation)>& done, ChatService& service);

/// The confidence that is left: contextual evidence from 0.6 to 0.8 keeps the share
/// min(0.85, quality + 0.15), weak evidence from 0.3 to 0.5 the share min(0.65, quality + 0.25),
/// all other the share quality.
double adjust_confidence_with_evidence_quality(double confidence,
                                               const EvidenceEvaluation& evaluation);

/// Whether an adjustment took more than a fifth of the confidence.
bool is_large_drop(double original, double adjusted);

bool should_block_classification(double quality_score, double threshold = kBlockThreshold);

}  // namespace seedc
