// Reads the options for formulas.
#include "library/run_options.h"

#include "library/boundary.h"

namespace seedc::library {
namespace {

void check_formulas(const engine::FormulaRunOptions& options, bool has_extractions,
                    const engine::Compilation& compilation) {
  const auto fail = [](const char* what) { fail_call<base::ErrorCode::NoFormula>({}, what); };
  if (!options.sort.empty() && compilation.own_formulas == 0)
    fail("`sort` names an output of a formula");
  if (!compilation.formulas.empty() || compilation.diagnostics.has_errors()) return;
  if (has_extractions) fail("extractions are for formulas");
  if (options.require_extractions) fail("`require_extractions` is for formulas");
  if (options.top) fail("`top` keeps the first items by a formula");
}

}  // namespace

int ways_to_extractions(const seedc_run_options& options, const GivenStream& table) {
  return (options.extraction_count == 0 ? 0 : 1) +
         (options.extraction_lines.data == nullptr ? 0 : 1) + (table.is_given() ? 1 : 0) +
         (options.model == nullptr ? 0 : 1);
}

engine::FormulaRunOptions formula_options(const seedc_run_options& options, bool has_extractions,
                                          const engine::Compilation& compilation, bool strict,
                                          const Session& session) {
  engine::FormulaRunOptions formulas;
  formulas.names = session.names();
  formulas.load = {.strict = strict, .threads = session.threads()};
  formulas.execute = {.threads = session.threads()};
  formulas.extractions = paths_of(options.extractions, options.extraction_count);
  formulas.require_extractions = options.require_extractions != 0;
  formulas.sort = text_of(options.sort);
  if (options.top != 0) formulas.top = options.top;
  check_formulas(formulas, has_extractions, compilation);
  return formulas;
}

}  // namespace seedc::library
