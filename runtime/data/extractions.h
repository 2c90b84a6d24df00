// Extractions: what a language model took from reviews, one JSON object a line (semantics.md
// section 6), joined with the reviews of a dataset.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runtime/contract/formula.h"
#include "runtime/contract/result.h"
#include "runtime/data/dataset.h"

namespace seedc {

/// What was wrong with extraction lines. Lines are rows = used + unusable; an unusable value costs
/// only itself.
struct ExtractionReport {
  enum class Fault : std::uint8_t {
    BrokenLine,       ///< no JSON object with a string review_id
    UnknownReview,    ///< no such review in the data
    DuplicateReview,  ///< a later row of a review
    UnknownField,     ///< a field that is not declared
    WrongType,        ///< a value that is not of its field's type
    Undeclared,       ///< a value that is not among the enum's
  };
  struct Note {
    Fault fault;
    std::uint64_t line = 0;  ///< from 1
    std::string text;        ///< what was met, for people
  };
  std::string file;
  std::uint64_t rows = 0;  ///< lines that are not blank
  std::uint64_t used = 0;
  std::map<Fault, std::uint64_t> counts;
  std::vector<Note> notes;  ///< the first kMaxNotes of each fault, in the order of lines
  static constexpr std::size_t kMaxNotes = 20;
};

class Extractions {
 public:
  /// Whether the review has one.
  bool has(std::uint32_t review) const { return rows_.empty() || rows_[review] != 0; }
  /// The values of a declared field, one code a review of the dataset.
  const Column& field(std::string_view name) const;
  const ExtractionReport& report() const { return report_; }

  /// Where nothing is to be extracted: every review counts as having one.
  Extractions() = default;
  Extractions(std::vector<std::uint8_t> rows, std::map<std::string, Column, std::less<>> fields,
              ExtractionReport report)
      : rows_(std::move(rows)), fields_(std::move(fields)), report_(std::move(report)) {}

 private:
  std::vector<std::uint8_t> rows_;
  std::map<std::string, Column, std::less<>> fields_;
  ExtractionReport report_;
};

/// Reads a file. `known_elsewhere`: fields that other formulas of the run declare, which are no
/// fault here. With `strict` the first fault is an error.
Result<Extractions> load_extractions(const std::string& path, std::span<const plan::Field> fields,
                                     const std::set<std::string>& known_elsewhere,
                                     const Dataset& dataset, const LoadOptions& options);

}  // namespace seedc
