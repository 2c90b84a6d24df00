// Selects requests by id, and collects their conditions.
#include "engine/written_requests.h"

namespace seedc::engine {

base::Result<std::vector<WrittenRequest>> written_requests(const Compilation& compilation,
                                                           const std::string& only) {
  if (compilation.requests.empty()) {
    return base::fail_with_help<base::ErrorCode::NoRequest>(
        compilation.formulas.empty() ? "" : "it is a formula, which has no conditions to change");
  }
  std::vector<WrittenRequest> requests;
  auto checked = compilation.requests.begin();
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Request& request : program.requests) {
      requests.push_back({&*checked, checked->compiled ? &*request.structure : nullptr});
      ++checked;
    }
  }
  if (only.empty()) return requests;
  return find_request(compilation, only).map([&](std::size_t number) {
    return std::vector{requests[number]};
  });
}

explain::Logic logic_of(const WrittenRequest& request, explain::LogicWriter& writer) {
  return request.expression == nullptr ? explain::Logic() : writer.logic_of(*request.expression);
}

contract::Plan conditions_of(const std::vector<WrittenRequest>& requests,
                             explain::LogicWriter& writer) {
  for (const WrittenRequest& request : requests) logic_of(request, writer);
  return writer.conditions();
}

}  // namespace seedc::engine
