// Implements sets of characters. Case rules are those of the engine that searches texts: simple
// case folding, the families of compiler/pattern, and nothing but ASCII under `(?a)`.
#include "engine/prove/code_set.h"

#include <unicode/uchar.h>
#include <unicode/uset.h>

#include <algorithm>
#include <memory>
#include <variant>

namespace seedc::prove {
namespace {

using pattern::CharacterSet;
using pattern::ClassLetter;
using pattern::CodeRange;
using pattern::Flags;
using pattern::Ranges;

constexpr CodeRange kSurrogates = {0xd800, 0xdfff};

bool is_before(const CodeRange& a, const CodeRange& b) { return a.first < b.first; }

/// Sorted ranges, joined where they meet.
Ranges joined(Ranges ranges) {
  std::ranges::sort(ranges, is_before);
  Ranges out;
  for (const CodeRange& range : ranges) {
    if (range.first > range.last) continue;
    if (!out.empty() && range.first <= out.back().last + 1) {
      out.back().last = std::max(out.back().last, range.last);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

Ranges gaps(const Ranges& sorted) {
  Ranges out;
  char32_t next = 0;
  for (const CodeRange& range : sorted) {
    if (range.first > next) out.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= pattern::kLastCode) out.push_back({next, pattern::kLastCode});
  return out;
}

/// Without surrogates.
Ranges of_texts(const Ranges& sorted) {
  Ranges out;
  for (const CodeRange& range : sorted) {
    if (range.first < kSurrogates.first)
      out.push_back({range.first, std::min<char32_t>(range.last, kSurrogates.first - 1)});
    if (range.last > kSurrogates.last)
      out.push_back({std::max<char32_t>(range.first, kSurrogates.last + 1), range.last});
  }
  return out;
}

/// The characters of some general categories.
CodeSet of_categories(std::uint32_t mask, Ranges more) {
  struct Found {
    std::uint32_t mask;
    Ranges ranges;
  } found{mask, std::move(more)};
  u_enumCharTypes(
      [](const void* context, UChar32 start, UChar32 limit, UCharCategory category) -> UBool {
        auto& into = *static_cast<Found*>(const_cast<void*>(context));
        if ((into.mask >> category & 1U) != 0)
          into.ranges.push_back({static_cast<char32_t>(start), static_cast<char32_t>(limit - 1)});
        return true;
      },
      &found);
  return CodeSet(std::move(found.ranges));
}

/// The letters of ASCII in a range, in the other case.
void add_ascii_mates(CodeRange range, Ranges& out) {
  constexpr char32_t kCaseBit = 0x20;
  const char32_t first_upper = std::max<char32_t>(range.first, 'A');
  const char32_t last_upper = std::min<char32_t>(range.last, 'Z');
  const char32_t first_lower = std::max<char32_t>(range.first, 'a');
  const char32_t last_lower = std::min<char32_t>(range.last, 'z');
  if (first_upper <= last_upper) out.push_back({first_upper | kCaseBit, last_upper | kCaseBit});
  if (first_lower <= last_lower) out.push_back({first_lower & ~kCaseBit, last_lower & ~kCaseBit});
}

struct FreeUnicodeSet {
  void operator()(USet* set) const { uset_close(set); }
};

char32_t folded(char32_t code) {
  return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(code), U_FOLD_CASE_DEFAULT));
}

/// The characters that are equal to one of a range when case is ignored. ICU's closure has more,
/// those that are equal only as strings (`ß` and `ss`), which are left out.
void add_unicode_mates(CodeRange range, Ranges& out) {
  std::vector<char32_t> folds;
  for (char32_t code = range.first; code <= range.last; ++code) folds.push_back(folded(code));
  std::ranges::sort(folds);
  const std::unique_ptr<USet, FreeUnicodeSet> set(
      uset_open(static_cast<UChar32>(range.first), static_cast<UChar32>(range.last)));
  uset_closeOver(set.get(), USET_CASE_INSENSITIVE);
  for (std::int32_t i = 0; i < uset_getItemCount(set.get()); ++i) {
    UChar32 first = 0, last = 0;
    UErrorCode error = U_ZERO_ERROR;
    if (uset_getItem(set.get(), i, &first, &last, nullptr, 0, &error) != 0) continue;  // a string
    for (UChar32 code = first; code <= last; ++code) {
      if (std::ranges::binary_search(folds, folded(static_cast<char32_t>(code))))
        out.push_back({static_cast<char32_t>(code), static_cast<char32_t>(code)});
    }
  }
}

/// Families of which the range has a member, whole.
void add_families(CodeRange range, Ranges& out) {
  for (const std::u32string_view family : pattern::kCaseFamilies) {
    const bool touches = std::ranges::any_of(family, [&](char32_t code) {
      return code != 'i' && code >= range.first && code <= range.last;
    });
    if (!touches) continue;
    for (const char32_t code : family) {
      out.push_back({code, code});
      if (code == 'i') out.push_back({'I', 'I'});
    }
  }
}

void add_with_mates(CodeRange range, Flags flags, Ranges& out) {
  out.push_back(range);
  if (!flags.ignore_case) return;
  if (flags.ascii) return add_ascii_mates(range, out);
  add_unicode_mates(range, out);
  add_families(range, out);
}

CodeSet ascii_class(ClassLetter letter) {
  switch (letter) {
    case ClassLetter::Digit:
      return CodeSet(pattern::kAsciiDigits);
    case ClassLetter::NotDigit:
      return CodeSet(pattern::kAsciiDigits).complement();
    case ClassLetter::Space:
      return CodeSet(pattern::kAsciiSpaces);
    case ClassLetter::NotSpace:
      return CodeSet(pattern::kAsciiSpaces).complement();
    case ClassLetter::Word:
      return ascii_word_characters();
    case ClassLetter::NotWord:
      return ascii_word_characters().complement();
  }
  return {};
}

CodeSet class_of(ClassLetter letter, Flags flags, bool is_alone) {
  if (flags.ascii) return ascii_class(letter);
  switch (letter) {
    case ClassLetter::Digit:
      return digit_characters();
    case ClassLetter::NotDigit:
      return digit_characters().complement();
    case ClassLetter::Space:
      return CodeSet(pattern::kSpaces);
    case ClassLetter::NotSpace: {
      const CodeSet others = CodeSet(pattern::kSpaces).complement();
      return is_alone ? others : others | CodeSet(pattern::kSpacesOfBoth);
    }
    case ClassLetter::Word:
      return word_characters();
    case ClassLetter::NotWord:
      return word_characters().complement();
  }
  return {};
}

/// Python loses a capital beyond U+FFFF in a set with other members, unless it is in a range.
bool is_lost(const CharacterSet& set, CodeRange range, Flags flags) {
  const auto code = static_cast<UChar32>(range.first);
  const bool is_single = set.ranges.size() == 1 && set.classes.empty();
  return !is_single && flags.ignore_case && !flags.ascii && range.first == range.last &&
         code > 0xffff && u_tolower(code) != code;
}

CodeSet characters_of_set(const CharacterSet& set, Flags flags) {
  Ranges ranges;
  for (const CodeRange& range : set.ranges) {
    if (!is_lost(set, range, flags)) add_with_mates(range, flags, ranges);
  }
  CodeSet all(std::move(ranges));
  const bool is_alone = set.ranges.empty() && set.classes.size() == 1 && !set.negated;
  for (const ClassLetter letter : set.classes) all = all | class_of(letter, flags, is_alone);
  return set.negated ? all.complement() : all;
}

}  // namespace

CodeSet::CodeSet(Ranges ranges) : ranges_(of_texts(joined(std::move(ranges)))) {}

const CodeSet& CodeSet::all() {
  static const CodeSet kAll({{0, pattern::kLastCode}});
  return kAll;
}

CodeSet CodeSet::complement() const { return CodeSet(gaps(ranges_)); }

bool CodeSet::contains(char32_t code) const {
  return std::ranges::any_of(
      ranges_, [&](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

CodeSet operator|(const CodeSet& a, const CodeSet& b) {
  Ranges both = a.ranges_;
  both.insert(both.end(), b.ranges_.begin(), b.ranges_.end());
  return CodeSet(std::move(both));
}

bool operator<(const CodeSet& a, const CodeSet& b) {
  return std::ranges::lexicographical_compare(
      a.ranges_, b.ranges_, [](const CodeRange& left, const CodeRange& right) {
        return std::pair(left.first, left.last) < std::pair(right.first, right.last);
      });
}

const CodeSet& word_characters() {
  static const CodeSet kWord = of_categories(U_GC_L_MASK | U_GC_N_MASK, {{'_', '_'}});
  return kWord;
}

const CodeSet& digit_characters() {
  static const CodeSet kDigits = of_categories(U_GC_ND_MASK, {});
  return kDigits;
}

const CodeSet& ascii_word_characters() {
  static const CodeSet kWord(pattern::kAsciiWord);
  return kWord;
}

CodeSet characters_of(const pattern::Node& node) {
  if (const auto* literal = std::get_if<pattern::Literal>(&node.what))
    return characters_of_set({.ranges = {{literal->code, literal->code}}}, node.flags);
  if (const auto* set = std::get_if<CharacterSet>(&node.what))
    return characters_of_set(*set, node.flags);
  if (node.flags.dot_all) return CodeSet::all();
  return CodeSet({{'\n', '\n'}}).complement();
}

}  // namespace seedc::prove
