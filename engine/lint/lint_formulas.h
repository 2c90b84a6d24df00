// What is probably not meant in formulas, and shows only in whole steps and in data.
#pragma once

#include "engine/lint/lint_program.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lint {

/// Reports paths that do not exist and values never met, with data also formulas to which no review
/// is relevant; and where rows are lost because one of several fields is missing, with how many
/// they are if there are data and extractions. Fails if these cannot be read.
base::Result<void> lint_formulas(engine::Compilation& compilation, const LintOptions& options);

}  // namespace seedc::lint
