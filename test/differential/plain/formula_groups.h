// Groups of rows, and the steps over them (semantics.md section 6, Groups).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_step.h"

namespace seedc::plain {

/// Evaluates steps in their order, those inside groups too: the scope gains what they define.
/// `left_out` is by step.
void add_steps(const std::vector<ast::Json>& steps, Scope& scope,
               std::map<std::string, LeftOut>& left_out);

/// A step with `over`. It leaves out groups, not rows.
Scalar value_over_groups(const ast::Json& step, const Scope& scope, LeftOut& left_out);

/// An `argmax` or `argmin` with `of`.
Scalar label_of_greatest(const ast::Json& step, const Scope& scope);

}  // namespace seedc::plain
