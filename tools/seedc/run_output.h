// Where the results of a run go: one file or stdout, or, as CSV of several tables, a folder with a
// file for each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/seedc/output.h"
#include "tools/seedc/run.h"

namespace seedc::tool {

class RunOutput {
 public:
  /// Throws Error if there is no place for what the program gives: its requests, if it has any, and
  /// its formulas.
  RunOutput(const RunCommand& options, bool has_requests, const Prepared& prepared);
  void write(const Results& results);

 private:
  const RunCommand& options_;
  std::optional<OutputFile> file_;   ///< for all of it
  std::vector<std::string> tables_;  ///< or the files of its tables
};

}  // namespace seedc::tool
