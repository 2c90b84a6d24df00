// Arguments and operators that change nothing, by the laws that hold with unknown values too (AND
// is the minimum and OR the maximum of -1 < 0 < 1):
//
//   AND(a, b, a)               => AND(a, b)
//   AND(a, OR(a, b))           => a
//   AND(a, OR(b, AND(a, c)))   => AND(a, OR(b, c))
//   OR(AND(a, b), AND(a, b, c)) => AND(a, b)
//   AND(a, AND(b, c))          => AND(a, b, c)      NOT(NOT(a)) => a      AND(a) => a
//
// and operators whose arguments contradict: AND(a, NOT(a)) is never satisfied, OR(a, NOT(a))
// wherever it is known. Also reports what the meaning of conditions adds to that.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/source/source.h"
#include "engine/lint/meaning.h"
#include "engine/lint/spelling.h"
#include "engine/lint/value_numbers.h"

namespace seedc::lint {

class RedundancyLint {
 public:
  /// `values` are those of the expressions in the module that `numbers` are of. All outlive this.
  RedundancyLint(const ValueNumbers& numbers, const check::ExprValues& values,
                 const source::SourceManager& sources, Proofs& proofs,
                 diag::Diagnostics& diagnostics, base::Call call = {});

  /// Reports what changes nothing in a tree, with the shorter one as help, and what is never or
  /// always satisfied besides what is `known` to be. A request of one condition may be written as
  /// an AND of it (`is_root`), as the documents do.
  void check(const ast::Expr& tree, bool is_root, KnownExprs known = {});

  /// The arguments that can go by the laws, all of them at once, without changing the tree's value.
  Dropped needless(const ast::Expr& tree) const;

 private:
  const check::ExprValues& values_;
  const source::SourceManager& sources_;
  diag::Diagnostics& diagnostics_;
  const ValueNumbers& numbers_;
  Meaning meaning_;
};

}  // namespace seedc::lint
