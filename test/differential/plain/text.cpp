// Lower case by ICU, str() by hand.
#include "test/differential/plain/text.h"

#include <fmt/format.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdlib>

namespace seedc::plain {
namespace {

/// To Python 3.11, what Unicode 14 does not have is unassigned.
bool is_printable(UChar32 c) {
  if (c == ' ') return true;
  UVersionInfo age;
  u_charAge(c, age);
  if (age[0] > 14) return false;
  switch (u_charType(c)) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
    case U_SPACE_SEPARATOR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
      return false;
    default:
      return true;
  }
}

std::string escaped(UChar32 c, char quote) {
  const auto code = static_cast<std::uint32_t>(c);
  if (c == '\\' || c == quote) return fmt::format("\\{}", static_cast<char>(c));
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  if (is_printable(c)) {
    std::string utf8;
    return icu::UnicodeString(c).toUTF8String(utf8);
  }
  if (code <= 0xff) return fmt::format("\\x{:02x}", code);
  if (code <= 0xffff) return fmt::format("\\u{:04x}", code);
  return fmt::format("\\U{:08x}", code);
}

/// A string inside a dict or list.
std::string quoted(const std::string& string) {
  const bool takes_double = string.find('\'') != string.npos && string.find('"') == string.npos;
  const char quote = takes_double ? '"' : '\'';
  const auto unicode = icu::UnicodeString::fromUTF8(string);
  std::string out(1, quote);
  for (int i = 0; i < unicode.length(); i = unicode.moveIndex32(i, 1)) {
    out += escaped(unicode.char32At(i), quote);
  }
  return out + quote;
}

std::string inside(const Json& value) {
  return value.is_string() ? quoted(value.get<std::string>()) : str(value);
}

/// `d.ddde±XX` with the fewest digits that read back equal.
std::string shortest_scientific(double value) {
  std::string out;
  for (int precision = 0; precision <= 17; ++precision) {
    out = fmt::format("{:.{}e}", value, precision);
    if (std::strtod(out.c_str(), nullptr) == value) break;
  }
  return out;
}

/// A real: with an exponent below 1e-4 and from 1e16, else as a plain decimal with a point.
std::string str_of_real(double value) {
  const std::string scientific = shortest_scientific(value);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  if (value != 0 && (exponent < -4 || exponent >= 16)) return scientific;
  const auto digits = static_cast<int>(scientific.find('e')) - (value < 0 ? 1 : 0);
  const int decimals = std::max(1, digits - (digits > 1 ? 2 : 1) - exponent);
  return fmt::format("{:.{}f}", value, decimals);
}

std::string str_of_list(const Json& list) {
  std::string out;
  for (const Json& entry : list) out += (out.empty() ? "" : ", ") + inside(entry);
  return "[" + out + "]";
}

std::string str_of_dict(const Json& dict) {
  std::string out;
  for (const auto& [key, value] : dict.items()) {
    out += (out.empty() ? "" : ", ") + quoted(key) + ": " + inside(value);
  }
  return "{" + out + "}";
}

}  // namespace

std::string lower(const std::string& text) {
  std::string out;
  return icu::UnicodeString::fromUTF8(text).toLower(icu::Locale::getRoot()).toUTF8String(out);
}

std::string str(const Json& value) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_string()) return value.get<std::string>();
  if (is_real(value)) return str_of_real(value.get<double>());
  if (value.is_number()) return value.dump();
  return value.is_array() ? str_of_list(value) : str_of_dict(value);
}

std::string text(const Json& value) { return lower(str(value)); }

bool equal_without_case(const std::string& a, const std::string& b) { return lower(a) == lower(b); }

}  // namespace seedc::plain
