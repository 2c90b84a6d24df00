// Where an evidence object has values that the shorthand writes as words: `attributes.HasTV` for a
// path, `gte` for one of an option's choices.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace seedc::format {

/// Whether a word is a path there, a list of keys, and not a text. `owner` is the option that holds
/// the object in which the key stands, empty in the evidence object itself.
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
