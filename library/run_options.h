// The options for formulas, of runs and of runs over streams.
#pragma once

#include "engine/formulas.h"
#include "library/arrow.h"
#include "library/handles.h"

namespace seedc::library {

/// In how many ways the caller gives extractions: files, lines, a table (of the options), a model.
int ways_to_extractions(const seedc_run_options& options, const GivenStream& table);

/// Options as the engine takes them, without extractions but those of files. Fails where they are
/// for formulas and the program has none.
engine::FormulaRunOptions formula_options(const seedc_run_options& options, bool has_extractions,
                                          const engine::Compilation& compilation, bool strict,
                                          const Session& session);

}  // namespace seedc::library
