// The rules of reading, in the order in which section 2 names them.
#include "test/differential/plain/reading.h"

#include <utility>

#include "test/differential/plain/text.h"

namespace seedc::plain {
namespace {

/// The text between the quotes of `'…'`, `"…"`, `u'…'`, `u"…"`.
std::optional<std::string> between_quotes(const std::string& string) {
  const std::string body = string.starts_with('u') ? string.substr(1) : string;
  if (body.size() < 2 || (body[0] != '\'' && body[0] != '"')) return std::nullopt;
  if (body.back() != body.front()) return std::nullopt;
  return body.substr(1, body.size() - 2);
}

/// The value at the keys from number `depth` on.
Json walk(const Json& value, const Path& path, std::size_t depth) {
  if (depth == path.size()) return value;
  const Json& next = member(value, path[depth]);
  if (next.is_string()) return walk(read(next.get<std::string>()), path, depth + 1);
  return walk(next, path, depth + 1);
}

}  // namespace

Json read(const std::string& string) {
  if (string == "True") return true;
  if (string == "False") return false;
  if (equal_without_case(string, "None")) return nullptr;
  if (const auto inner = between_quotes(string)) return *inner;
  if (string.starts_with('{') || string.starts_with('[')) {
    if (auto literal = read_python_literal(string)) return *std::move(literal);
  }
  return string;
}

Path path_of(const Json& option) {
  if (option.is_string()) return {option.get<std::string>()};
  return option.is_array() ? option.get<Path>() : Path();
}

Json value_at(const Json& root, const Path& path) {
  return path.empty() ? Json() : walk(root, path, 0);
}

}  // namespace seedc::plain
