// Edit distances between a misspelt name and those that exist: the one "did you mean".
#include "runtime/base/nearest.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace seedc::base {
namespace {

/// Nobody misspells a longer word, and the comparison takes quadratic time.
constexpr std::size_t kLongestWord = 100;

char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool same(char a, char b) { return fold(a) == fold(b); }

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
/// ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + !same(a[i - 1], b[j - 1])});
      const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::size_t length_difference(std::string_view a, std::string_view b) {
  return std::max(a.size(), b.size()) - std::min(a.size(), b.size());
}

/// The letters and figures of a name, in lower case, word by word.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const bool is_part = (fold(c) >= 'a' && fold(c) <= 'z') || (c >= '0' && c <= '9');
    if (is_part)
      words.back() += fold(c);
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

/// Whether a word makes another thing of a name: who wrote it did not mean the name without it.
bool turns_meaning(std::string_view word) {
  constexpr std::string_view kWords[] = {"not",   "no",   "non",    "never", "without", "bad",
                                         "good",  "open", "closed", "max",   "min",     "most",
                                         "least", "at",   "before", "after", "above",   "below"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

/// Whether one is the other with a slip, or they say the same: `least` and `leats`, `not` and `no`.
bool is_same_word(std::string_view a, std::string_view b) {
  constexpr std::size_t kShort = 3;  // of shorter ones a slip is another word
  const auto negates = [](std::string_view word) {
    return word == "no" || word == "not" || word == "non";
  };
  return a == b || (negates(a) && negates(b)) ||
         (std::min(a.size(), b.size()) >= kShort && edit_distance(a, b) <= 1);
}

/// Whether the name lacks what turns the meaning of what was written: `wifi_free` for
/// `wifi_not_free` or `wifi_unfree`, `min_matches` for `max_matches`.
bool is_opposite(std::string_view written, std::string_view name) {
  constexpr std::string_view kPrefixes[] = {"un", "non", "in", "dis"};
  const std::vector<std::string> its = words_of(name);
  const auto has = [&](std::string_view word) {
    return std::ranges::any_of(its, [&](std::string_view own) { return is_same_word(word, own); });
  };
  return std::ranges::any_of(words_of(written), [&](std::string_view word) {
    const auto is_negated = [&](std::string_view prefix) {
      return word.size() > prefix.size() && word.starts_with(prefix) &&
             std::ranges::find(its, word.substr(prefix.size())) != its.end();
    };
    return !has(word) && (turns_meaning(word) || std::ranges::any_of(kPrefixes, is_negated));
  });
}

}  // namespace

std::vector<std::string> nearest_few(std::string_view word, std::span<const std::string> candidates,
                                     std::size_t most) {
  if (word.size() > kLongestWord || most == 0) return {};
  std::size_t bound = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::vector<std::pair<std::size_t, const std::string*>> best;  // nearest first
  for (const std::string& candidate : candidates) {
    if (length_difference(word, candidate) >= bound) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= bound || distance >= word.size() || is_opposite(word, candidate)) continue;
    const auto place = std::upper_bound(best.begin(), best.end(), distance,
                                        [](std::size_t d, const auto& b) { return d < b.first; });
    best.emplace(place, distance, &candidate);
    if (best.size() > most) best.pop_back();
    if (best.size() == most) bound = best.back().first;
  }
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : best) names.push_back(*candidate);
  return names;
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::vector<std::string> best = nearest_few(word, candidates, 1);
  return best.empty() ? std::string() : best.front();
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string otherwise) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? std::move(otherwise) : "did you mean `" + near + "`?";
}

Error not_found(std::string_view noun, std::string_view word,
                std::span<const std::string> candidates, std::string otherwise) {
  return error<ErrorCode::NotFound>(noun, word)
      .with_help(did_you_mean(word, candidates, std::move(otherwise)));
}

}  // namespace seedc::base
