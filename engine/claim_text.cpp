// Divides claims at their words, which are looked for outside of quotes and brackets.
#include "engine/claim_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace seedc::engine {
namespace {

using prove::ClaimKind;

struct ClaimWord {
  std::string_view word;
  ClaimKind kind;
  bool is_between;  ///< stands between two parts, and not before one
};

constexpr std::array kClaimWords = {ClaimWord{"never", ClaimKind::Never, false},
                                    ClaimWord{"always", ClaimKind::Always, false},
                                    ClaimWord{"decided", ClaimKind::Decided, false},
                                    ClaimWord{"implies", ClaimKind::Implies, true},
                                    ClaimWord{"same", ClaimKind::Same, true},
                                    ClaimWord{"disjoint", ClaimKind::Disjoint, true}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// A word with blanks, or an end, on both sides.
bool is_word_at(std::string_view text, std::size_t at, std::string_view word) {
  const auto is_blank = [&](std::size_t i) { return text[i] == ' ' || text[i] == '\t'; };
  return text.substr(at).starts_with(word) && (at == 0 || is_blank(at - 1)) &&
         (at + word.size() == text.size() || is_blank(at + word.size()));
}

/// Moves over a string in quotes, or a single character; counts brackets.
std::size_t after(std::string_view text, std::size_t at, int& depth) {
  const char first = text[at];
  if (std::string_view("([{").find(first) != std::string_view::npos) ++depth;
  if (std::string_view(")]}").find(first) != std::string_view::npos) --depth;
  if (first != '"' && first != '\'') return at + 1;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') ++i;
    if (i < text.size() && text[i] == first) return i + 1;
  }
  return text.size();
}

std::optional<ClaimText> divided(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); at = after(text, at, depth)) {
    for (const ClaimWord& each : kClaimWords) {
      if (depth != 0 || !is_word_at(text, at, each.word)) continue;
      const std::string_view left = trimmed(text.substr(0, at));
      const std::string_view rest = trimmed(text.substr(at + each.word.size()));
      if (rest.empty() || left.empty() == each.is_between) return std::nullopt;
      return each.is_between ? ClaimText{each.kind, left, rest} : ClaimText{each.kind, rest, {}};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string claim_words() {
  return "`never F`, `always F`, `decided F`, `F implies G`, `F same G` or `F disjoint G`";
}

base::Result<ClaimText> parse_claim(std::string_view text) {
  const std::string_view line = trimmed(text);
  if (line.find('\n') == std::string_view::npos) {
    if (const auto claim = divided(line)) return *claim;
  }
  return base::fail_with_help<base::ErrorCode::NotFound>(
      "write " + claim_words() +
          ", F and G being request ids or conditions in the shorthand, on one line",
      "claim in", line);
}

}  // namespace seedc::engine
