// Where results and complaints go: stdout, stderr, and files that are written beside and renamed.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/diag/diagnostics.h"
#include "engine/report/formulas.h"
#include "runtime/base/file_replacement.h"
#include "runtime/base/result.h"
#include "runtime/data/model/dataset.h"

namespace seedc {

/// Whether a stream (1 or 2) is a terminal that shows colour: not with NO_COLOR, not with
/// TERM=dumb.
bool shows_colour(int stream);

/// Says something on stderr. Where nobody hears it, nothing is lost by that.
void print_stderr(std::string_view text);
template <class... Args>
void tell(fmt::format_string<Args...> text, Args&&... args) {
  print_stderr(fmt::format(text, std::forward<Args>(args)...));
}

/// Writes results to stdout. A full disk is an error; a reader that went away ends the process.
Result<bool> write_stdout(std::string_view text);

/// Waits until stdout has what is being written to it, unless its reader takes too long: for a
/// process that is about to end.
void wait_for_stdout();

/// A file that is written piece by piece: beside, and renamed at the end, so that its old content
/// stays until the new is whole; what is never finished leaves no trace. `-` is stdout; devices and
/// pipes are written to.
class OutputFile {
 public:
  static Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  Result<bool> write(std::string_view text);
  Result<bool> finish();

 private:
  explicit OutputFile(FileReplacement replacement) : replacement_(std::move(replacement)) {}
  OutputFile(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::optional<FileReplacement> replacement_;
  std::string name_;  ///< for messages, where nothing is replaced
  int descriptor_ = -1;
};

/// Writes a whole file like that.
Result<bool> write_file(const std::string& path, std::string_view text);

/// Diagnostics of programs, to stderr.
void print_diagnostics(const Diagnostics& diagnostics, const SourceManager& sources);

/// `FILE: 2 mended`, to stderr.
void print_mended(const std::string& file, std::size_t count);

/// What loading left out, to stderr, and the ledger: records in = used + left out.
void print_load_report(const LoadReport& report, std::uint64_t items, std::uint64_t reviews);

/// What a formula reads and the data does not have, to stderr.
void print_absent_values(const plan::Formula& formula, const Dataset& dataset,
                         const Extractions& extractions);

/// What was wrong with lines of extractions, to stderr.
void print_extraction_faults(const ExtractionReport& report);

/// Faults of a formula's extractions and its ledger, to stderr.
void print_formula_ledger(const plan::Formula& formula, const FormulaLedger& ledger);

/// `seedc: error: TEXT` and the help; returns the exit status of its kind.
int print_error(const Error& error);

}  // namespace seedc
