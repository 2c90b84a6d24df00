// Substitutes values into prompts.
#include "runtime/llm/prompts.h"

#include <algorithm>

namespace seedc::llm {

std::string fill_prompt(std::string_view prompt,
                        const std::vector<std::pair<std::string_view, std::string_view>>& values) {
  std::string filled;
  while (!prompt.empty()) {
    const std::size_t open = std::min(prompt.find('{'), prompt.size());
    filled += prompt.substr(0, open);
    prompt.remove_prefix(open);
    const auto stands_here = [&](const auto& value) {
      const std::string_view name = value.first;
      return prompt.substr(1).starts_with(name) && prompt.substr(1 + name.size()).starts_with('}');
    };
    if (prompt.empty()) break;
    const auto found = std::ranges::find_if(values, stands_here);
    const bool is_name = found != values.end();
    filled += is_name ? found->second : prompt.substr(0, 1);
    prompt.remove_prefix(is_name ? found->first.size() + 2 : 1);
  }
  return filled;
}

}  // namespace seedc::llm
