// What only the data shows, and every command that runs requests reports: paths, people, judged
// topics and a friend graph that conditions refer to and the data does not have, operands that no
// value meets, patterns that no review matches, and searches that reached their match limit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/diag/diagnostics.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/lint_operands.h"
#include "engine/program.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"
#include "runtime/exec/text_rules.h"

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
  bool check(const ConditionSite& site, const language::Condition& condition, Uses uses = {});

 private:
  const data::Dataset& dataset_;
  engine::SchemaSource& names_;
  diag::Diagnostics& diagnostics_;
};

/// What the checks below read of a dataset. A plan's needs may be less: the optimiser leaves out
/// what no result depends on.
data::DataNeeds needs_of_lint(const ir::Module& module);

/// Reports that the search for the pattern of a condition, if it has one, reached its match limit.
void lint_match_limit(const ConditionSite& site, const language::Condition& condition,
                      const exec::TextLedger& texts, diag::Diagnostics& diagnostics);

/// Reports that no review matches the pattern of a condition, if the run with the ledger `texts`
/// searched all of them and they have texts. Returns whether it did.
bool lint_pattern(const ConditionSite& site, const language::Condition& condition,
                  const exec::TextLedger& texts, const data::Dataset& dataset,
                  diag::Diagnostics& diagnostics);

/// Checks the conditions of all requests that compiled. Operands that no value meets and patterns
/// that no review matches are reported where a request that matches nothing needs them: in an OR,
/// and in what is excluded, they are usual. The dataset has `needs_of_lint`, and `run` is that of
/// the compilation's requests. Returns the numbers, in the module, of the requests for which a
/// finding is an error (-Werror).
std::vector<std::size_t> lint_data(const engine::Compilation& compilation,
                                   const data::Dataset& dataset, const exec::RunResult& run,
                                   diag::Diagnostics& diagnostics);

/// The same for a dataset that arrives in pieces, but not of operands and patterns, which another
/// piece may have. The compilation outlives this.
class StreamLint {
 public:
  explicit StreamLint(const engine::Compilation& compilation);
  ~StreamLint();
  /// Looks at the next piece for what no earlier one had.
  void add(const data::Dataset& piece);
  /// Returns the requests as `lint_data` does. Called once, after the last piece.
  std::vector<std::size_t> finish(const exec::TextLedger& texts);
  /// Complete after `finish`.
  const diag::Diagnostics& diagnostics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seedc::lint
