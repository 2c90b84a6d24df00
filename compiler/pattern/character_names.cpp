// Looks up names of characters in ICU, corrected where Python's tables differ.
#include "compiler/pattern/character_names.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <string>

#include "runtime/base/unicode_version.h"

namespace seedc::pattern {
namespace {

struct CharacterAlias {
  char32_t code;
  std::string_view name;
};

constexpr CharacterAlias kAliases[] = {
#define CHARACTER_ALIAS(code, name) {code, name},
#include "compiler/pattern/character_aliases.def"
#undef CHARACTER_ALIAS
};

bool is_known(char32_t code) {
  const std::uint8_t version = base::unicode_version_of(static_cast<UChar32>(code));
  return version >= 1 && version <= base::kUnicodeVersion;
}

/// The name in upper case, or std::nullopt if it has a character that no name has.
std::optional<std::string> upper_ascii(std::u32string_view name) {
  std::string upper;
  for (char32_t code : name) {
    if (code < 0x20 || code > 0x7e) return std::nullopt;
    bool is_lower = code >= 'a' && code <= 'z';
    upper += static_cast<char>(is_lower ? code - 'a' + 'A' : code);
  }
  return upper;
}

std::optional<char32_t> icu_lookup(const std::string& name, UCharNameChoice choice) {
  UErrorCode status = U_ZERO_ERROR;
  UChar32 code = u_charFromName(choice, name.c_str(), &status);
  if (U_FAILURE(status) || !is_known(static_cast<char32_t>(code))) return std::nullopt;
  return static_cast<char32_t>(code);
}

std::optional<char32_t> variation_selector(std::string_view name) {
  if (!name.starts_with("VS") || name.size() < 3 || name.size() > 5 || name[2] == '0')
    return std::nullopt;
  char32_t number = 0;
  for (char digit : name.substr(2)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<char32_t>(digit - '0');
  }
  if (number > 256) return std::nullopt;
  return number <= 16 ? 0xFE00 + number - 1 : 0xE0100 + number - 17;
}

std::optional<char32_t> alias_lookup(std::string_view name) {
  auto alias = std::ranges::find(kAliases, name, &CharacterAlias::name);
  if (alias != std::end(kAliases)) return alias->code;
  return variation_selector(name);
}

/// Names composed by rule, which Python accepts in upper case only, or not at all.
bool is_refused_by_python(std::string_view upper, bool is_upper) {
  if (upper.starts_with("TANGUT IDEOGRAPH-")) return true;
  return !is_upper &&
         (upper.starts_with("CJK UNIFIED IDEOGRAPH-") || upper.starts_with("HANGUL SYLLABLE "));
}

bool has_property(char32_t code, UProperty property) {
  return is_known(code) && u_hasBinaryProperty(static_cast<UChar32>(code), property);
}

}  // namespace

std::optional<char32_t> character_named(std::u32string_view name) {
  std::optional<std::string> upper = upper_ascii(name);
  if (!upper) return std::nullopt;
  bool is_upper =
      std::ranges::equal(*upper, name, {}, [](char c) { return static_cast<char32_t>(c); });
  if (is_refused_by_python(*upper, is_upper)) return std::nullopt;
  if (auto code = icu_lookup(*upper, U_UNICODE_CHAR_NAME)) return code;
  if (auto code = icu_lookup(*upper, U_CHAR_NAME_ALIAS)) return code;
  return alias_lookup(*upper);
}

bool is_identifier(std::u32string_view text) {
  if (text.empty()) return false;
  if (text[0] != '_' && !has_property(text[0], UCHAR_XID_START)) return false;
  return std::ranges::all_of(text.substr(1),
                             [](char32_t c) { return has_property(c, UCHAR_XID_CONTINUE); });
}

}  // namespace seedc::pattern
