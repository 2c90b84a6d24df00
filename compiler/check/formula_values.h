// The IR values of the parts of a formula, used to explain a result.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ast/formula.h"
#include "compiler/ir/module.h"

namespace seedc::check {

/// The keys point into the tree that was checked. The steps of a group are there once for each
/// label.
struct FormulaValues {
  /// A group's part in a step over groups.
  struct OfLabel {
    std::string label;
    std::optional<ir::ValueId> condition;
    std::optional<ir::ValueId> value;  ///< of `expr`; a count has none
  };
  struct Step {
    std::string name;  ///< as expressions name it: `N`, `G.mild.N`
    const ast::Json* json;
    ir::ValueId value;  ///< for a filter, its predicate
    std::unordered_map<const ast::FormulaExpr*, ir::ValueId> expressions = {};
    std::unordered_map<const ast::Json*, ir::ValueId> sources = {};  ///< by `source`
    std::unordered_map<const ast::Json*, ir::ValueId> lookups = {};  ///< by `table`: finds the key
    std::vector<OfLabel> labels = {};                                ///< of a step over groups
  };
  std::vector<Step> steps;  ///< in order; those with errors are left out
  struct Param {
    std::string name;
    ir::ValueId value;
    bool is_set;  ///< by the run
  };
  std::vector<Param> params;  ///< in order
  /// An `and`, an `or` or a chain of comparisons with operands of which any but the last may be
  /// null, as far as their types say.
  struct Logic {
    std::string what;  ///< "`and`", "`or`" or "this chain"
    source::Span span;
    std::vector<ir::ValueId> operands;
  };
  std::vector<Logic> logics;
  Step current;  ///< what is known of the step that is being checked
};

}  // namespace seedc::check
