// The plan of a Formula Seed: which reviews are its rows, and its score program (semantics.md
// section 6).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/contract/score.h"

namespace seedc::plan {

enum class FieldType : std::uint8_t {
#define SEEDC_FIELD_TYPE(id, word, kind) id,
#include "runtime/language/kinds.def"
};
/// The type that a program writes so: `enum`, `int`, `float`, `bool` or `string`; std::nullopt if
/// it is none of these.
std::optional<FieldType> find_field_type(std::string_view word);
/// The kind of a field's values.
Kind kind_of(FieldType type);

/// A field of the extractions.
struct Field {
  std::string name;
  FieldType type = FieldType::String;
  std::vector<std::string> values;  ///< Enum: the declared ones
  friend bool operator==(const Field&, const Field&) = default;
};

/// The judge of extractions (semantics.md section 7): a row counts only if it was judged, and its
/// evidence is not below the threshold.
struct Judge {
  static constexpr double kUsualThreshold = 0.15;
  /// The fields that it gives every row, reals both.
  static constexpr std::string_view kConfidence = "confidence";
  static constexpr std::string_view kQuality = "evidence_quality";
  static constexpr std::size_t kFieldCount = 2;
  /// What judging leaves in an extraction beside its fields.
  static constexpr std::array<std::string_view, 8> kKeys = {
      "reasoning", kConfidence, "original_confidence", kQuality, "evidence_type", "evidence_issue",
      "is_valid",  "blocked"};

  std::string guidelines;  ///< what counts as evidence
  double threshold = kUsualThreshold;
};

/// What a language model is told of a field that it is to fill.
struct FieldGuide {
  Field field;
  std::string description;            ///< or empty
  std::vector<std::string> meanings;  ///< of the field's values, one each; some may be empty
  bool needs_quote = false;  ///< a value counts only with a quote that stands in the review
};

/// Which reviews are rows: those with one of the keywords (all of them if there are none) that have
/// an extraction (whether or not, if no field is declared and no extractions are given), which the
/// judge, if there is one, lets pass.
struct RowSet {
  std::vector<std::string> keywords;
  bool whole_words = false;
  std::vector<Field> fields;  ///< the last ones are the judge's, if there is one
  std::optional<Judge> judge;

  /// The fields that the formula declares.
  std::span<const Field> own_fields() const {
    return std::span(fields).first(fields.size() - (judge ? Judge::kFieldCount : 0));
  }
};

struct Formula {
  std::string name;  ///< its task_name, or the file's name
  RowSet rows;
  ScoreProgram program;
  std::vector<std::string> steps;    ///< all but filters, by step number: what nulls name
  std::vector<std::string> outputs;  ///< names, one an output of the program
  /// Whether the program would have more than kMostInsts instructions: it is then not whole.
  bool is_too_large = false;
  static constexpr std::size_t kMostInsts = limits::kFormulaInsts;
  /// Of each ledger of the program the step that aggregates.
  std::vector<std::uint32_t> ledger_steps;
};

}  // namespace seedc::plan
