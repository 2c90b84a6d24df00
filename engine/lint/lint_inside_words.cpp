// Compares where a pattern is found with where a word begins with it.
#include "engine/lint/lint_inside_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lint/lint_run.h"
#include "engine/lint/site_report.h"
#include "engine/report/text.h"
#include "runtime/text/literal_standing.h"

namespace seedc::lint {
namespace {

bool is_letter_or_digit(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
}

std::vector<std::string_view> alternatives(std::string_view pattern) {
  std::vector<std::string_view> all;
  while (true) {
    const std::size_t bar = pattern.find('|');
    all.push_back(pattern.substr(0, bar));
    if (bar == std::string_view::npos) return all;
    pattern.remove_prefix(bar + 1);
  }
}

bool is_words(std::string_view alternative) {
  return !alternative.empty() && is_letter_or_digit(alternative.front()) &&
         std::ranges::all_of(alternative, [](char c) {
           return is_letter_or_digit(c) || c == ' ' || c == '-' || c == '\'';
         });
}

/// The word around the first place of `words` that does not begin one; empty if there is none.
std::string_view word_around(std::string_view text, std::string_view words) {
  const auto same = [](char a, char b) {
    const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(a) == lower(b);
  };
  const auto is_of_word = [&](std::size_t at) {
    return text::standing_beside(text[at]) == text::Standing::No;
  };
  auto found = text.begin();
  while (true) {
    found = std::search(found, text.end(), words.begin(), words.end(), same);
    if (found == text.end()) return {};
    auto begin = static_cast<std::size_t>(found - text.begin());
    std::size_t end = begin + words.size();
    ++found;
    if (begin == 0 || !is_of_word(begin - 1)) continue;
    while (begin > 0 && is_of_word(begin - 1)) --begin;
    while (end < text.size() && is_of_word(end)) ++end;
    return text.substr(begin, end - begin);
  }
}

/// Such a word in the reviews of an item.
std::string_view word_at(const data::Dataset& dataset, std::uint32_t item,
                         std::string_view pattern) {
  for (std::uint32_t review = dataset.review_begin(item); review < dataset.review_begin(item + 1);
       ++review) {
    for (const std::string_view words : alternatives(pattern)) {
      const std::string_view word = word_around(dataset.text(review), words);
      if (!word.empty()) return word;
    }
  }
  return {};
}

}  // namespace

std::optional<language::Pattern> at_word_begin(const language::Pattern& pattern) {
  const auto all = alternatives(pattern.source);
  if (!std::ranges::all_of(all, is_words)) return std::nullopt;
  return language::Pattern{all.size() == 1 ? "\\b" + pattern.source
                                           : "\\b(?:" + pattern.source + ")"};
}

void lint_inside_words(const ConditionSite& site, const language::Pattern& pattern,
                       const LintRun& run, diag::Diagnostics& diagnostics) {
  constexpr std::uint32_t kLeastShare = 10;  // one of so many
  const auto begin = at_word_begin(pattern);
  if (!begin) return;
  const std::vector<std::uint32_t> inside = run.items_of_first_alone(pattern, *begin);
  const std::uint32_t found = run.count(pattern).yes;
  if (inside.empty() || inside.size() * std::uint64_t{kLeastShare} < found) return;
  const SiteReport report(site, diagnostics);
  const std::string_view word = word_at(run.dataset(), inside.front(), pattern.source);
  report
      .add(diag::DiagCode::InsideWords, report.written("pattern"), pattern.source,
           report::counted(found, "item"), inside.size())
      .help = report.with_requests(
      fmt::format("{}the pattern `{}` is found only where a word begins",
                  word.empty() ? "" : fmt::format("as in `{}`; ", word), begin->source));
}

}  // namespace seedc::lint
