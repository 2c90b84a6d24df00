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

/// The letters and figures of a name, in lower case, word by word: `good`, `for`, `kids` of
/// `good_for_kids` and `GoodForKids`.
std::vector<std::string> words_of(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = fold(name[i]);
    const bool is_part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool begins = i > 0 && is_upper(name[i]) && !is_upper(name[i - 1]);
    if ((!is_part || begins) && !words.back().empty()) words.emplace_back();
    if (is_part) words.back() += c;
  }
  return words;
}

bool negates(std::string_view word) { return word == "no" || word == "not" || word == "non"; }

/// Whether a word makes another thing of a name, so that the name without it is not what was meant.
bool turns_meaning(std::string_view word) {
  constexpr std::string_view kWords[] = {"never",  "without", "bad",   "good",  "open",
                                         "closed", "max",     "min",   "most",  "least",
                                         "at",     "before",  "after", "above", "below"};
  return negates(word) || std::ranges::find(kWords, word) != std::end(kWords);
}

/// Whether one is the other with a slip, or they say the same: `least` and `leats`, `not` and `no`.
bool is_same_word(std::string_view a, std::string_view b) {
  constexpr std::size_t kShort = 3;  // of shorter ones a slip is another word
  return a == b || (negates(a) && negates(b)) ||
         (std::min(a.size(), b.size()) >= kShort && edit_distance(a, b) <= 1);
}

/// Whether one of the words has no equal among the others and is a negation, of all of them or, by
/// its beginning, of one of them; with `turns`, whatever turns the meaning.
bool has_negation_beyond(const std::vector<std::string>& words,
                         const std::vector<std::string>& others, bool turns) {
  constexpr std::string_view kPrefixes[] = {"un", "non", "in", "dis", "no", "not"};
  return std::ranges::any_of(words, [&](std::string_view word) {
    if (std::ranges::find(others, word) != others.end()) return false;
    const auto is_it = [&](std::string_view other) { return is_same_word(word, other); };
    const auto negates_another = [&](std::string_view prefix) {
      return word.size() > prefix.size() && word.starts_with(prefix) &&
             std::ranges::find(others, word.substr(prefix.size())) != others.end();
    };
    return std::ranges::any_of(kPrefixes, negates_another) ||
           ((turns ? turns_meaning(word) : negates(word)) && std::ranges::none_of(others, is_it));
  });
}

/// Whether one name negates the other, or lacks what turns the meaning of what was written:
/// `wifi_free` for `wifi_not_free` or `wifi_unfree`, `min_matches` for `max_matches`.
bool is_opposite(std::string_view written, std::string_view name) {
  const std::vector<std::string> words = words_of(written), its = words_of(name);
  return has_negation_beyond(words, its, /*turns=*/true) ||
         has_negation_beyond(its, words, /*turns=*/false);
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
