// A program's requests as written, for explanations.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/logic_writer.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct WrittenRequest {
  const check::CheckedRequest* checked;
  const ast::Expr* expression;  ///< null pointer if it does not compile
};

/// The requests of a compilation, in order, or the one of that id if it is not empty. Fails if
/// there is none.
base::Result<std::vector<WrittenRequest>> written_requests(const Compilation& compilation,
                                                           const std::string& only);

/// The logic of a request; without nodes if it does not compile.
explain::Logic logic_of(const WrittenRequest& request, explain::LogicWriter& writer);

/// The conditions of all those requests, which numbers them.
contract::Plan conditions_of(const std::vector<WrittenRequest>& requests,
                             explain::LogicWriter& writer);

}  // namespace seedc::engine
