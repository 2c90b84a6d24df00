// Converts rows to classifications, and their judgements to members of the rows.
#include "runtime/llm/judged_rows.h"

#include <algorithm>
#include <vector>

namespace seedc::llm {
namespace {

using Json = nlohmann::ordered_json;
using Origin = EvidenceEvaluation::Origin;

/// The judge sees the extracted values as JSON.
Classification classification_of(const Json& row) {
  Json value = Json::object();
  for (const auto& [key, member] : row.items()) {
    const bool is_about_it = key == "review_id" || key == "reasoning" || key == "confidence";
    if (!is_about_it) value[key] = member;
  }
  return {.value = value.dump(),
          .confidence = row.at("confidence").get<double>(),
          .reasoning = row.at("reasoning").get<std::string>(),
          .cited = {}};
}

Json judged_row(Json row, const EvidenceEvaluation& evaluation) {
  const Json confidence = row.at("confidence");
  row["confidence"] = adjust_confidence_with_evidence_quality(confidence.get<double>(), evaluation);
  row["original_confidence"] = confidence;
  row["evidence_quality"] = evaluation.quality_score;
  row["evidence_type"] = evaluation.evidence_type;
  if (!evaluation.issue.empty()) row["evidence_issue"] = evaluation.issue;
  row["is_valid"] = evaluation.is_valid;
  return row;
}

class RowJudge {
 public:
  RowJudge(std::span<std::optional<Json>> rows, std::span<const ReviewToRead> reviews,
           const contract::Judge& judge)
      : rows_(rows), reviews_(reviews), threshold_(judge.threshold) {
    brief_.guidelines = judge.guidelines;
    brief_.batch_size = 1;
    brief_.noun = "Review";
  }

  JudgedRows run(ChatService& service) {
    evaluate_evidence_quality_each(
        [this] { return next(); },
        [this](std::size_t number, const EvidenceEvaluation& evaluation) {
          take(asked_[number], evaluation);
        },
        service);
    return std::move(result_);
  }

 private:
  std::optional<JudgeTask> next() {
    while (at_ < rows_.size() && !rows_[at_]) ++at_;
    if (at_ == rows_.size()) return std::nullopt;
    asked_.push_back(at_);
    brief_.context = reviews_[at_].text;
    return JudgeTask{classification_of(*rows_[at_++]), &brief_};
  }

  void take(std::size_t row, const EvidenceEvaluation& evaluation) {
    ++result_.rows;
    if (evaluation.failure && is_unasked(*evaluation.failure)) {
      ++result_.left;
      return;
    }
    ++count_of(evaluation.origin);
    if (evaluation.failure) ++result_.failures[*evaluation.failure];
    if (should_block_classification(evaluation.quality_score, threshold_)) ++result_.inappropriate;
    rows_[row] = judged_row(*std::move(rows_[row]), evaluation);
  }

  std::uint64_t& count_of(Origin origin) {
    switch (origin) {
      case Origin::Cited:
        return result_.cited;
      case Origin::Failed:
        return result_.neutral;
      case Origin::Asked:
      case Origin::Stored:
        break;
    }
    return result_.judged;
  }

  std::span<std::optional<Json>> rows_;
  std::span<const ReviewToRead> reviews_;
  double threshold_;
  JudgeBrief brief_;
  std::size_t at_ = 0;
  std::vector<std::size_t> asked_;
  JudgedRows result_;
};

}  // namespace

JudgedRows judge_rows(std::span<std::optional<Json>> rows, std::span<const ReviewToRead> reviews,
                      const contract::Judge& judge, ChatService& service) {
  return RowJudge(rows, reviews, judge).run(service);
}

}  // namespace seedc::llm
