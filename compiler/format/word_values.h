// Which values of an evidence object the shorthand writes as words: `attributes.HasTV` for a path,
// `gte` for one of an option's choices.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace seedc::format {

/// Whether a word there is a path (a list of keys) rather than a string. `owner` is the option that
/// holds the object containing the key, empty for the evidence object itself.
inline bool takes_path(std::string_view owner, std::string_view key) {
  if (owner.empty()) return key == "path";
  return key == "field" && (owner == "group_filter" || owner == "weight_by");
}

/// Whether the option there is one of a few words.
inline bool takes_choice(std::string_view owner, std::string_view key) {
  constexpr std::array<std::string_view, 5> kChoices = {"op", "agg", "metric", "operator",
                                                        "sentiment"};
  const bool is_choice = std::find(kChoices.begin(), kChoices.end(), key) != kChoices.end();
  return is_choice && (owner.empty() || (owner == "group_filter" && key == "operator"));
}

}  // namespace seedc::format
