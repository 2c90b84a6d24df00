// Writes Python's meaning of each node in PCRE2's syntax.
//
// PCRE2's caseless matching equals Python's except for a few families of characters, which are
// written out as sets; a node under ASCII rules is written for case-sensitive matching, with both
// cases spelled out. Classes were compared over all code points: `\w` and `\d` are equal, white
// space is listed here.
#include "compiler/pattern/pcre2_syntax.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <utility>

#include "compiler/pattern/class_ranges.h"
#include "compiler/pattern/code_points.h"
#include "runtime/base/limits.h"

namespace seedc::pattern {
namespace {

/// 255 is used by the search itself (runtime/text/pcre2_pattern.cpp).
constexpr std::uint32_t kMaxCallout = 254;

constexpr const char* kAsciiBoundary =
    "(?:(?<=[0-9A-Z_a-z])(?![0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?=[0-9A-Z_a-z]))";
constexpr const char* kAsciiNoBoundary =
    "(?:(?<=[0-9A-Z_a-z])(?=[0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?![0-9A-Z_a-z]))";
/// In Python 3.11 `\B` does not match the empty text.
constexpr const char* kTextNotEmpty = "(?!\\A\\z)";
/// Matches no character, and has width one in a look-behind.
constexpr const char* kNoCharacter = "[^\\x{0}-\\x{10ffff}]";
constexpr const char* kAnyCharacter = "\\p{Any}";

/// Corrected for U+180E. It includes U+001C to U+001F, which semantics.md allows: listing all
/// others would be exact, but takes PCRE2 milliseconds to compile.
constexpr const char* kNotSpace = "\\S\\x{180e}";

bool touches_family(CodeRange range, std::u32string_view family) {
  return std::ranges::any_of(family, [&](char32_t code) {
    return code != 'i' && code >= range.first && code <= range.last;
  });
}

Ranges complement(const Ranges& sorted) {
  Ranges rest;
  char32_t next = 0;
  for (CodeRange range : sorted) {
    if (range.first > next) rest.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  rest.push_back({next, kLastCode});
  return rest;
}

void append(Ranges& ranges, const Ranges& more) {
  ranges.insert(ranges.end(), more.begin(), more.end());
}

std::string escaped(char32_t code, std::u32string_view specials) {
  if (specials.find(code) != specials.npos) return "\\" + to_utf8(code);
  bool visible = code == ' ' || u_isgraph(static_cast<UChar32>(code));
  return visible ? to_utf8(code) : fmt::format("\\x{{{:x}}}", std::uint32_t{code});
}

std::string in_pattern(char32_t code) { return escaped(code, U"\\^$.|?*+()[]{}"); }
/// Includes `:`, `=` and `.`, so that `[:…:]` and the like are not parsed as POSIX classes.
std::string in_set(char32_t code) { return escaped(code, U"\\^-[]:=."); }

/// The range without surrogates at its ends, which PCRE2 rejects and no text contains; nothing may
/// be left.
std::optional<CodeRange> without_surrogates(CodeRange range) {
  if (is_surrogate(range.first)) range.first = 0xe000;
  if (is_surrogate(range.last)) range.last = 0xd7ff;
  if (range.first > range.last) return std::nullopt;
  return range;
}

std::string print_ranges(const Ranges& ranges) {
  std::string out;
  for (CodeRange written : ranges) {
    std::optional<CodeRange> range = without_surrogates(written);
    if (!range) continue;
    out += in_set(range->first);
    if (range->last > range->first) out += "-" + in_set(range->last);
  }
  return out;
}

Ranges ascii_class(ClassLetter letter) {
  switch (letter) {
    case ClassLetter::Digit:
      return kAsciiDigits;
    case ClassLetter::NotDigit:
      return complement(kAsciiDigits);
    case ClassLetter::Space:
      return kAsciiSpaces;
    case ClassLetter::NotSpace:
      return complement(kAsciiSpaces);
    case ClassLetter::Word:
      return kAsciiWord;
    case ClassLetter::NotWord:
      return complement(kAsciiWord);
  }
  return {};
}

std::string print_class(ClassLetter letter, Flags flags) {
  if (flags.ascii) return print_ranges(ascii_class(letter));
  switch (letter) {
    case ClassLetter::Digit:
      return "\\d";
    case ClassLetter::NotDigit:
      return "\\D";
    case ClassLetter::Space:
      return print_ranges(kSpaces);
    case ClassLetter::NotSpace:
      return kNotSpace;
    case ClassLetter::Word:
      return "\\w";
    case ClassLetter::NotWord:
      return "\\W";
  }
  return {};
}

/// The characters that Python's case folding adds to a range and PCRE2's does not.
Ranges unicode_case_mates(CodeRange range) {
  Ranges mates;
  for (std::u32string_view family : kCaseFamilies) {
    if (!touches_family(range, family)) continue;
    for (char32_t code : family) {
      if (code < range.first || code > range.last) mates.push_back({code, code});
    }
  }
  return mates;
}

/// The letters of ASCII in a range, in the other case.
Ranges ascii_case_mates(CodeRange range) {
  constexpr char32_t kCaseBit = 0x20;
  Ranges mates;
  char32_t upper_first = std::max<char32_t>(range.first, 'A'),
           upper_last = std::min<char32_t>(range.last, 'Z');
  if (upper_first <= upper_last) mates.push_back({upper_first | kCaseBit, upper_last | kCaseBit});
  char32_t lower_first = std::max<char32_t>(range.first, 'a'),
           lower_last = std::min<char32_t>(range.last, 'z');
  if (lower_first <= lower_last) mates.push_back({lower_first & ~kCaseBit, lower_last & ~kCaseBit});
  return mates;
}

Ranges case_mates(CodeRange range, Flags flags) {
  if (!flags.ignore_case) return {};
  return flags.ascii ? ascii_case_mates(range) : unicode_case_mates(range);
}

/// Whether PCRE2 should ignore case under these flags.
bool caseless(Flags flags) { return flags.ignore_case && !flags.ascii; }

/// Python 3.11 drops a capital letter beyond U+FFFF from a set with other members, unless it is in
/// a range.
bool is_lost_in_set(CodeRange range, Flags flags) {
  auto code = static_cast<UChar32>(range.first);
  return caseless(flags) && range.first == range.last && code > 0xffff && u_tolower(code) != code;
}

std::string print_set(const CharacterSet& set, Flags flags) {
  bool single = set.ranges.size() == 1 && set.classes.empty();
  Ranges ranges;
  for (CodeRange range : set.ranges) {
    if (!single && is_lost_in_set(range, flags)) continue;
    ranges.push_back(range);
    append(ranges, case_mates(range, flags));
  }
  std::string content = print_ranges(ranges);
  for (ClassLetter letter : set.classes) content += print_class(letter, flags);
  if (content.empty()) return set.negated ? kAnyCharacter : kNoCharacter;
  return fmt::format("[{}{}]", set.negated ? "^" : "", content);
}

/// A set that is one class, such as `\w`: in the short form if there is one.
std::string print_lone_class(ClassLetter letter, Flags flags) {
  switch (letter) {
    case ClassLetter::NotSpace:
      return print_set({.negated = true, .classes = {ClassLetter::Space}}, flags);
    case ClassLetter::NotWord:
      if (flags.ascii) return print_set({.negated = true, .classes = {ClassLetter::Word}}, flags);
      break;
    case ClassLetter::NotDigit:
      if (flags.ascii) return print_set({.negated = true, .classes = {ClassLetter::Digit}}, flags);
      break;
    case ClassLetter::Digit:
    case ClassLetter::Space:
    case ClassLetter::Word:
      break;
  }
  std::string printed = print_class(letter, flags);
  return printed.starts_with('\\') && printed.size() == 2 ? printed : "[" + printed + "]";
}

std::string print_literal(char32_t code, Flags flags) {
  if (is_surrogate(code)) return kNoCharacter;
  if (case_mates({code, code}, flags).empty()) return in_pattern(code);
  return print_set({.ranges = {{code, code}}}, flags);
}

std::string print_anchor(Anchor anchor, Flags flags) {
  switch (anchor) {
    case Anchor::LineStart:
      return flags.multiline ? "(?<![^\\n])" : "^";
    case Anchor::LineEnd:
      return flags.multiline ? "(?m:$)" : "$";
    case Anchor::TextStart:
      return "\\A";
    case Anchor::TextEnd:
      return "\\z";
    case Anchor::Boundary:
      return flags.ascii ? kAsciiBoundary : "\\b";
    case Anchor::NoBoundary:
      return std::string(flags.ascii ? kAsciiNoBoundary : "\\B") + kTextNotEmpty;
  }
  return {};
}

std::string print_counts(const Repeat& repeat) {
  if (!repeat.max && repeat.min == 0) return "*";
  if (!repeat.max && repeat.min == 1) return "+";
  if (!repeat.max) return fmt::format("{{{},}}", repeat.min);
  if (repeat.min == 0 && *repeat.max == 1) return "?";
  if (repeat.min == *repeat.max) return fmt::format("{{{}}}", repeat.min);
  return fmt::format("{{{},{}}}", repeat.min, *repeat.max);
}

std::string print_greed(Greed greed) {
  switch (greed) {
    case Greed::Greedy:
      return "";
    case Greed::Lazy:
      return "?";
    case Greed::Possessive:
      return "+";
  }
  return {};
}

/// Whether a quantifier may follow the printed form of the node, with the same meaning for PCRE2 as
/// for Python.
bool is_quantifiable(const Node& node) {
  return std::holds_alternative<Literal>(node.what) ||
         std::holds_alternative<AnyCharacter>(node.what) ||
         std::holds_alternative<CharacterSet>(node.what) ||
         std::holds_alternative<Group>(node.what);
}

class Printer {
 public:
  std::variant<std::string, Inexpressible> print(const Node& root) {
    if (caseless(root.flags)) {
      print_node(root);
    } else {
      print_enclosed("(?-i:", root, false);
    }
    if (!inexpressible_.empty()) return Inexpressible{inexpressible_};
    return out_;
  }

 private:
  void print_node(const Node& node) {
    std::visit([&](const auto& what) { print(what, node); }, node.what);
  }

  void print(const Literal& literal, const Node& node) {
    out_ += print_literal(literal.code, node.flags);
  }
  void print(const AnyCharacter&, const Node& node) {
    out_ += node.flags.dot_all ? kAnyCharacter : ".";
  }
  void print(const Anchor& anchor, const Node& node) { out_ += print_anchor(anchor, node.flags); }

  void print(const CharacterSet& set, const Node& node) {
    if (caseless(node.flags)) count_ranges(set);
    bool lone = set.ranges.empty() && set.classes.size() == 1 && !set.negated;
    out_ += lone ? print_lone_class(set.classes[0], node.flags) : print_set(set, node.flags);
  }

  void count_ranges(const CharacterSet& set) {
    for (CodeRange range : set.ranges) range_characters_ += range.last - range.first + 1;
    if (range_characters_ <= base::limits::kPatternRangeCharacters) return;
    inexpressible_ = fmt::format("the ranges of its sets hold more than {} characters",
                                 base::limits::kPatternRangeCharacters);
  }

  void print(const BackReference& reference, const Node& node) {
    if (node.flags.ignore_case && node.flags.ascii) {
      inexpressible_ = "a back-reference that ignores the case of ASCII letters only";
    } else if (reference.group > kMaxCallout) {
      inexpressible_ = fmt::format("a back-reference to a group beyond {}", kMaxCallout);
    }
    out_ += fmt::format("(?C{0})\\g{{{0}}}", reference.group);
  }

  void print(const Sequence&, const Node& node) {
    for (const Node& child : node.children) print_node(child);
  }

  void print(const Alternation&, const Node& node) { print_joined(node.children); }

  void print_joined(const std::vector<Node>& branches) {
    for (const Node& branch : branches) {
      if (&branch != &branches.front()) out_ += '|';
      print_node(branch);
    }
  }

  void print(const Repeat& repeat, const Node& node) {
    const Node& child = node.children.front();
    if (is_quantifiable(child)) {
      print_node(child);
    } else {
      print_enclosed("(?:", child, caseless_);
    }
    out_ += print_counts(repeat) + print_greed(repeat.greed);
  }

  void print(const Group& group, const Node& node) {
    bool inside = caseless(node.flags);
    print_enclosed(group_opening(group.kind, inside), node.children.front(), inside);
  }

  std::string_view group_opening(GroupKind kind, bool inside) const {
    if (kind == GroupKind::Capturing) return "(";
    if (kind == GroupKind::Atomic) return "(?>";
    if (inside == caseless_) return "(?:";
    return inside ? "(?i:" : "(?-i:";
  }

  void print(const LookAround& look, const Node& node) {
    std::string opening = fmt::format("(?{}{}", look.behind ? "<" : "", look.negative ? "!" : "=");
    print_enclosed(opening, node.children.front(), caseless_);
  }

  void print(const Conditional& conditional, const Node& node) {
    out_ += fmt::format("(?({})", conditional.group);
    print_joined(node.children);
    out_ += ')';
  }

  void print_enclosed(std::string_view opening, const Node& content, bool caseless_inside) {
    bool outside = std::exchange(caseless_, caseless_inside);
    out_ += opening;
    print_node(content);
    out_ += ')';
    caseless_ = outside;
  }

  std::string out_;
  std::string inexpressible_;
  std::uint64_t range_characters_ = 0;
  /// Whether PCRE2 ignores case at this point of the output.
  bool caseless_ = true;
};

}  // namespace

std::variant<std::string, Inexpressible> print_pcre2(const Node& root) {
  return Printer().print(root);
}

}  // namespace seedc::pattern
