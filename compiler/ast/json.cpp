// Lookups in JSON trees, and descriptions of JSON types for messages.
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

Json json_of(const language::Value& value, source::Span span) {
  Json json{.span = span};
  if (const auto* boolean = value.as<bool>()) {
    json.kind = Json::Kind::Bool;
    json.boolean = *boolean;
  } else if (const auto* text = value.as<std::string>()) {
    json.kind = Json::Kind::String;
    json.text = *text;
  } else if (const auto* list = value.as<language::List>()) {
    json.kind = Json::Kind::Array;
    for (const language::Value& element : *list) json.elements.push_back(json_of(element, span));
  } else if (const auto* dict = value.as<language::Dict>()) {
    json.kind = Json::Kind::Object;
    for (const auto& [key, member] : *dict)
      json.members.push_back({key, span, json_of(member, span)});
  } else if (!value.is_null()) {
    json.kind = Json::Kind::Number;
    json.text = language::to_json(value);
  }
  return json;
}

}  // namespace seedc::ast
