// What conditions refer to and the data does not have: paths, people, judged topics, a friend
// graph. Found by every command that runs requests on data.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "engine/program.h"
#include "runtime/data/model/dataset.h"

namespace seedc::lint {

/// Checks conditions one by one. What else a path or topic could have been is looked up in the
/// schema, and only then. All outlive this.
class DataLint {
 public:
  DataLint(const data::Dataset& dataset, engine::SchemaSource& names,
           diag::Diagnostics& diagnostics)
      : dataset_(dataset), names_(names), diagnostics_(diagnostics) {}

  /// Reports what the data does not have, each at its location. Returns whether the condition
  /// makes no sense because of it.
  bool check(const ConditionSite& site, const language::Condition& condition);

 private:
  const data::Dataset& dataset_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
};

/// What the checks below read of a dataset. A plan's needs may be less: the optimiser leaves out
/// what no result depends on.
data::DataNeeds needs_of_lint(const ir::Module& module);

/// Checks the conditions of all requests that compiled. The dataset has `needs_of_lint`.
/// Returns the numbers, in the module, of the requests for which this is an error (-Werror).
std::vector<std::size_t> lint_data(const engine::Compilation& compilation,
                                   const data::Dataset& dataset, diag::Diagnostics& diagnostics);

}  // namespace seedc::lint
