// Groups of rows, and the steps over them (semantics.md section 6, Groups).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_lists.h"
#include "test/differential/plain/formula_step.h"

namespace seedc::plain {

/// What steps leave out, by step.
struct Ledger {
  std::map<std::string, LeftOut> left_out;
  std::map<std::string, ListCounts> lists;
};

/// Evaluates steps in their order, those inside groups too: the scope gains what they define.
void add_steps(const std::vector<ast::Json>& steps, Scope& scope, Ledger& ledger);

/// A step with `over`. It leaves out groups, not rows.
Scalar value_over_groups(const ast::Json& step, const Scope& scope, LeftOut& left_out);

/// An `argmax` or `argmin` with `of`.
Scalar label_of_greatest(const ast::Json& step, const Scope& scope);

}  // namespace seedc::plain
