// Converts rows to classifications, and their judgements to members of the rows.
#include "runtime/llm/judged_rows.h"

#include <algorithm>
#include <vector>

namespace seedc::llm {
namespace {

using Origin = EvidenceEvaluation::Origin;

double confidence_of(const language::Dict& row) {
  return *language::number_of(*language::find(row, "confidence"));
}

/// The judge sees the extracted values as JSON.
Classification classification_of(const language::Dict& row) {
  language::Dict values;
  for (const auto& [key, value] : row) {
    const bool is_about_it = key == "review_id" || key == "reasoning" || key == "confidence";
    if (!is_about_it) values.emplace_back(key, value);
  }
  return {.value = language::to_json(std::move(values)),
          .confidence = confidence_of(row),
          .reasoning = *language::find(row, "reasoning")->as<std::string>(),
          .cited = {}};
}

language::Dict judged_row(language::Dict row, const EvidenceEvaluation& evaluation) {
  const double confidence = confidence_of(row);
  const auto set = [&](const char* key, language::Value value) {
    language::insert_or_assign(row, key, std::move(value));
  };
  set("confidence", adjust_confidence_with_evidence_quality(confidence, evaluation));
  set("original_confidence", confidence);
  set("evidence_quality", evaluation.quality_score);
  set("evidence_type", evaluation.evidence_type);
  if (!evaluation.issue.empty()) set("evidence_issue", evaluation.issue);
  set("is_valid", evaluation.is_valid);
  return row;
}

class RowJudge {
 public:
  RowJudge(std::span<std::optional<language::Dict>> rows, std::span<const ReviewToRead> reviews,
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

  std::span<std::optional<language::Dict>> rows_;
  std::span<const ReviewToRead> reviews_;
  double threshold_;
  JudgeBrief brief_;
  std::size_t at_ = 0;
  std::vector<std::size_t> asked_;
  JudgedRows result_;
};

}  // namespace

void JudgedRows::add(const JudgedRows& others) {
  rows += others.rows;
  judged += others.judged;
  cited += others.cited;
  neutral += others.neutral;
  left += others.left;
  inappropriate += others.inappropriate;
  for (const auto& [kind, count] : others.failures) failures[kind] += count;
}

JudgedRows judge_rows(std::span<std::optional<language::Dict>> rows,
                      std::span<const ReviewToRead> reviews, const contract::Judge& judge,
                      ChatService& service) {
  return RowJudge(rows, reviews, judge).run(service);
}

}  // namespace seedc::llm
