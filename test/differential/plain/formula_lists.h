// Lists of rows (semantics.md section 6, Lists).
#pragma once

#include <cstdint>
#include <map>

#include "compiler/ast/formula.h"
#include "test/differential/plain/formula_step.h"

namespace seedc::plain {

/// What a list leaves out beyond its limit, over all items, and the rows in which a row value that
/// it reads is null, by cause.
struct ListCounts {
  std::uint64_t beyond_limit = 0;
  LeftOut nulls;
  friend bool operator==(const ListCounts&, const ListCounts&) = default;
};

/// The list of a `collect`; adds to the counts.
Json list_of(const ast::Json& step, const Scope& scope, ListCounts& counts);

}  // namespace seedc::plain
