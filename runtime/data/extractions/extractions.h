// Extractions: what a language model took from reviews, one JSON object a line (semantics.md
// section 6), joined with the reviews of a dataset.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"

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
    Ungrounded,       ///< a value whose quote the review does not hold; never fatal
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

  /// Adds another part of the same file.
  void add(const ExtractionReport& part);
};

/// What a review has for a formula. Only Usable ones are rows.
enum class ExtractionState : std::uint8_t {
  None,           ///< no extraction
  Usable,         ///< one
  NotJudged,      ///< one that a judge should have seen, and did not
  Inappropriate,  ///< one whose evidence the judge found below the threshold
};

class Extractions {
 public:
  ExtractionState state(std::uint32_t review) const {
    return states_.empty() ? ExtractionState::Usable : states_[review];
  }
  /// Lets only those pass that were judged and are not below the judge's threshold. The judge's
  /// fields were read.
  void apply(const plan::Judge& judge);
  /// The values of a declared field, one code a review of the dataset.
  const Column& field(std::string_view name) const;
  const ExtractionReport& report() const { return report_; }

  /// Where nothing is to be extracted: every review counts as having one.
  Extractions() = default;
  Extractions(std::vector<ExtractionState> states,
              std::map<std::string, Column, std::less<>> fields, ExtractionReport report)
      : states_(std::move(states)), fields_(std::move(fields)), report_(std::move(report)) {}

 private:
  std::vector<ExtractionState> states_;  ///< a review each, or empty: all are usable
  std::map<std::string, Column, std::less<>> fields_;
  ExtractionReport report_;
};

/// Reads a file. `known_elsewhere`: fields that other formulas of the run declare, which are no
/// fault here, as what a judge writes is none. With `strict` the first fault is an error.
Result<Extractions> load_extractions(const std::string& path, std::span<const plan::Field> fields,
                                     const std::set<std::string>& known_elsewhere,
                                     const Dataset& dataset, const LoadOptions& options);

/// Lines that are in memory. `numbers`: those that reports call them by; none: 1, 2, …
struct ExtractionLines {
  std::string_view text;
  std::span<const std::uint64_t> numbers = {};
};

/// The same of rows in memory; `name` is what reports call them.
Result<Extractions> parse_extractions(const std::string& name, const ExtractionLines& lines,
                                      std::span<const plan::Field> fields,
                                      const std::set<std::string>& known_elsewhere,
                                      const Dataset& dataset, const LoadOptions& options);

}  // namespace seedc
