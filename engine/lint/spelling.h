// The text by which messages refer to expressions and conditions.
#pragma once

#include <string>
#include <unordered_set>

#include "compiler/ast/ast.h"
#include "compiler/ir/module.h"

namespace seedc::lint {

/// Expressions that are to be passed over.
using Dropped = std::unordered_set<const ast::Expr*>;

/// Expressions about which something is reported already.
using KnownExprs = std::unordered_set<const ast::Expr*>;

/// The expression in the shorthand: names and aspects as they are, `item_meta(…)` for evidence
/// without a name. AND and OR of one argument, AND in AND and NOT of NOT are resolved if
/// `simplify`.
std::string spelling(const ast::Expr& expr, const Dropped& dropped = {}, bool simplify = false);

/// The expression as messages show it: in back quotes, cut off where it is long.
std::string mention(const ast::Expr& expr);

/// What a condition asks for, in words: "`attributes.HasTV` is `False`", "open 14:00-16:00 at
/// `hours.Monday`".
std::string in_words(const ir::Inst& condition);

}  // namespace seedc::lint
