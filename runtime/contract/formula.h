// The plan of a Formula Seed: which reviews are its rows, and its score program (semantics.md
// section 6). Plain data that owns all its parts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/limits.h"
#include "runtime/contract/list.h"
#include "runtime/contract/score.h"

namespace seedc::contract {

enum class FieldType : std::uint8_t {
#define SEEDC_FIELD_TYPE(id, word, kind) id,
#include "runtime/language/kinds.def"
};
/// The type with that spelling: `enum`, `int`, `float`, `bool` or `string`; std::nullopt for any
/// other.
std::optional<FieldType> find_field_type(std::string_view word);
/// The kind of values of a field of that type.
language::Kind kind_of(FieldType type);

/// A field of the extractions.
struct Field {
  std::string name;
  FieldType type = FieldType::String;
  std::vector<std::string> values;  ///< Enum: the declared values
  language::Value otherwise = {};   ///< what a missing value reads as; null: it stays missing
  /// Int, Float: a number outside does not count; null: no bound.
  language::Value minimum = {}, maximum = {};
  friend bool operator==(const Field&, const Field&) = default;
};

/// Whether a number is within the field's bounds.
bool is_within(const Field& field, const language::Value& number);

/// A field as IR has it: its type, an enum's being the list of its values, or
/// {"type", "default", "minimum", "maximum"}.
language::Value declaration_of(const Field& field);
/// The field with that declaration; std::nullopt if it is malformed.
std::optional<Field> declared_field(std::string name, const language::Value& declaration);

/// What a row may have beside the value of a field, as `FIELD.agreement`.
struct BesideField {
  std::string_view suffix;
  FieldType type;
};
constexpr std::string_view kAgreementSuffix = ".agreement";  ///< how far several readings agree
constexpr std::string_view kQuoteSuffix = ".quote";          ///< the words that show the value
constexpr std::array<BesideField, 2> kBesideFields = {
    {{kAgreementSuffix, FieldType::Float}, {kQuoteSuffix, FieldType::String}}};

/// The judge of extractions (semantics.md section 7): a row counts only if it was judged and its
/// evidence reaches the threshold.
struct Judge {
  static constexpr double kUsualThreshold = 0.15;
  /// The fields that it adds to every row, both real.
  static constexpr std::string_view kConfidence = "confidence";
  static constexpr std::string_view kQuality = "evidence_quality";
  static constexpr std::size_t kFieldCount = 2;
  /// The keys that judging adds to an extraction besides the fields.
  static constexpr std::array<std::string_view, 8> kKeys = {
      "reasoning", kConfidence, "original_confidence", kQuality, "evidence_type", "evidence_issue",
      "is_valid",  "blocked"};

  std::string guidelines;  ///< defines what counts as evidence
  double threshold = kUsualThreshold;
};

/// The description of a field in the prompt of a language model that fills it.
struct FieldGuide {
  Field field;
  std::string description;            ///< may be empty
  std::vector<std::string> meanings;  ///< one per value of the field; some may be empty
  bool needs_quote = false;  ///< a value counts only with a quote that occurs in the review
};

/// A condition on reviews: tests of their values, joined. It is never null.
struct ReviewCondition {
  struct Part {
    enum class Kind : std::uint8_t {
      Constant,  ///< a: 0 or 1
      Test,      ///< a: index into `tests`
      Not,       ///< a: an earlier part
      And,       ///< a, b: earlier parts
      Or,        ///< the same
    };
    Kind kind = Kind::Constant;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };
  std::vector<LoadSpec> tests;  ///< of use Test
  std::vector<Part> parts;      ///< the last one is the condition
};

/// Which reviews are rows: those that contain one of the keywords (all reviews if there are none)
/// and meet `relevant`, have an extraction (not required if no field is declared and no extractions
/// are given), pass the judge, if there is one, and meet `kept`.
struct RowSet {
  std::vector<std::string> keywords;
  bool whole_words = false;
  std::optional<ReviewCondition> relevant = {};  ///< reads no field
  std::optional<ReviewCondition> kept = {};
  /// The declared fields, then the judge's, if any, then what is read beside them.
  std::vector<Field> fields;
  std::size_t beside_count = 0;
  std::optional<Judge> judge;

  /// The fields that the formula declares itself.
  std::span<const Field> own_fields() const {
    const std::size_t added = beside_count + (judge ? Judge::kFieldCount : 0);
    return std::span(fields).first(fields.size() - added);
  }
};

struct Formula {
  std::string name;  ///< its task_name, or the name of the file
  RowSet rows;
  ScoreProgram program;
  std::vector<std::string> steps;    ///< except filters, by step number; for reporting nulls
  std::vector<std::string> outputs;  ///< one name per output of the program
  /// For each output where JSON has its value: its name, or the keys of nested objects, which those
  /// of one group share in part.
  std::vector<std::vector<std::string>> output_keys;
  std::vector<ListSpec> lists;  ///< those that are outputs, in the order of their steps
  /// Whether the program exceeds kMostInsts instructions; it is then incomplete.
  bool is_too_large = false;
  static constexpr std::size_t kMostInsts = base::limits::kFormulaInsts;
  /// For each ledger of the program, the steps that aggregate, which are several if they do the
  /// same, and whether it counts groups and not rows.
  struct Ledger {
    std::vector<std::uint32_t> steps;
    bool is_of_groups = false;
  };
  std::vector<Ledger> ledgers;
};

}  // namespace seedc::contract
