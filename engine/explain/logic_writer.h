// Requests as they are written, with their conditions as a plan of their own: what it takes to
// explain a result, or to ask what would change it.
//
//   LogicWriter writer(values, module, sources);
//   Logic logic = writer.logic_of(expression);
//   plan::Plan plan = writer.conditions();   // of all expressions so far
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/ir/module.h"
#include "compiler/source/source.h"
#include "engine/explain/logic.h"
#include "runtime/contract/plan.h"

namespace seedc::explain {

/// Everything it is made from outlives it.
class LogicWriter {
 public:
  LogicWriter(const check::ExprValues& values, const ir::Module& module,
              const source::SourceManager& sources);

  /// The logic of an expression that has a value. Down to its names it is what was written; a name
  /// that stands for logic keeps its name, and what it stands for follows the IR. Numbers the
  /// conditions that it meets for the first time.
  Logic logic_of(const ast::Expr& expr);

  /// No requests; condition c of the logic is condition c of the plan, and its root c.
  contract::Plan conditions() const;

 private:
  class Tree;
  std::string name_below(ir::ValueId value, const std::string& above) const;
  std::uint32_t number_of(const ir::Inst& inst);

  const check::ExprValues& values_;
  const ir::Module& module_;
  const source::SourceManager& sources_;
  std::unordered_map<ir::ValueId, std::string> value_names_;
  std::map<std::string, std::uint32_t> numbers_;
  ir::Module conditions_;  ///< the distinct ones, without logic
};

}  // namespace seedc::explain
