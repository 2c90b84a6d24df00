// Converts programs in the shorthand to the request objects of `requests.jsonl`.
//
//   let no_tv = item_meta(attributes.HasTV, true: "False")
//   R01: NOT(no_tv)
//
// becomes {"id": "R01", "structure": {"op": "NOT", "args": [{"aspect": "no_tv", "evidence":
// {"kind": "item_meta", "path": ["attributes", "HasTV"], "true": "False"}}]}}
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/parse/parse.h"

namespace seedc::format {

/// What a condition's name refers to in the file that it is used in: a `let`, an entry of a
/// library, or an Evidence made from a name by convention. nullptr if it is unknown. Returns the
/// same tree for the same name in a file each time.
using NameLookup = std::function<const ast::Expr*(const ast::Expr& name)>;

struct JsonRequests {
  std::vector<ast::Json> objects;  ///< one per request, in order; a bare condition is its bare tree
  std::size_t unused_lets = 0;     ///< not used by any request, and therefore not in the output
};

/// Names are written out where they are used, with the name as the aspect; the name of an operation
/// has no equivalent in JSON and is dropped. The program must have been checked: its names are
/// known and defined above their use. Reports what JSON cannot express: a ranking of a request
/// without an id, and output that exceeds `limits`.
JsonRequests to_json(const ast::Program& program, const NameLookup& find_name,
                     diag::Diagnostics& diagnostics, const parse::ParseLimits& limits = {});

}  // namespace seedc::format
