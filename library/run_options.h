// What a run, or a run over a stream, is told about formulas.
#pragma once

#include "engine/formulas.h"
#include "library/handles.h"

namespace seedc::library {

/// Options as the engine takes them, without extractions but those of files. Fails where they are
/// for formulas and the program has none; `has_rows`: extractions are given in another way.
engine::FormulaRunOptions formula_options(const seedc_run_options& options, bool has_rows,
                                          const engine::Compilation& compilation, bool strict,
                                          const Session& session);

}  // namespace seedc::library
