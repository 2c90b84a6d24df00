// Writes a JSON value as text.
#include "compiler/ast/json_text.h"

#include "runtime/language/value.h"

namespace seedc::ast {
namespace {

void write(std::string& out, const Json& json) {
  switch (json.kind) {
    case Json::Kind::Null:
      out += "null";
      break;
    case Json::Kind::Bool:
      out += json.boolean ? "true" : "false";
      break;
    case Json::Kind::Number:
      out += json.text;
      break;
    case Json::Kind::String:
    case Json::Kind::Word:
      language::append_json_string(out, json.text);
      break;
    case Json::Kind::Array:
      out += '[';
      for (const Json& element : json.elements) {
        if (&element != json.elements.data()) out += ", ";
        write(out, element);
      }
      out += ']';
      break;
    case Json::Kind::Object:
      out += '{';
      for (const Json::Member& member : json.members) {
        if (&member != json.members.data()) out += ", ";
        language::append_json_string(out, member.key);
        out += ": ";
        write(out, member.value);
      }
      out += '}';
      break;
  }
}

}  // namespace

std::string json_text(const Json& json) {
  std::string out;
  write(out, json);
  return out;
}

}  // namespace seedc::ast
