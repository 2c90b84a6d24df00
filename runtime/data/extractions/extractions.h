// Extractions: what a language model extracted from reviews, one JSON object per line (semantics.md
// section 6), joined with the reviews of a dataset.
//
// An Extractions object owns its parts; its rows are numbered as the reviews of the dataset that it
// was read for. It may be read by several threads once it is complete; `apply` changes it. Reading
// fails (Data) if the file cannot be read; faulty lines are counted in the report.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"

namespace seedc::data {

/// Faults in extraction lines. Lines are rows = used + open + unusable; an unusable value affects
/// only itself.
struct ExtractionReport {
  enum class Fault : std::uint8_t {
    BrokenLine,       ///< not a JSON object with a string review_id
    UnknownReview,    ///< no such review in the data
    DuplicateReview,  ///< a later row of a review
    UnknownField,     ///< a field that is not declared
    WrongType,        ///< a value that does not have its field's type
    Undeclared,       ///< a value that is not declared in the enum
    OutOfRange,       ///< a number outside its field's bounds
    Ungrounded,       ///< a value whose quote the review does not contain; never fatal
    Disputed,         ///< a value with which too few opinions agree; never fatal
  };
  struct Note {
    Fault fault;
    std::uint64_t line = 0;  ///< from 1
    std::string text;        ///< the value or id, for messages
  };
  std::string file;
  std::uint64_t rows = 0;  ///< lines that are not blank
  std::uint64_t used = 0;
  std::uint64_t open = 0;  ///< `{"open": REVIEW_ID}`
  std::map<Fault, std::uint64_t> counts;
  std::vector<Note> notes;  ///< the first kMaxNotes of each fault, in the order of lines
  static constexpr std::size_t kMaxNotes = 20;

  /// Adds another part of the same file.
  void add(const ExtractionReport& part);
};

/// The state of a review's extraction for a formula. Only Usable ones are rows.
enum class ExtractionState : std::uint8_t {
  None,           ///< no extraction
  Open,           ///< a model was not asked yet, or has not answered: any row may come
  Usable,         ///< one
  NotJudged,      ///< one that should have been judged, but was not
  Inappropriate,  ///< one whose evidence was judged below the threshold
};

/// The key of a line that says that a review is open; its value is the review's id. Such a line has
/// no `review_id`.
constexpr std::string_view kOpenKey = "open";

class Extractions {
 public:
  ExtractionState state(std::uint32_t review) const {
    return states_.empty() ? ExtractionState::Usable : states_[review];
  }
  /// Keeps only rows that were judged and are not below the judge's threshold. The judge's fields
  /// must have been read.
  void apply(const contract::Judge& judge);
  /// The values of a declared field, one code per review of the dataset.
  const Column& field(std::string_view name) const;
  const ExtractionReport& report() const { return report_; }

  /// For formulas that extract nothing: every review counts as having a row.
  Extractions() = default;
  Extractions(std::vector<ExtractionState> states,
              std::map<std::string, Column, std::less<>> fields, ExtractionReport report,
              base::MemoryCharge charge)
      : charge_(std::move(charge)),
        states_(std::move(states)),
        fields_(std::move(fields)),
        report_(std::move(report)) {}

 private:
  base::MemoryCharge charge_;
  std::vector<ExtractionState> states_;  ///< one per review, or empty: all are usable
  std::map<std::string, Column, std::less<>> fields_;
  ExtractionReport report_;
};

/// Reads a file. `known_elsewhere`: fields that other formulas of the run declare, which are not
/// faults here; neither are fields written by a judge. With `strict` the first fault is an error.
base::Result<Extractions> load_extractions(const std::string& path,
                                           std::span<const contract::Field> fields,
                                           const std::set<std::string>& known_elsewhere,
                                           const Dataset& dataset, const LoadOptions& options);

/// The same for rows that were made here: objects with their review's `review_id`, or its id at
/// kOpenKey; std::nullopt where there is none. Fields that are not declared are faults. `name` is
/// their name in reports, in which the first row has line 1.
base::Result<Extractions> extractions_of(const std::string& name,
                                         std::span<const std::optional<language::Dict>> rows,
                                         std::span<const contract::Field> fields,
                                         const Dataset& dataset, const LoadOptions& options);

/// Lines in memory. `numbers`: their line numbers in reports; if empty: 1, 2, …
struct ExtractionLines {
  std::string_view text;
  std::span<const std::uint64_t> numbers = {};
};

/// The same for lines in memory; `name` is their name in reports.
base::Result<Extractions> parse_extractions(const std::string& name, const ExtractionLines& lines,
                                            std::span<const contract::Field> fields,
                                            const std::set<std::string>& known_elsewhere,
                                            const Dataset& dataset, const LoadOptions& options);

}  // namespace seedc::data
