// What was found wrong with programs, as text for people and machines, and what each kind of
// finding means.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program.h"
#include "engine/report/data_findings.h"
#include "engine/report/layout.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// A message and its location for each finding of the compilation (diag::render_text).
std::string findings_text(const Compilation& compilation, const report::Layout& layout);
/// The same for what was found when the programs ran: fewer, as the results are what was asked for.
std::string run_findings_text(const Compilation& compilation, const diag::Diagnostics& findings,
                              const report::Layout& layout);
/// The same as diag::render_json writes findings, after those of the data.
std::string run_findings_json(const Compilation& compilation, const diag::Diagnostics& findings,
                              std::span<const report::DataFinding> of_data);
/// One JSON object (diag::render_json).
std::string findings_json(const Compilation& compilation);
/// Its objects for the findings that are errors, or for all others, a comma and a line end between
/// them.
std::string finding_objects(const Compilation& compilation, const diag::Diagnostics& findings,
                            bool are_errors);
/// A SARIF log; `version` is seedc's.
std::string findings_sarif(const Compilation& compilation, std::string_view version);
/// `3 files: 2 errors, 1 warning`, with a line end.
std::string findings_summary(const Compilation& compilation, std::size_t files);

/// The codes of all diagnostics, in the order of their table.
std::vector<std::string> diagnostic_codes();
/// Those of warnings.
std::vector<std::string> warning_codes();
/// What a diagnostic means, with an example and its fix; of all of them for the word `all`. Fails
/// (Usage) for an unknown code.
base::Result<std::string> explain_code(const std::string& code);

/// Leaves a warning out. Fails (Usage) if no warning has the code; the help is the nearest code, or
/// empty.
base::Result<void> silence_warning(CompileOptions& options, const std::string& code);
/// Makes an error of a warning. Fails in the same way.
base::Result<void> make_error_of(CompileOptions& options, const std::string& code);

}  // namespace seedc::engine
