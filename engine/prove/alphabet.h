// The characters of texts, divided into classes that some automata cannot tell apart: letters in
// both cases, digits, everything that no pattern names. A search tries one character per class.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/prove/automaton.h"

namespace seedc::prove {

/// The characters next to a position, as far as conditions of patterns look at them.
using Surroundings = std::uint8_t;
constexpr Surroundings kNoCharacter = 1;
constexpr Surroundings kLineFeed = 2;
constexpr Surroundings kWordCharacter = 4;
constexpr Surroundings kAsciiWordCharacter = 8;

class Alphabet {
 public:
  /// The automata outlive this.
  explicit Alphabet(const std::vector<const Automaton*>& automata);

  std::size_t size() const { return classes_.size(); }
  /// A character of the class: the plainest.
  char32_t character(std::size_t number) const { return classes_[number].character; }
  Surroundings surroundings(std::size_t number) const { return classes_[number].surroundings; }
  /// Whether a state that takes characters takes those of the class.
  bool takes(const Automaton::State& state, std::size_t number) const {
    return classes_[number].sets[numbers_.at(&state)];
  }

 private:
  struct Class {
    std::vector<bool> sets;  ///< by number, whether its characters are in the set
    char32_t character = 0;
    Surroundings surroundings = 0;
  };
  void number_sets(const std::vector<const Automaton*>& automata);
  void divide();

  std::vector<const CodeSet*> sets_;
  std::map<const Automaton::State*, std::size_t> numbers_;
  std::vector<Class> classes_;
};

}  // namespace seedc::prove
