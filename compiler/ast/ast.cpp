// Lookups in the tree.
#include "compiler/ast/ast.h"

#include <algorithm>

namespace seedc::ast {

const Json* Json::find(std::string_view key) const {
  const auto found = std::find_if(members.rbegin(), members.rend(),
                                  [key](const Member& member) { return member.key == key; });
  return found == members.rend() ? nullptr : &found->value;
}

}  // namespace seedc::ast
