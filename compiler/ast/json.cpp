// Lookups in JSON, and its words.
#include "compiler/ast/json.h"

#include <algorithm>

namespace seedc::ast {

const Json* Json::find(std::string_view key) const {
  const auto found = std::find_if(members.rbegin(), members.rend(),
                                  [key](const Member& member) { return member.key == key; });
  return found == members.rend() ? nullptr : &found->value;
}

std::string_view type_phrase(const Json& value) {
  switch (value.kind) {
    case Json::Kind::Null:
      return "null";
    case Json::Kind::Bool:
      return "a boolean";
    case Json::Kind::Number:
      return "a number";
    case Json::Kind::String:
      return "a string";
    case Json::Kind::Word:
      return "a word";
    case Json::Kind::Array:
      return "a list";
    case Json::Kind::Object:
      return "an object";
  }
  return {};
}

}  // namespace seedc::ast
