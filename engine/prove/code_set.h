// Sets of characters of texts: Unicode's code points without surrogates, which UTF-8 does not have.
#pragma once

#include <vector>

#include "compiler/pattern/class_ranges.h"

namespace seedc::prove {

/// Immutable. Two sets are equal if they have the same characters.
class CodeSet {
 public:
  CodeSet() = default;
  /// Of ranges in any order, which may overlap.
  explicit CodeSet(pattern::Ranges ranges);

  static const CodeSet& all();
  CodeSet complement() const;
  /// Sorted, apart from each other.
  const pattern::Ranges& ranges() const { return ranges_; }
  bool contains(char32_t code) const;

  friend CodeSet operator|(const CodeSet& a, const CodeSet& b);
  friend bool operator<(const CodeSet& a, const CodeSet& b);

 private:
  pattern::Ranges ranges_;
};

/// The letters, numbers and the underline that `\w` stands for, and the digits of `\d`.
const CodeSet& word_characters();
const CodeSet& digit_characters();
const CodeSet& ascii_word_characters();

/// The characters that a Literal, AnyCharacter or CharacterSet matches, under its flags.
CodeSet characters_of(const pattern::Node& node);

}  // namespace seedc::prove
