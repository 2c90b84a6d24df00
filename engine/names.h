// The condition names that a dataset offers, with counts; and the explanation of one name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/module.h"
#include "compiler/resolve/convention.h"
#include "engine/evaluate.h"
#include "engine/names_text.h"
#include "runtime/base/result.h"

namespace seedc::engine {

/// What readings mean, at every item of a dataset. Owns all of it.
struct ReadingRun {
  ir::Module module;    ///< a request per reading
  contract::Plan plan;  ///< of that
  data::Dataset dataset;
  exec::RunResult run;
};

/// Runs what the readings mean on the dataset, loaded with `more`. Fails if it cannot be read.
base::Result<ReadingRun> run_readings(const std::vector<resolve::Reading>& readings,
                                      const EvaluateOptions& options,
                                      const data::DataNeeds& more = {});

/// The same, counted.
base::Result<std::vector<CountedName>> count_names(std::vector<resolve::Reading> readings,
                                                   const EvaluateOptions& options);

/// The names of Convention::all that are wanted, with counts.
base::Result<std::vector<CountedName>> all_names(
    const EvaluateOptions& options, const std::function<bool(const resolve::Reading&)>& is_wanted);

/// Whether a name, or one of its words, begins with one of the words that were asked for. There are
/// many topics, and counting them reads every review: they are left out unless words ask for them,
/// and so are the values of columns of mere codes unless `all` does.
bool is_wanted(const resolve::Reading& reading, const std::vector<std::string>& words, bool all);

/// How a name is read on a dataset, and what else it could have been.
base::Result<NameExplanation> explain_name(const std::string& name, const EvaluateOptions& options);

/// Whether a reading is of one of a column's codes, such as `postal_code_08044`.
bool is_mere_id(const resolve::Reading& reading);

/// The names of Convention::all that hold or fail for some item.
base::Result<std::vector<CountedName>> decided_names(const EvaluateOptions& options);

}  // namespace seedc::engine
