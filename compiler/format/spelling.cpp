// Chooses quotes and escapes for the canonical form of the shorthand.
#include "compiler/format/spelling.h"

#include <algorithm>

#include "compiler/parse/parse.h"
#include "runtime/language/json_string.h"
#include "runtime/language/value.h"

namespace seedc::format {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Whether `'…'` can contain the text without an escape.
bool is_raw(std::string_view text) {
  const bool has_control = std::any_of(text.begin(), text.end(),
                                       [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  return !has_control && !has(text, "'") && !has(text, "\\\\") && !text.ends_with('\\');
}

std::string raw(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

std::string string(std::string_view text) {
  const bool needs_escapes = has(text, "\\") || has(text, "\"");
  return needs_escapes && is_raw(text) ? raw(text) : language::json_string(text);
}

std::string hop_string(std::string_view text) {
  return is_raw(text) ? raw(text) : language::json_string(text);
}

std::string name(std::string_view text) {
  return parse::word_kind(text) == parse::WordKind::Name ? std::string(text) : string(text);
}

std::string name_or_number(std::string_view text) {
  return parse::word_kind(text) == parse::WordKind::Number ? std::string(text) : name(text);
}

std::string key(std::string_view text) {
  const parse::WordKind kind = parse::word_kind(text);
  const bool is_bare = kind != parse::WordKind::None && kind != parse::WordKind::Number;
  return is_bare ? std::string(text) : string(text);
}

bool begins_path(std::string_view key) {
  const parse::WordKind kind = parse::word_kind(key);
  return kind == parse::WordKind::Name || kind == parse::WordKind::Keyword;
}

}  // namespace seedc::format
