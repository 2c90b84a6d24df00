// Collects samples, which are exact within ASCII. Single characters beyond it have none: two of
// them are rarely the same.
#include "compiler/pattern/sample_characters.h"

#include <algorithm>
#include <variant>

#include "compiler/pattern/class_ranges.h"

namespace seedc::pattern {
namespace {

enum Beyond : std::size_t {
  kDigitsBeyond = kAsciiSamples,
  kLettersBeyond,
  kSpacesBeyond,
  kOthersBeyond
};

Samples ascii_samples(const Ranges& ranges) {
  Samples samples;
  for (const CodeRange range : ranges) {
    for (char32_t code = range.first; code <= range.last && code < kAsciiSamples; ++code)
      samples.set(code);
  }
  return samples;
}

/// Of `\d`, `\s` and `\w`, and of their opposites.
Samples class_samples(ClassLetter letter, bool is_ascii) {
  const auto with = [&](const Ranges& ranges, std::initializer_list<Beyond> beyond) {
    Samples samples = ascii_samples(ranges);
    for (const Beyond each : beyond) samples.set(each, !is_ascii);
    return samples;
  };
  switch (letter) {
    case ClassLetter::Digit:
      return with(kAsciiDigits, {kDigitsBeyond});
    case ClassLetter::NotDigit:
      return ~class_samples(ClassLetter::Digit, is_ascii);
    case ClassLetter::Space:
      return with(is_ascii ? kAsciiSpaces : kSpaces, {kSpacesBeyond});
    case ClassLetter::NotSpace:
      return ~(class_samples(ClassLetter::Space, is_ascii) | ascii_samples(kSpacesOfBoth));
    case ClassLetter::Word:
      return with(kAsciiWord, {kDigitsBeyond, kLettersBeyond});
    case ClassLetter::NotWord:
      return ~class_samples(ClassLetter::Word, is_ascii);
  }
  return {};
}

void add_other_cases(Samples& samples) {
  for (char32_t upper = 'A'; upper <= 'Z'; ++upper) {
    const char32_t lower = upper - 'A' + 'a';
    const bool has_either = samples[upper] || samples[lower];
    samples.set(upper, has_either).set(lower, has_either);
  }
}

/// A range beyond ASCII may hold all of a sample's characters: its opposite then has none of them.
bool is_wide(CodeRange range) { return range.last >= kAsciiSamples && range.first != range.last; }

void remove_beyond(Samples& samples) {
  for (std::size_t i = kAsciiSamples; i < samples.size(); ++i) samples.reset(i);
}

Samples set_samples(const CharacterSet& set, Flags flags) {
  Samples samples = ascii_samples(set.ranges);
  for (const ClassLetter letter : set.classes) samples |= class_samples(letter, flags.ascii);
  if (flags.ignore_case) add_other_cases(samples);
  if (!set.negated) return samples;
  samples.flip();
  if (std::ranges::any_of(set.ranges, is_wide)) remove_beyond(samples);
  return samples;
}

}  // namespace

Samples samples_of(const Node& node) {
  if (const auto* set = std::get_if<CharacterSet>(&node.what)) return set_samples(*set, node.flags);
  if (const auto* literal = std::get_if<Literal>(&node.what))
    return set_samples({.ranges = {{literal->code, literal->code}}}, node.flags);
  if (!std::holds_alternative<AnyCharacter>(node.what)) return {};
  Samples all = ~Samples();
  return node.flags.dot_all ? all : all.reset('\n');
}

}  // namespace seedc::pattern
