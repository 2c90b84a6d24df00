// What the parts of a formula became: values of the module, for one who must explain a result.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ir/module.h"

namespace seedc {

/// By their places in the tree that was checked.
struct FormulaValues {
  struct Step {
    const ast::Json* json;
    ir::ValueId value;  ///< of a filter, its predicate
  };
  std::vector<Step> steps;  ///< in order; those with errors are left out
  std::unordered_map<const ast::FormulaExpr*, ir::ValueId> expressions;
  std::unordered_map<const ast::Json*, ir::ValueId> sources;  ///< what a `source` names
};

}  // namespace seedc
