// The engines for formulas under test: the whole way from program text to outputs, on each backend,
// with and without the passes, for any data and for the data at hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/result.h"
#include "test/differential/plain/formula.h"

namespace seedc::differential {

/// The results of an engine for each formula. `items` contains the outputs, `left_out` the steps
/// that the
/// engine computes.
struct FormulaEngineValues {
  std::string engine;
  std::vector<plain::FormulaValues> formulas;
};

/// Runs formulas, a line of text each, as one program over the dataset in `folder`, where the
/// program's file is written too, and extractions.jsonl if there is one. Fails if anything does not
/// compile, or if a module does not read back as it was printed. The last engine is what `explain`
/// shows of every step.
base::Result<std::vector<FormulaEngineValues>> run_formula_engines(
    const std::filesystem::path& folder, const std::vector<std::string>& texts);

/// The trees of formulas, one line of text each; for those with errors, what could be parsed.
std::vector<ast::Formula> parse_formulas(const std::vector<std::string>& texts);

}  // namespace seedc::differential
