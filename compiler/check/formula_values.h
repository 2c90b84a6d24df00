// The IR values of the parts of a formula, used to explain a result.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ir/module.h"

namespace seedc::check {

/// The keys point into the tree that was checked.
struct FormulaValues {
  struct Step {
    const ast::Json* json;
    ir::ValueId value;  ///< for a filter, its predicate
  };
  std::vector<Step> steps;  ///< in order; those with errors are left out
  struct Param {
    std::string name;
    ir::ValueId value;
    bool is_set;  ///< by the run
  };
  std::vector<Param> params;  ///< in order
  std::unordered_map<const ast::FormulaExpr*, ir::ValueId> expressions;
  std::unordered_map<const ast::Json*, ir::ValueId> sources;  ///< by `source`
};

}  // namespace seedc::check
