// Reads Yelp's attribute strings, and values at paths.
#include "runtime/language/reading.h"

#include "runtime/language/python_literal.h"
#include "runtime/language/text.h"

namespace seedc::language {
namespace {

/// The text between the quotes of `'…'`, `"…"`, `u'…'` or `u"…"`.
std::optional<std::string_view> between_quotes(std::string_view text) {
  if (text.starts_with('u')) text.remove_prefix(1);
  const bool is_quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                         text.back() == text.front();
  if (!is_quoted) return std::nullopt;
  return text.substr(1, text.size() - 2);
}

bool is_literal(std::string_view text) { return text.starts_with('{') || text.starts_with('['); }

Value read_if_string(const Value& value) {
  const auto* text = value.as<std::string>();
  return text != nullptr ? read(*text) : value;
}

}  // namespace

bool is_none(std::string_view text) { return text.size() == 4 && lower(text) == "none"; }

Value read(std::string_view text) {
  if (text == "True") return true;
  if (text == "False") return false;
  if (is_none(text)) return {};
  if (const auto inner = between_quotes(text)) return std::string(*inner);
  if (is_literal(text)) {
    if (std::optional<Value> value = parse_python_literal(text)) return *std::move(value);
  }
  return std::string(text);
}

bool is_read_as_itself(std::string_view text) {
  if (text.empty()) return false;
  switch (text.front()) {
    case 'T':
    case 'F':
    case 'n':
    case 'N':
    case 'u':
    case '\'':
    case '"':
    case '{':
    case '[':
      return false;
    default:
      return true;
  }
}

Value value_at(const Value& root, const Path& path) {
  if (path.empty()) return {};
  Value owner;  // owns `value` once a string has been read
  const Value* value = &root;
  for (const std::string& key : path) {
    if (const auto* text = value->as<std::string>()) {
      owner = read(*text);
      value = &owner;
    }
    const auto* dict = value->as<Dict>();
    value = dict != nullptr ? find(*dict, key) : nullptr;
    if (value == nullptr) return {};
  }
  return read_if_string(*value);
}

}  // namespace seedc::language
