// Suggested requests as text and as JSON.
//
// As JSON:
//
//   {"items": [{"item": ID, "name": NAME, "complete": BOOL,      the search saw everything
//               "suggestions": [{"request": TEXT, "text": TEXT, "cost": N, "conditions":
//                                [{"name", "kind", "meaning", "items": N, "without": N or null}]}],
//               "twins": [ID]}],                                  nothing tells them from the item
//    "by_size": {"1": N, "2": N, …}, "none": N}                  items by the size of their first
//
// `items` of a condition says how many items meet it, `without` how many others the request would
// let pass without it; null inside of an OR.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace seedc::report {

struct SuggestedCondition {
  std::string name;
  std::string kind;
  std::string meaning;
  std::size_t items = 0;
  std::optional<std::size_t> without;
};

struct SuggestedRequest {
  std::string request;  ///< in the shorthand
  std::string text;
  std::uint32_t cost = 0;
  std::vector<SuggestedCondition> conditions;
};

struct ItemAndName {
  std::string id, name;
};

struct ItemSuggestions {
  ItemAndName item;
  std::vector<SuggestedRequest> suggestions;
  bool is_complete = true;
  std::vector<ItemAndName> twins;
};

struct SuggestionReport {
  std::vector<ItemSuggestions> items;
  std::size_t item_count = 0;  ///< of the data
  std::size_t depth = 0;       ///< no request had more conditions
  std::string group;           ///< the shape that was asked for, or empty
  bool all_kinds = true;
  bool is_of_one = true;  ///< asked for one item
};

/// Of one item all suggestions, of several the first of each and how many took how many conditions.
std::string suggestions_text(const SuggestionReport& report);
std::string suggestions_json(const SuggestionReport& report);

}  // namespace seedc::report
