// Divides the characters at the ends of all ranges, and joins the parts that are in the same sets.
#include "engine/prove/alphabet.h"

#include <algorithm>

namespace seedc::prove {
namespace {

/// How plain a character looks in a text: less is plainer.
int plainness(char32_t code) {
  if (code >= 'a' && code <= 'z') return 0;
  if (code == ' ') return 1;
  if (code >= '0' && code <= '9') return 2;
  if (code > ' ' && code < 0x7f) return 3;
  if (code == '\n') return 4;
  return code < 0xa0 ? 6 : 5;
}

/// The plainest character of a range.
char32_t plainest(char32_t first, char32_t last) {
  char32_t best = first;
  for (const char32_t code : {U'a', U' ', U'0', U'!', U'\n', U'\u00a1'}) {
    const char32_t candidate = std::clamp(code, first, last);
    if (plainness(candidate) < plainness(best)) best = candidate;
  }
  return best;
}

struct LessBySet {
  bool operator()(const CodeSet* a, const CodeSet* b) const { return *a < *b; }
};

Surroundings surroundings_of(char32_t code) {
  Surroundings around = 0;
  if (code == '\n') around |= kLineFeed;
  if (word_characters().contains(code)) around |= kWordCharacter;
  if (ascii_word_characters().contains(code)) around |= kAsciiWordCharacter;
  return around;
}

const CodeSet& line_feed() {
  static const CodeSet kSet({{'\n', '\n'}});
  return kSet;
}

}  // namespace

Alphabet::Alphabet(const std::vector<const Automaton*>& automata) {
  number_sets(automata);
  divide();
}

/// Gives equal sets one number. What conditions look at are sets as well.
void Alphabet::number_sets(const std::vector<const Automaton*>& automata) {
  std::map<const CodeSet*, std::size_t, LessBySet> known;
  const auto number_of = [&](const CodeSet& set) {
    const auto [entry, is_new] = known.emplace(&set, sets_.size());
    if (is_new) sets_.push_back(&set);
    return entry->second;
  };
  for (const Automaton* automaton : automata) {
    for (const Automaton::State& state : automaton->states) {
      if (state.kind == Automaton::Kind::Characters) numbers_.emplace(&state, number_of(state.set));
      if (state.kind != Automaton::Kind::Condition) continue;
      number_of(line_feed());
      number_of(state.flags.ascii ? ascii_word_characters() : word_characters());
    }
  }
}

void Alphabet::divide() {
  std::vector<char32_t> starts;
  for (const pattern::CodeRange& range : CodeSet::all().ranges()) {
    starts.push_back(range.first);
    starts.push_back(range.last + 1);
  }
  for (const CodeSet* set : sets_) {
    for (const pattern::CodeRange& range : set->ranges()) {
      starts.push_back(range.first);
      starts.push_back(range.last + 1);
    }
  }
  std::ranges::sort(starts);
  starts.erase(std::ranges::unique(starts).begin(), starts.end());
  std::vector<std::vector<bool>> parts(starts.size(), std::vector<bool>(sets_.size()));
  const auto part_at = [&](char32_t code) {
    return static_cast<std::size_t>(std::ranges::lower_bound(starts, code) - starts.begin());
  };
  for (std::size_t number = 0; number < sets_.size(); ++number) {
    for (const pattern::CodeRange& range : sets_[number]->ranges()) {
      for (std::size_t part = part_at(range.first); part < part_at(range.last + 1); ++part)
        parts[part][number] = true;
    }
  }
  std::map<std::vector<bool>, std::size_t> known;
  for (std::size_t part = 0; part + 1 < starts.size(); ++part) {
    if (!CodeSet::all().contains(starts[part])) continue;
    const char32_t character = plainest(starts[part], starts[part + 1] - 1);
    const auto [entry, is_new] = known.emplace(parts[part], classes_.size());
    if (is_new) {
      classes_.push_back({parts[part], character, surroundings_of(character)});
    } else if (plainness(character) < plainness(classes_[entry->second].character)) {
      classes_[entry->second].character = character;
      classes_[entry->second].surroundings = surroundings_of(character);
    }
  }
  std::ranges::stable_sort(classes_, {},
                           [](const Class& each) { return plainness(each.character); });
}

}  // namespace seedc::prove
