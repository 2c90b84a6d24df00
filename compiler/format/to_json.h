// Programs in the shorthand to the request objects of `requests.jsonl`.
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

/// What a condition's name stands for: a `let`, an entry of a library, an Evidence that its reader
/// made of a convention. Null pointer if it is unknown. The same tree for the same name, each time.
using NameLookup = std::function<const ast::Expr*(std::string_view name)>;

struct JsonRequests {
  std::vector<ast::Json> objects;  ///< one a request, in order; a condition alone is its bare tree
  std::size_t unused_lets = 0;     ///< that no request uses, and that are therefore nowhere
};

/// Names are written out where they are used, with the name as the aspect; a name of an operation
/// has no place there. The program is checked: its names are known and defined above their use.
/// Reports what JSON cannot hold: a ranking of a request without an id, and what `limits` would
/// refuse to read back.
JsonRequests to_json(const ast::Program& program, const NameLookup& find_name,
                     Diagnostics& diagnostics, const ParseLimits& limits = {});

}  // namespace seedc::format
