// The report of a run as a page: results, the evidence behind them, and how they came about.
#pragma once

#include <cstdint>
#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "engine/run.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct ReportPageOptions {
  EvaluateOptions evaluate;  ///< on the data of the run
  std::string title;
  std::string made_by;  ///< `seedc 1.2.3`
  /// A command that shows what is left out, with `{item}` and `{request}` in it; or empty.
  std::string explain;
  std::uint64_t most_bytes = kMostBytes;  ///< evidence is left out beyond; the matrix is not
  bool has_texts = true;                  ///< of reviews
  bool has_names = true;                  ///< of users
  static constexpr std::uint64_t kMostBytes = 5'000'000;
};

/// HTML; see engine/report/page/page.h. Fails (Data) if the data has changed since the run.
base::Result<std::string> report_page(const Compilation& compilation, const ProgramRun& run,
                                      const ReportPageOptions& options);

}  // namespace seedc::engine
