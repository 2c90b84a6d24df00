// Runs the formulas of a program: reads their extractions, then binds, compiles and executes
// them.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/bounds/open_outputs.h"
#include "engine/host.h"
#include "engine/prepared.h"
#include "engine/report/formulas.h"
#include "runtime/contract/plan.h"
#include "runtime/data/extractions/extraction_files.h"
#include "runtime/data/extractions/extractions.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/formula.h"

namespace seedc::engine {

struct FormulaRunOptions {
  /// One file for all formulas, or one each.
  std::vector<std::string> extractions;
  base::SettingNames names = base::no_setting_names;  ///< for the help of errors
  /// Extractions do not come from files, but from `extract`, which is then set when formulas run.
  bool are_extracted = false;
  std::function<base::Result<data::Extractions>(std::size_t number, const data::Dataset&)> extract;
  data::ExtractionFiles* files = nullptr;  ///< where files of extractions are kept between datasets
  bool require_extractions = false;        ///< a relevant review without one is an error
  std::string sort;                        ///< NAME, NAME:asc or NAME:desc; or empty
  std::optional<std::size_t> top;
  data::LoadOptions load;
  exec::ExecuteOptions execute;
};

/// Warns, if so many reviews are open, that what is `shown` follows without them. `before` and
/// `whose` stand before and behind their number.
void warn_of_open(Host& host, std::uint64_t open, std::string_view before, std::string_view whose,
                  std::string_view shown = "values");

/// A formula and its result. Results point into the other members and into the dataset.
struct ScoredFormula {
  const contract::Formula* formula = nullptr;
  data::Extractions extractions;
  std::optional<exec::BoundFormula> bound;
  std::shared_ptr<const FormulaKernels> kernels;  ///< of all formulas
  exec::FormulaResult result;
  bounds::OpenBounds open;  ///< of outputs that are not settled
};

/// The output that NAME, NAME:asc or NAME:desc names, and whether the order is descending.
std::pair<std::string, bool> sort_key(std::string_view text);

/// Whether the options suit the plan's formulas, of which the first `own` are reported: what can be
/// said before the data is read.
base::Result<bool> check_options(const contract::Plan& plan, std::size_t own,
                                 const FormulaRunOptions& options);

/// What was extracted for one of the plan's formulas. Fails if a file cannot be read, or a formula
/// has fields and no extractions are given.
base::Result<data::Extractions> read_extractions(const contract::Plan& plan, std::size_t number,
                                                 const data::Dataset& dataset,
                                                 const FormulaRunOptions& options);

/// Binds the formulas to the dataset and runs them, in order. The plan and the dataset outlive the
/// results.
base::Result<std::deque<ScoredFormula>> score_formulas(const Prepared& prepared,
                                                       const data::Dataset& dataset,
                                                       const FormulaRunOptions& options);

/// Whether a list is not settled, which a column of Arrow cannot say.
bool has_open_lists(const ScoredFormula& scored);

/// That something is not settled, as reviews are open.
base::Error not_settled(const std::string& what, std::span<const report::FormulaLedger> ledgers,
                        base::SettingNames names);

/// That outputs are not settled; std::nullopt if all are, or no formula was scored.
std::optional<base::Error> find_open_outputs(std::span<const report::FormulaLedger> ledgers,
                                             base::SettingNames names);

std::vector<report::FormulaReport> report_formulas(const std::deque<ScoredFormula>& scored,
                                                   const FormulaRunOptions& options);

}  // namespace seedc::engine
