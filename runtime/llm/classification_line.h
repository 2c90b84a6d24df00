// A line of a file of classifications: read for the judge, and written back with its judgement.
//
//   {"value":"25-34","confidence":0.9,"reasoning":"…","email_numbers":[3],"id":7}
//   {"value":"25-34","confidence":0.585,"reasoning":"…","email_numbers":[3],"id":7,
//    "original_confidence":0.9,"evidence_quality":0.4,"evidence_type":"weak",
//    "evidence_issue":"…","is_valid":true,"blocked":false}
//
// Members that the judge does not write keep their positions and their exact spelling; an `error`
// of an earlier run is removed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/data/jsonl/json.h"
#include "runtime/llm/judge.h"

namespace seedc::llm {

class ClassificationLine {
 public:
  /// What is wrong with a line, without its location; and the fix.
  struct Mistake {
    std::string text;
    std::string help;
  };

  /// Reads a line, which must be followed by kJsonPadding readable bytes. `noun` is the brief's.
  static tl::expected<ClassificationLine, Mistake> read(std::string_view line,
                                                        std::string_view noun,
                                                        data::JsonParser& json);

  /// A line that was judged before starts from its original confidence, so that judging twice gives
  /// the same result as judging once.
  const Classification& classification() const { return classification_; }
  /// The adjusted confidence; std::nullopt if the line has none.
  std::optional<double> adjusted(const EvidenceEvaluation& evaluation) const;
  /// The line with its judgement, without a line end.
  std::string judged(const EvidenceEvaluation& evaluation, bool is_blocked) const;

 private:
  struct Member {
    std::string key;
    std::string text;  ///< `"key":value`, both as they are in the line
  };

  /// The value of a member as it is in the line, the last of equal keys; empty if there is none.
  std::string_view written(std::string_view key) const;

  std::vector<Member> members_;
  std::string original_confidence_;  ///< as it is in the line; empty if there is none
  Classification classification_;
};

/// A line that cannot be judged, with `"error"` after its other members; one that is not an object
/// becomes `{"error":…,"line":NUMBER}`.
std::string unjudged_line(std::string_view line, std::uint64_t number, std::string_view error,
                          data::JsonParser& json);

}  // namespace seedc::llm
