// A formula's `filter` that leaves out every review of the data: its scores are those of no rows.
#pragma once

#include "compiler/ast/formula.h"
#include "compiler/diag/diagnostics.h"
#include "runtime/contract/formula.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::lint {

/// Reports at the keywords if no review contains one, else at `where` if no review that does meets
/// its part without extractions. `formula` is what `written` was compiled to; the data was loaded
/// for it. Says nothing of data without reviews, or, with keywords, without texts.
void lint_relevant(const ast::Formula& written, const contract::Formula& formula,
                   const data::Dataset& dataset, const exec::ExecuteOptions& options,
                   diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
