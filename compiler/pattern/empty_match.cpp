// Walks the tree: a node is passed without a character if its parts are.
#include "compiler/pattern/empty_match.h"

#include <algorithm>
#include <variant>

namespace seedc::pattern {

bool has_empty_match(const Node& root) {
  if (std::holds_alternative<Sequence>(root.what))
    return std::ranges::all_of(root.children, has_empty_match);
  const bool has_any = std::ranges::any_of(root.children, has_empty_match);
  if (const auto* repeat = std::get_if<Repeat>(&root.what)) return repeat->min == 0 || has_any;
  const bool is_transparent =
      std::holds_alternative<Alternation>(root.what) || std::holds_alternative<Group>(root.what);
  return is_transparent && has_any;
}

}  // namespace seedc::pattern
