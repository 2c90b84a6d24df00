// Replaces the quotes of other notations.
#include "compiler/parse/mistakes/foreign_quotes.h"

#include <cstdint>
#include <string>

namespace seedc::parse {
namespace {

/// The closing quote for an opening one; empty if it is not a quote.
std::string_view closing_quote(std::string_view text) {
  if (text.starts_with("“") || text.starts_with("”")) return "”";
  if (text.starts_with("‘") || text.starts_with("’")) return "’";
  return text.starts_with('\'') ? "'" : "";
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

}  // namespace seedc::parse
