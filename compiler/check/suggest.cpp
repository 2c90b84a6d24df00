// Finds the nearest candidate to a misspelled name and attaches it to the diagnostic.
#include "compiler/check/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runtime/base/nearest.h"
#include "runtime/language/decimal.h"
#include "runtime/language/text.h"

namespace seedc::check {

void suggest(const diag::Diagnostics& diagnostics, diag::Diagnostic& report, std::string_view word,
             std::span<const std::string> candidates, std::string_view otherwise) {
  const std::string near =
      diagnostics.is_worth_a_suggestion() ? base::nearest(word, candidates) : std::string();
  if (near.empty()) {
    report.help = otherwise;
    return;
  }
  report.help = fmt::format("did you mean `{}`?", near);
  report.fix = diag::FixIt{report.span, near};
}

void suggest_string(const diag::Diagnostics& diagnostics, diag::Diagnostic& report,
                    std::string_view word, std::span<const std::string> candidates,
                    std::string_view otherwise) {
  suggest(diagnostics, report, word, candidates, otherwise);
  const bool is_bare = report.span.end - report.span.begin == word.size();
  if (report.fix && !is_bare) report.fix->replacement = language::to_json(report.fix->replacement);
}

void suggest_value(const diag::Diagnostics& diagnostics, diag::Diagnostic& report,
                   std::string_view word, std::span<const std::string> values,
                   std::string (*quoted)(std::string_view)) {
  suggest(diagnostics, report, word, values, listed("its values are", values));
  if (!report.fix) return;
  report.fix->is_safe = language::lower(report.fix->replacement) == language::lower(word);
  report.fix->replacement = quoted(report.fix->replacement);
}

std::string json_string_of(std::string_view text) { return language::to_json(std::string(text)); }

std::string listed(std::string_view what, std::span<const std::string> names) {
  constexpr std::size_t kMost = 20;
  const auto first = names.first(std::min(names.size(), kMost));
  std::string text = fmt::format("{} {}", what, fmt::join(first, ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

std::optional<std::string> number_spelt_by(std::string_view text) {
  const auto number = language::parse_decimal(text);
  if (!number) return std::nullopt;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view figures = text.substr(text.front() == '-' ? 1 : 0);
  const bool has_needless_zero = figures.size() > 1 && figures[0] == '0' && figures[1] != '.';
  const bool is_written = !figures.empty() && is_digit(figures.front()) &&
                          is_digit(figures.back()) && !has_needless_zero &&
                          figures.find_first_not_of(".0123456789") == std::string::npos;
  return is_written ? std::string(text) : fmt::format("{}", *number);
}

void suggest_unquoted(diag::Diagnostic& report, source::Span place, const language::Value& value) {
  const auto* text = value.as<std::string>();
  const auto number = text == nullptr ? std::nullopt : number_spelt_by(*text);
  if (!number) return;
  const bool is_written = *number == *text;
  report.help =
      (is_written ? "write the number without quotes: " : "write the number as ") + *number;
  report.fix = diag::FixIt{place, *number, /*is_safe=*/is_written};
}

}  // namespace seedc::check
