// The plan of a Formula Seed: which reviews are its rows, and its score program (semantics.md
// section 6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/contract/score.h"

namespace seedc::plan {

enum class FieldType : std::uint8_t { Enum, Int, Float, Bool, String };

/// A field of the extractions.
struct Field {
  std::string name;
  FieldType type = FieldType::String;
  std::vector<std::string> values;  ///< Enum: the declared ones
  friend bool operator==(const Field&, const Field&) = default;
};

/// Which reviews are rows: those with one of the keywords (all of them if there are none) that have
/// an extraction (whether or not, if no field is declared and no extractions are given).
struct RowSet {
  std::vector<std::string> keywords;
  bool whole_words = false;
  std::vector<Field> fields;
};

struct Formula {
  std::string name;  ///< its task_name, or the file's name
  RowSet rows;
  ScoreProgram program;
  std::vector<std::string> steps;    ///< all but filters, by step number: what nulls name
  std::vector<std::string> outputs;  ///< names, one an output of the program
  /// Whether the program would have more than kMostInsts instructions: it is then not whole.
  bool is_too_large = false;
  static constexpr std::size_t kMostInsts = 2'000'000;
  /// Of each ledger of the program the step that aggregates.
  std::vector<std::uint32_t> ledger_steps;
};

}  // namespace seedc::plan
