// Comments of the shorthand that silence warnings on their lines: `# seedc: ignore never, unused`.
#pragma once

#include "engine/program.h"

namespace seedc::engine {

/// Reads these comments of a file, before anything else is reported of it. Reports those that name
/// no warning.
void read_ignored_lines(const source::SourceManager& sources, source::FileId file,
                        diag::Diagnostics& diagnostics);

/// What was looked for.
struct LintScope {
  bool has_data = false;
  bool has_benchmark = false;
};

/// Reports comments of the programs that silence nothing, at the end of a check that found no
/// error: of codes that were looked for.
void report_unused_ignores(Compilation& compilation, const LintScope& scope);

}  // namespace seedc::engine
