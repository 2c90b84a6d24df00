// A program's requests as written, shared by `explain` and `why`.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/logic_writer.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc {

struct WrittenRequest {
  const CheckedRequest* checked;
  const ast::Expr* expression;  ///< null pointer if it does not compile
};

/// The requests of a compilation, in order, or the one of that id if it is not empty. Fails if
/// there is none.
Result<std::vector<WrittenRequest>> written_requests(const Compilation& compilation,
                                                     const std::string& only);

/// The logic of a request; without nodes if it does not compile.
Logic logic_of(const WrittenRequest& request, LogicWriter& writer);

/// The conditions of all those requests, which numbers them.
plan::Plan conditions_of(const std::vector<WrittenRequest>& requests, LogicWriter& writer);

}  // namespace seedc
