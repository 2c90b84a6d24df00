// Chooses among the names of outputs.
#include "engine/report/output_names.h"

#include <algorithm>

namespace seedc::report {

const std::string& output_name(const contract::Formula& formula, std::size_t output) {
  const std::vector<std::string>& keys = formula.output_keys[output];
  return keys.size() == 1 ? keys.front() : formula.outputs[output];
}

std::vector<std::string> output_names(const contract::Formula& formula) {
  std::vector<std::string> names;
  for (std::size_t output = 0; output < formula.outputs.size(); ++output)
    names.push_back(output_name(formula, output));
  return names;
}

std::optional<std::size_t> find_output(const contract::Formula& formula, std::string_view name) {
  for (const std::vector<std::string>& names : {output_names(formula), formula.outputs}) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  return std::nullopt;
}

}  // namespace seedc::report
