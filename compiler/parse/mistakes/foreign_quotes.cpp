// Replaces the quotes of other notations.
#include "compiler/parse/mistakes/foreign_quotes.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace seedc::parse {
namespace {

/// The closing quote for an opening one; empty if it is not a quote.
std::string_view closing_quote(std::string_view text) {
  if (text.starts_with("“") || text.starts_with("”")) return "”";
  if (text.starts_with("‘") || text.starts_with("’")) return "’";
  return "";
}

/// Whether a Python string may end here: what follows goes on with the object or list.
bool ends_a_string(std::string_view rest) {
  const std::size_t next = rest.find_first_not_of(" \t\r");
  return next == std::string_view::npos ||
         std::string_view(",:]}\n").find(rest[next]) != std::string_view::npos;
}

/// How long the string of Python at the beginning of `text` is, which it adds to `json`; 0 if it
/// does not end on its line, or has an escape that JSON does not have.
std::size_t take_string(std::string_view text, std::string& json) {
  std::string content;
  for (std::size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (c == '\'' && ends_a_string(text.substr(i + 1))) {
      json += '"' + content + '"';
      return i + 1;
    }
    if (c == '\t' || c == '\r') return 0;
    if (c == '"') {
      content += "\\\"";
    } else if (c == '\\' && next == '\'') {
      content += text[++i];
    } else if (c == '\\') {
      if (std::string_view("\"\\/bfnrtu").find(next) == std::string_view::npos) return 0;
      content.append(text.substr(i++, 2));
    } else {
      content += c;
    }
  }
  return 0;
}

/// A string of JSON or a comment, which stay as they are; 0 if there is neither, or no end.
std::size_t length_as_is(std::string_view text) {
  if (text.starts_with('#') || text.starts_with("//"))
    return std::min(text.find('\n'), text.size());
  if (!text.starts_with('"')) return 0;
  for (std::size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return 0;
}

}  // namespace

std::optional<diag::FixIt> in_double_quotes(std::string_view text, source::FileId file,
                                            std::size_t begin) {
  std::string_view line = text.substr(begin);
  line = line.substr(0, line.find('\n'));
  const std::string_view quote = closing_quote(line);
  if (quote.empty()) return std::nullopt;
  const std::size_t end = line.find(quote, quote.size());
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view content = line.substr(quote.size(), end - quote.size());
  if (content.find_first_of("\"\\'\t\r") != std::string_view::npos) return std::nullopt;
  const auto first = static_cast<std::uint32_t>(begin);
  const auto last = static_cast<std::uint32_t>(begin + end + quote.size());
  return diag::FixIt{{file, first, last}, '"' + std::string(content) + '"', /*is_safe=*/true};
}

std::optional<diag::FixIt> in_double_quotes_from(std::string_view text, source::FileId file,
                                                 std::size_t begin) {
  std::string json;
  std::size_t end = begin, json_end = 0;  // behind the last string that was rewritten
  for (std::size_t i = begin; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const bool is_python = rest.front() == '\'';
    std::size_t length = is_python ? take_string(rest, json) : length_as_is(rest);
    const bool has_no_end = length == 0 && (is_python || rest.front() == '"');
    if (has_no_end) break;
    if (!is_python) {
      length = std::max<std::size_t>(length, 1);
      json.append(rest.substr(0, length));
    }
    i += length;
    if (is_python) end = i, json_end = json.size();
  }
  if (json_end == 0) return std::nullopt;
  const source::Span span{file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  return diag::FixIt{span, json.substr(0, json_end), /*is_safe=*/true};
}

}  // namespace seedc::parse
