// The evidence judge: the question, the reading of answers, the adjusted confidence. The expected
// values come from test/support/judge_reference.py.
#include "runtime/llm/judge.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace seedc::llm {
namespace {

using Origin = EvidenceEvaluation::Origin;
using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

/// Answers requests by their index, several at a time, the last one first.
class FakeService : public ChatService {
 public:
  using Answer = std::function<ChatResult(std::size_t)>;
  explicit FakeService(Answer answer, std::size_t at_once = kJudgeWorkers)
      : answer_(std::move(answer)), at_once_(at_once) {}

  void converse(const std::function<std::optional<ChatRequest>()>& next,
                const std::function<void(std::size_t index, ChatResult)>& done) override {
    ++conversations;
    std::size_t index = 0;
    for (bool is_more = true; is_more;) {
      std::vector<std::size_t> under_way;
      while (under_way.size() < at_once_ && is_more) {
        auto request = next();
        is_more = request.has_value();
        if (!is_more) break;
        requests.push_back(std::move(*request));
        under_way.push_back(index++);
      }
      for (auto number = under_way.rbegin(); number != under_way.rend(); ++number)
        done(*number, answer_(*number));
    }
  }

  std::vector<ChatRequest> requests;
  int conversations = 0;

 private:
  Answer answer_;
  std::size_t at_once_;
};

ChatResult answer(const std::string& json) {
  return ChatAnswer{ordered_json::parse(json), {}, false};
}

EvidenceEvaluation read(const std::string& json) { return evaluation_of(answer(json)); }

JudgeBrief brief_of(std::int64_t batch_size) {
  return {.context = "context", .guidelines = "rules", .batch_size = batch_size};
}

Classification citing(const std::string& reasoning, std::vector<CitedPart> cited = {}) {
  return {.value = "v", .confidence = 0.9, .reasoning = reasoning, .cited = std::move(cited)};
}

TEST(JudgeTest, ScaleAndThreshold) {
  EXPECT_EQ(kQualityExplicit, 1.0);
  EXPECT_EQ(kQualityContextual, 0.7);
  EXPECT_EQ(kQualityWeak, 0.4);
  EXPECT_EQ(kQualityInappropriate, 0.0);
  EXPECT_TRUE(should_block_classification(0.1499));
  EXPECT_FALSE(should_block_classification(0.15));
  EXPECT_FALSE(should_block_classification(0.4, 0.4));
  EXPECT_TRUE(should_block_classification(0.39, 0.4));
}

struct ReadCase {
  std::string answer;
  double quality;
  std::string type;
  bool is_valid;
};

TEST(JudgeTest, AnswersAreReadLeniently) {
  const ReadCase cases[] = {
      {R"({"is_valid":true,"quality_score":0.85,"evidence_type":"explicit"})", 0.85, "explicit",
       true},
      {R"({"is_valid":false,"quality_score":0.3,"evidence_type":"weak"})", 0.3, "weak", false},
      // Clamped.
      {R"({"quality_score":7,"evidence_type":"explicit"})", 1.0, "explicit", true},
      {R"({"quality_score":-0.5,"evidence_type":"inappropriate"})", 0.0, "inappropriate", false},
      // A score of 0, or clamped to it, or none is that of the type.
      {R"({"quality_score":0,"evidence_type":"explicit"})", 1.0, "explicit", true},
      {R"({"quality_score":0.0,"evidence_type":"contextual"})", 0.7, "contextual", true},
      {R"({"quality_score":-3,"evidence_type":"weak"})", 0.4, "weak", true},
      {R"({"evidence_type":"weak"})", 0.4, "weak", true},
      {R"({"evidence_type":"inappropriate"})", 0.0, "inappropriate", false},
      {R"({"evidence_type":"Explicit"})", 0.0, "Explicit", false},
      {R"({})", 0.0, "unknown", false},
      // Text and booleans as Python's float() accepts them.
      {R"({"quality_score":" 0.8 ","evidence_type":"contextual"})", 0.8, "contextual", true},
      {R"({"quality_score":"\u00a0\u0660.\u0667\u2003","evidence_type":"weak"})", 0.7, "weak",
       true},
      {R"({"quality_score":"+2_5e-0_2","evidence_type":"weak"})", 0.25, "weak", true},
      {R"({"quality_score":true,"evidence_type":"weak"})", 1.0, "weak", true},
      {R"({"quality_score":false,"evidence_type":"weak"})", 0.4, "weak", true},
      {R"({"quality_score":0.5,"evidence_type":null})", 0.5, "unknown", true},
      {R"({"quality_score":0.5,"is_valid":"yes"})", 0.5, "unknown", true},
  };
  for (const ReadCase& expected : cases) {
    const EvidenceEvaluation evaluation = read(expected.answer);
    EXPECT_EQ(evaluation.quality_score, expected.quality) << expected.answer;
    EXPECT_EQ(evaluation.evidence_type, expected.type) << expected.answer;
    EXPECT_EQ(evaluation.is_valid, expected.is_valid) << expected.answer;
    EXPECT_EQ(evaluation.origin, Origin::Asked) << expected.answer;
  }
}

TEST(JudgeTest, IssuesAreText) {
  EXPECT_EQ(read(R"({"quality_score":0.5,"issue":"too little"})").issue, "too little");
  EXPECT_EQ(read(R"({"quality_score":0.5,"issue":null})").issue, "");
  EXPECT_EQ(read(R"({"quality_score":0.5,"issue":["a",1]})").issue, R"(["a",1])");
}

void expect_neutral(const EvidenceEvaluation& evaluation) {
  EXPECT_TRUE(evaluation.is_valid);
  EXPECT_EQ(evaluation.quality_score, 0.7);
  EXPECT_EQ(evaluation.evidence_type, "unknown");
  EXPECT_EQ(evaluation.origin, Origin::Failed);
  EXPECT_THAT(evaluation.issue, StartsWith("Judge error: "));
}

TEST(JudgeTest, WhatCannotBeReadIsNeutral) {
  for (const char* json :
       {R"({"quality_score":"high"})", R"({"quality_score":null})", R"({"quality_score":[0.5]})",
        R"({"quality_score":"","evidence_type":"explicit"})", R"({"quality_score":"_7"})",
        R"({"quality_score":"1__0"})", R"({"quality_score":"7_"})", R"({"quality_score":"1 0"})",
        R"({"quality_score":"inf"})", R"({"quality_score":"nan"})",
        R"({"quality_score":0,"evidence_type":["weak"]})", "[]", "7", "\"text\"", "null"})
    expect_neutral(read(json));
  EXPECT_EQ(read(R"({"quality_score":"high"})").issue,
            R"(Judge error: `quality_score` is "high", which is not a number)");
}

TEST(JudgeTest, EveryFailureIsNeutral) {
  for (std::size_t kind = 0; kind < kChatFailureKinds; ++kind) {
    const ChatFailure failure{static_cast<ChatFailureKind>(kind), "it failed"};
    const EvidenceEvaluation evaluation = evaluation_of(tl::unexpected(failure));
    expect_neutral(evaluation);
    EXPECT_EQ(evaluation.failure, failure.kind);
    if (failure.kind != ChatFailureKind::Budget) {
      EXPECT_EQ(evaluation.issue, "Judge error: it failed");
    }
  }
}

// A run that is repeated with stored answers has another budget.
TEST(JudgeTest, WhatABudgetLeavesDoesNotNameTheBudget) {
  const ChatFailure failure{ChatFailureKind::Budget, "the budget of 2 calls is spent"};
  EXPECT_EQ(evaluation_of(tl::unexpected(failure)).issue, "Judge error: left at the budget");
}

TEST(JudgeTest, StoredAnswersSayTheSame) {
  const auto evaluation =
      evaluation_of(ChatAnswer{ordered_json{{"quality_score", 0.5}}, {}, /*is_stored=*/true});
  EXPECT_EQ(evaluation.quality_score, 0.5);
  EXPECT_EQ(evaluation.origin, Origin::Stored);
}

std::string issue_of(const std::optional<EvidenceEvaluation>& found) {
  return found ? found->issue : "";
}

TEST(JudgeTest, CitedPartsBeyondTheBatch) {
  const JudgeBrief brief = brief_of(12);
  EXPECT_EQ(issue_of(find_hallucination(citing("", {{3, "3"}, {14, "14"}, {13, "13"}}), brief)),
            "HALLUCINATION: Reasoning cites Email 14 but batch only contains 12 emails.");
  EXPECT_FALSE(find_hallucination(citing("", {{11, "11"}, {12, "12"}}), brief));
  EXPECT_FALSE(find_hallucination(citing(""), brief));
  // The list takes precedence over the text.
  EXPECT_EQ(issue_of(find_hallucination(citing("Email 99", {{13, "13"}}), brief)),
            "HALLUCINATION: Reasoning cites Email 13 but batch only contains 12 emails.");
}

TEST(JudgeTest, CitationsInTheText) {
  const JudgeBrief brief = brief_of(12);
  for (const char* reasoning :
       {"Email 13", "as email 13 says", "EMAIL\t13.", "eMail\n 13", "Email 12 and Email 013",
        "Email\u00a013", "Email ١٣", "(Email 13)"}) {
    EXPECT_EQ(issue_of(find_hallucination(citing(reasoning), brief)),
              "HALLUCINATION: Reasoning cites 'Email 13' but batch only contains 12 emails.")
        << reasoning;
  }
  for (const char* reasoning :
       {"Email 11", "email 12", "Emails 13", "Email13", "myEmail 13", "Email 13a", "Email 13_",
        "Email #13", "Email 012", "Email thirteen"})
    EXPECT_FALSE(find_hallucination(citing(reasoning), brief)) << reasoning;
  EXPECT_FALSE(find_hallucination(citing("Email 13"), brief_of(0)));
}

TEST(JudgeTest, CitationsOfAnyLength) {
  const std::string digits(100'000, '9');
  EXPECT_THAT(issue_of(find_hallucination(citing("Email " + digits), brief_of(12))),
              HasSubstr("'Email " + digits + "'"));
  EXPECT_FALSE(
      find_hallucination(citing("Email " + std::string(100'000, '0') + "7"), brief_of(12)));
}

TEST(JudgeTest, TheNounIsFree) {
  JudgeBrief brief = brief_of(1);
  brief.noun = "Review";
  EXPECT_EQ(issue_of(find_hallucination(citing("as review 2 says"), brief)),
            "HALLUCINATION: Reasoning cites 'Review 2' but batch only contains 1 reviews.");
  EXPECT_FALSE(find_hallucination(citing("Email 2"), brief));
  EXPECT_THAT(judge_request(citing(""), brief).user,
              HasSubstr("NOTE: The agent analyzed a batch of 1 reviews."));
}

TEST(JudgeTest, ThePromptIsTheDocuments) {
  JudgeBrief brief = brief_of(20);
  brief.context = "Dear {value},";
  brief.guidelines = "Be {reasoning}.";
  const ChatRequest request =
      judge_request({.value = "25-34", .confidence = 0.9, .reasoning = "{context}"}, brief);
  EXPECT_EQ(request.user, R"(## Section Evidence Guidelines:
Be {reasoning}.

## Classification to Evaluate:
- Taxonomy Value: 25-34
- Confidence: 0.9
- Reasoning: {context}

## Email Context (first 2000 chars of batch):
Dear {value},...

NOTE: The agent analyzed a batch of 20 emails.

## Your Task:
Evaluate if the reasoning provides VALID evidence per the guidelines above.

Focus on:
1. Is this the correct TYPE of evidence for this classification?
2. How strong is the evidence? (explicit, contextual, weak, or inappropriate)
3. Cite specific guideline violations if invalid
4. NOTE: If the reasoning cites emails beyond the snippet shown above but within the batch size, do NOT flag as hallucination

Return ONLY JSON (no markdown):
{
  "is_valid": true/false,
  "quality_score": 0.0-1.0,
  "evidence_type": "explicit|contextual|weak|inappropriate",
  "issue": "explanation if invalid"
}
)");
  EXPECT_EQ(request.temperature, 0.1);
}

TEST(JudgeTest, TheSnippetIsOfCharacters) {
  JudgeBrief brief = brief_of(1);
  std::string shown;
  for (int i = 0; i < 2000; ++i) shown += "é";
  brief.context = shown + "X";
  const std::string user = judge_request(citing(""), brief).user;
  EXPECT_THAT(user, HasSubstr("batch):\n" + shown + "...\n"));
}

TEST(JudgeTest, BatchesKeepTheirOrder) {
  FakeService service([](std::size_t number) {
    return answer(fmt::format(R"({{"quality_score":0.{:02}}})", number + 1));
  });
  std::vector<Classification> classifications(20, citing("Email 1"));
  classifications[7].reasoning = "Email 99";
  const auto evaluations = evaluate_evidence_quality_batch(classifications, brief_of(9), service);
  ASSERT_EQ(evaluations.size(), 20U);
  EXPECT_EQ(service.requests.size(), 19U);
  for (std::size_t i = 0; i < 20; ++i) {
    const double expected =
        i < 7 ? 0.01 * static_cast<double>(i + 1) : 0.01 * static_cast<double>(i);
    if (i == 7) {
      EXPECT_EQ(evaluations[i].origin, Origin::Cited);
    } else {
      EXPECT_NEAR(evaluations[i].quality_score, expected, 1e-12) << i;
    }
  }
}

TEST(JudgeTest, OneAndNone) {
  FakeService service([](std::size_t) { return answer(R"({"quality_score":0.5})"); });
  EXPECT_TRUE(evaluate_evidence_quality_batch({}, brief_of(9), service).empty());
  EXPECT_EQ(service.conversations, 0);
  EXPECT_EQ(evaluate_evidence_quality(citing(""), brief_of(9), service).quality_score, 0.5);
  EXPECT_EQ(evaluate_evidence_quality(citing("Email 10"), brief_of(9), service).quality_score, 0);
  EXPECT_EQ(service.requests.size(), 1U);
}

TEST(JudgeTest, AdjustedConfidence) {
  const auto adjusted = [](double confidence, double quality, const std::string& type) {
    EvidenceEvaluation evaluation;
    evaluation.quality_score = quality;
    evaluation.evidence_type = type;
    return adjust_confidence_with_evidence_quality(confidence, evaluation);
  };
  EXPECT_EQ(adjusted(0.9, 1.0, "explicit"), 0.9);
  EXPECT_EQ(adjusted(0.9, 0.7, "contextual"), 0.9 * std::min(0.85, 0.7 + 0.15));
  EXPECT_EQ(adjusted(0.9, 0.6, "contextual"), 0.9 * 0.75);
  EXPECT_EQ(adjusted(0.9, 0.8, "contextual"), 0.9 * 0.85);
  EXPECT_EQ(adjusted(0.9, 0.59, "contextual"), 0.9 * 0.59);
  EXPECT_EQ(adjusted(0.9, 0.81, "contextual"), 0.9 * 0.81);
  EXPECT_EQ(adjusted(0.9, 0.4, "weak"), 0.9 * 0.65);
  EXPECT_EQ(adjusted(0.9, 0.3, "weak"), 0.9 * 0.55);
  EXPECT_EQ(adjusted(0.9, 0.5, "weak"), 0.9 * 0.65);
  EXPECT_EQ(adjusted(0.9, 0.29, "weak"), 0.9 * 0.29);
  EXPECT_EQ(adjusted(0.9, 0.51, "weak"), 0.9 * 0.51);
  EXPECT_EQ(adjusted(0.9, 0.7, "weak"), 0.9 * 0.7);
  EXPECT_EQ(adjusted(0.9, 0.7, "unknown"), 0.9 * 0.7);
  EXPECT_EQ(adjusted(0.9, 0.0, "inappropriate"), 0.0);
  EXPECT_TRUE(is_large_drop(0.9, 0.71));
  EXPECT_FALSE(is_large_drop(0.9, 0.765));
  EXPECT_FALSE(is_large_drop(0.0, 0.0));
}

}  // namespace
}  // namespace seedc::llm
