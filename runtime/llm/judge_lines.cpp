// Judges through a window of lines that are read but not yet written. When it is full because its
// first line is still being judged, no more calls are made until all in flight have returned.
#include "runtime/llm/judge_lines.h"

#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace seedc::llm {
namespace {

constexpr std::size_t kMostLinesHeld = 4096;

class LineJudge {
 public:
  LineJudge(data::LineBlockReader& reader, const JudgeBrief& brief,
            const JudgeLinesOptions& options, const JudgeLinesSink& sink)
      : reader_(reader), brief_(brief), options_(options), sink_(sink) {}

  base::Result<JudgeLedger> run(ChatService& service) {
    while (!is_at_end_ && !error_) {
      asked_.clear();
      evaluate_evidence_quality_each([this] { return next(); },
                                     [this](std::size_t number, EvidenceEvaluation evaluation) {
                                       entry(asked_[number]).evaluation = std::move(evaluation);
                                       write_decided();
                                     },
                                     service);
    }
    if (error_) return tl::unexpected(*error_);
    return ledger_;
  }

 private:
  /// A line that has not been written yet.
  struct Entry {
    std::uint64_t number = 0;                            ///< from 1, blank lines counted
    tl::expected<ClassificationLine, std::string> line;  ///< or the text to write instead
    std::optional<EvidenceEvaluation> evaluation;
  };

  Entry& entry(std::uint64_t index) { return window_[index - written_]; }

  /// The next classification, unless the window is full.
  std::optional<JudgeTask> next() {
    while (!error_ && window_.size() < kMostLinesHeld) {
      const auto line = next_line();
      if (!line) return std::nullopt;
      if (data::is_blank(*line)) continue;
      ++ledger_.lines;
      if (!add(*line)) continue;
      asked_.push_back(written_ + window_.size() - 1);
      return JudgeTask{window_.back().line->classification(), &brief_};
    }
    return std::nullopt;
  }

  std::optional<std::string_view> next_line() {
    if (rest_.empty()) {
      block_ = reader_.next();
      if (!block_) {
        is_at_end_ = true;
        error_ = reader_.error();
        return std::nullopt;
      }
      rest_ = block_->text;
    }
    ++line_number_;
    return data::take_line(rest_);
  }

  /// Whether the line can be judged.
  bool add(std::string_view line) {
    auto read = ClassificationLine::read(line, brief_.noun, json_);
    if (read) {
      window_.push_back({line_number_, std::move(*read), {}});
      return true;
    }
    ++ledger_.mistakes;
    sink_.mistake(line_number_, read.error());
    std::string kept = unjudged_line(line, line_number_, read.error().text, json_);
    window_.push_back({line_number_, tl::unexpected(std::move(kept)), {}});
    write_decided();
    return false;
  }

  void write_decided() {
    while (!window_.empty() && !error_) {
      const Entry& first = window_.front();
      if (first.line && !first.evaluation) return;
      write(first.line ? judged(first) : first.line.error());
      window_.pop_front();
      ++written_;
    }
  }

  /// The line with its judgement, which is counted; empty if it is not written.
  std::string judged(const Entry& entry) {
    const EvidenceEvaluation& evaluation = *entry.evaluation;
    const bool is_left = evaluation.failure && is_unasked(*evaluation.failure);
    ++(is_left ? ledger_.left : ledger_.origins[evaluation.origin]);
    const bool is_blocked =
        should_block_classification(evaluation.quality_score, options_.threshold);
    if (is_blocked) ++ledger_.blocked;
    if (!is_left) tell_of_drop(entry, is_blocked);
    if (is_blocked && options_.drop_blocked) return {};
    return entry.line->judged(evaluation, is_blocked);
  }

  void tell_of_drop(const Entry& entry, bool is_blocked) {
    const Classification& classification = entry.line->classification();
    const auto adjusted = entry.line->adjusted(*entry.evaluation);
    if (!adjusted || !is_large_drop(*classification.confidence, *adjusted)) return;
    if (!is_blocked) ++ledger_.lowered;
    sink_.large_drop({.line = entry.number,
                      .value = classification.value,
                      .original = *classification.confidence,
                      .adjusted = *adjusted,
                      .evaluation = &*entry.evaluation});
  }

  void write(std::string line) {
    if (line.empty()) return;
    if (auto done = sink_.write(line += '\n'); !done) error_ = done.error();
  }

  data::LineBlockReader& reader_;
  const JudgeBrief& brief_;
  const JudgeLinesOptions& options_;
  const JudgeLinesSink& sink_;
  data::JsonParser json_;
  std::optional<data::LineBlock> block_;
  std::string_view rest_;
  std::uint64_t line_number_ = 0;
  bool is_at_end_ = false;
  std::optional<base::Error> error_;
  std::deque<Entry> window_;
  std::uint64_t written_ = 0;         ///< the number of lines that have left the window
  std::vector<std::uint64_t> asked_;  ///< of this round, by index: positions from the first line on
  JudgeLedger ledger_;
};

}  // namespace

base::Result<JudgeLedger> judge_lines(data::LineBlockReader& reader, const JudgeBrief& brief,
                                      const JudgeLinesOptions& options, ChatService& service,
                                      const JudgeLinesSink& sink) {
  return LineJudge(reader, brief, options, sink).run(service);
}

}  // namespace seedc::llm
