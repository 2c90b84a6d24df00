// The syntax tree of a pattern, with inline flags resolved, so that each node can be printed
// without its context.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace seedc::pattern {

/// The flags in force at a node. Verbose mode is resolved by parsing; flags without effect here are
/// dropped.
struct Flags {
  bool ignore_case = true;
  bool ascii = false;  ///< `(?a)`: classes, boundaries and case are limited to ASCII
  bool multiline = false;
  bool dot_all = false;
};

/// The number of characters a node can match, as Python counts them: a look-behind needs min ==
/// max.
struct Width {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

struct Literal {
  char32_t code = 0;
};
struct AnyCharacter {};

enum class ClassLetter : std::uint8_t { Digit, NotDigit, Space, NotSpace, Word, NotWord };
struct CodeRange {
  char32_t first = 0;
  char32_t last = 0;
};
struct CharacterSet {
  bool negated = false;
  std::vector<CodeRange> ranges;  ///< first == last: a single character
  std::vector<ClassLetter> classes;
};

/// `^ $ \A \Z \b \B`
enum class Anchor : std::uint8_t { LineStart, LineEnd, TextStart, TextEnd, Boundary, NoBoundary };

struct BackReference {
  std::uint32_t group = 0;
};

/// One child after another.
struct Sequence {};
/// Two or more children.
struct Alternation {};

enum class Greed : std::uint8_t { Greedy, Lazy, Possessive };
/// One child.
struct Repeat {
  std::uint32_t min = 0;
  std::optional<std::uint32_t> max;
  Greed greed = Greed::Greedy;
};

enum class GroupKind : std::uint8_t { Plain, Capturing, Atomic };
/// One child. The node's flags apply inside it. Capturing groups are numbered from 1 in the order
/// of the tree.
struct Group {
  GroupKind kind = GroupKind::Plain;
};

/// One child.
struct LookAround {
  bool behind = false;
  bool negative = false;
};

/// `(?(group)yes|no)`: two children; `no` may be empty.
struct Conditional {
  std::uint32_t group = 0;
};

struct Node {
  std::variant<Literal, AnyCharacter, CharacterSet, Anchor, BackReference, Sequence, Alternation,
               Repeat, Group, LookAround, Conditional>
      what;
  Flags flags;
  Width width;
  std::vector<Node> children;
};

}  // namespace seedc::pattern
