// Writes a JSON value as text.
#include "compiler/format/json_text.h"

#include "runtime/language/value.h"

namespace seedc::format {
namespace {

void write(std::string& out, const ast::Json& json) {
  switch (json.kind) {
    case ast::Json::Kind::Null:
      out += "null";
      break;
    case ast::Json::Kind::Bool:
      out += json.boolean ? "true" : "false";
      break;
    case ast::Json::Kind::Number:
      out += json.text;
      break;
    case ast::Json::Kind::String:
    case ast::Json::Kind::Word:
      language::append_json_string(out, json.text);
      break;
    case ast::Json::Kind::Array:
      out += '[';
      for (const ast::Json& element : json.elements) {
        if (&element != json.elements.data()) out += ", ";
        write(out, element);
      }
      out += ']';
      break;
    case ast::Json::Kind::Object:
      out += '{';
      for (const ast::Json::Member& member : json.members) {
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

std::string json_text(const ast::Json& json) {
  std::string out;
  write(out, json);
  return out;
}

}  // namespace seedc::format
