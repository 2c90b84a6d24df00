// Requests by their ids, and their conditions.
#include "engine/written_requests.h"

#include <fmt/format.h>

namespace seedc {
Result<std::vector<WrittenRequest>> written_requests(const Compilation& compilation,
                                                     const std::string& only) {
  std::vector<WrittenRequest> requests;
  std::vector<std::string> ids;
  auto checked = compilation.requests.begin();
  for (const ast::Program& program : compilation.programs) {
    for (const ast::Request& request : program.requests) {
      ids.push_back(checked->id);
      if (only.empty() || checked->id == only)
        requests.push_back({&*checked, checked->compiled ? &*request.structure : nullptr});
      ++checked;
    }
  }
  if (ids.empty()) {
    return fail(ErrorKind::Usage, "the program has no request",
                compilation.formulas.empty() ? "" : "it is a formula; only requests have a why");
  }
  const std::string near = requests.empty() ? nearest(only, ids) : std::string();
  if (requests.empty())
    return fail(ErrorKind::Usage, fmt::format("no request `{}`", only),
                near.empty() ? "" : "did you mean `" + near + "`?");
  return requests;
}

Logic logic_of(const WrittenRequest& request, LogicWriter& writer) {
  return request.expression == nullptr ? Logic() : writer.logic_of(*request.expression);
}

plan::Plan conditions_of(const std::vector<WrittenRequest>& requests, LogicWriter& writer) {
  for (const WrittenRequest& request : requests) logic_of(request, writer);
  return writer.conditions();
}

}  // namespace seedc
