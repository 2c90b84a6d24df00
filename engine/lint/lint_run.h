// The data behind the lints: the value of every condition and request at every item.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/evaluate.h"
#include "engine/lint/condition_sites.h"
#include "engine/lint/value_numbers.h"
#include "runtime/base/result.h"
#include "runtime/contract/plan.h"
#include "runtime/data/model/dataset.h"
#include "runtime/exec/execute.h"

namespace seedc::lint {

/// One run over the data for all lints.
class LintRun {
 public:
  /// `module` holds every condition of `sites`, the roots of `requests`, and others (`more`). A
  /// text condition brings its bare pattern with it, and that `at_word_begin`
  /// (lint_inside_words.h).
  static base::Result<LintRun> make(ir::Module module, const std::vector<ir::ValueId>& conditions,
                                    const std::vector<ir::Request>& requests,
                                    const engine::EvaluateOptions& options);

  const ir::Module& module() const { return module_; }
  const data::Dataset& dataset() const { return dataset_; }
  const exec::TextLedger& texts() const { return run_->texts(); }

  /// The value of a condition that was asked for.
  language::Tri condition(ir::ValueId id, std::uint32_t item) const {
    return run_->value(root_of_.at(id), item);
  }
  /// The value of request number `request`.
  language::Tri request(std::size_t request, std::uint32_t item) const {
    return run_->value(request, item);
  }
  /// The value of any tree over the conditions.
  language::Tri tree(ir::ValueId root, std::uint32_t item) const;
  /// How many items a condition is +1 for, 0 and -1.
  struct Counts {
    std::uint32_t yes = 0, unknown = 0, no = 0;
  };
  Counts count(ir::ValueId condition) const;
  /// The same of the bare pattern of a condition, or of that `at_word_begin`.
  Counts count(const language::Pattern& pattern) const {
    return count(patterns_.at(pattern.source));
  }
  /// The items at which reviews have the first of two such patterns, and none has the second.
  std::vector<std::uint32_t> items_of_first_alone(const language::Pattern& first,
                                                  const language::Pattern& second) const;
  /// The item for people: its id, and its name if it has one.
  std::string item_name(std::uint32_t item) const;

 private:
  LintRun(ir::Module module, data::Dataset dataset)
      : module_(std::move(module)), dataset_(std::move(dataset)) {}

  ir::Module module_;
  data::Dataset dataset_;
  std::unique_ptr<contract::Plan> plan_;
  std::unique_ptr<exec::RunResult> run_;
  std::unordered_map<ir::ValueId, std::size_t> root_of_;
  std::map<std::string, ir::ValueId> patterns_;  ///< bare, by their source
};

}  // namespace seedc::lint
