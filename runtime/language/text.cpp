// Implements lower case and Python's str(), with Unicode data from ICU.
#include "runtime/language/text.h"

#include <fmt/format.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <memory>

#include "runtime/base/unicode_version.h"

namespace seedc::language {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

char lower_ascii(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The locale-independent case mapping. Immutable once open, so threads share it.
const UCaseMap* root_case_map() {
  static const std::unique_ptr<UCaseMap, decltype(&ucasemap_close)> map = [] {
    UErrorCode status = U_ZERO_ERROR;
    return std::unique_ptr<UCaseMap, decltype(&ucasemap_close)>(ucasemap_open("", 0, &status),
                                                                &ucasemap_close);
  }();
  return map.get();
}

std::string lower_unicode(std::string_view text) {
  std::string out(text.size() + 16, '\0');
  while (true) {
    UErrorCode status = U_ZERO_ERROR;
    const auto size =
        ucasemap_utf8ToLower(root_case_map(), out.data(), static_cast<std::int32_t>(out.size()),
                             text.data(), static_cast<std::int32_t>(text.size()), &status);
    const bool fits = static_cast<std::size_t>(size) <= out.size();
    out.resize(static_cast<std::size_t>(size));
    if (fits) return out;
  }
}

/// As in the str.isprintable() of Python 3.11.
bool is_printable(UChar32 code_point) {
  constexpr std::uint32_t kUnprintable = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CO_MASK |
                                         U_GC_CN_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK | U_GC_ZS_MASK;
  if (code_point == ' ') return true;
  if ((U_GET_GC_MASK(code_point) & kUnprintable) != 0) return false;
  return base::unicode_version_of(code_point) <= base::kUnicodeVersion;
}

void append_escaped(std::string& out, UChar32 code_point) {
  const auto sink = std::back_inserter(out);
  switch (code_point) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto number = static_cast<std::uint32_t>(code_point);
  if (number <= 0xFF) {
    fmt::format_to(sink, "\\x{:02x}", number);
  } else if (number <= 0xFFFF) {
    fmt::format_to(sink, "\\u{:04x}", number);
  } else {
    fmt::format_to(sink, "\\U{:08x}", number);
  }
}

/// Python's repr() of a string.
void append_repr(std::string& out, std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    UChar32 code_point = 0;
    U8_NEXT_OR_FFFD(text.data(), at, text.size(), code_point);
    if (code_point == quote || code_point == '\\') out += '\\';
    if (is_printable(code_point)) {
      out += text.substr(start, at - start);
    } else {
      append_escaped(out, code_point);
    }
  }
  out += quote;
}

/// Python's repr() of values; str() differs from it for strings only.
struct ReprWriter {
  std::string& out;

  void operator()(std::monostate) { out += "None"; }
  void operator()(bool value) { out += value ? "True" : "False"; }
  void operator()(std::int64_t value) { fmt::format_to(std::back_inserter(out), "{}", value); }
  void operator()(double value) { out += shortest(value); }
  void operator()(const std::string& value) { append_repr(out, value); }
  void operator()(const List& list) {
    out += '[';
    for (const Value& entry : list) {
      if (&entry != list.data()) out += ", ";
      std::visit(*this, entry.data);
    }
    out += ']';
  }
  void operator()(const Dict& dict) {
    out += '{';
    for (const auto& entry : dict) {
      if (&entry != dict.data()) out += ", ";
      append_repr(out, entry.first);
      out += ": ";
      std::visit(*this, entry.second.data);
    }
    out += '}';
  }
};

}  // namespace

std::string lower(std::string_view text) {
  if (!is_ascii(text)) return lower_unicode(text);
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower_ascii);
  return out;
}

std::string python_str(const Value& value) {
  if (const auto* text = value.as<std::string>()) return *text;
  std::string out;
  std::visit(ReprWriter{out}, value.data);
  return out;
}

std::string text_of(const Value& value) { return lower(python_str(value)); }

}  // namespace seedc::language
