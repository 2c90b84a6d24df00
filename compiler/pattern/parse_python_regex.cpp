// A recursive descent over Python's grammar of patterns, in the order of Lib/re/_parser.py.
#include "compiler/pattern/parse_python_regex.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/pattern/character_names.h"
#include "compiler/pattern/code_points.h"
#include "compiler/pattern/pattern_tokens.h"

namespace seedc::regex {
namespace {

constexpr std::u32string_view kDigits = U"0123456789";
constexpr std::u32string_view kOctalDigits = U"01234567";
constexpr std::u32string_view kHexDigits = U"0123456789abcdefABCDEF";
constexpr std::u32string_view kFlagLetters = U"iLmsxatu";
/// Repeat counts from here on are refused (MAXREPEAT).
constexpr std::uint64_t kRepeatLimit = 4294967295;
constexpr std::uint32_t kGroupLimit = 1073741823;
/// Widths saturate here, beyond any that Python lets a look-behind have.
constexpr std::uint64_t kWidthLimit = std::uint64_t{1} << 33;
constexpr std::uint64_t kLookBehindLimit = 4294967295;

bool contains(std::u32string_view codes, char32_t code) { return codes.find(code) != codes.npos; }
bool is_ascii_letter(char32_t code) {
  return (code | 0x20) >= 'a' && (code | 0x20) <= 'z' && code < 0x80;
}

/// Flags as they are written, before they are resolved into `Flags`.
struct FlagLetters {
  bool i = false, m = false, s = false, x = false, a = false, u = false, t = false;

  bool* of(char32_t letter) {
    switch (letter) {
      case 'i':
        return &i;
      case 'm':
        return &m;
      case 's':
        return &s;
      case 'x':
        return &x;
      case 'a':
        return &a;
      case 'u':
        return &u;
      case 't':
        return &t;
      default:
        return nullptr;
    }
  }
};

/// All that the parser carries from the outside of a group to the inside.
struct Mode {
  Flags flags;
  bool verbose = false;
};

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return std::min(a + b, kWidthLimit); }
std::uint64_t multiply(std::uint64_t width, std::uint64_t times) {
  if (width == 0 || times == 0) return 0;
  return times > kWidthLimit / width ? kWidthLimit : width * times;
}

Width sequence_width(const std::vector<Node>& children) {
  Width sum;
  for (const Node& child : children)
    sum = {add(sum.min, child.width.min), add(sum.max, child.width.max)};
  return sum;
}

Width alternation_width(const std::vector<Node>& children) {
  Width hull = children.front().width;
  for (const Node& child : children) {
    hull = {std::min(hull.min, child.width.min), std::max(hull.max, child.width.max)};
  }
  return hull;
}

Width repeat_width(Width child, const Repeat& repeat) {
  return {multiply(child.min, repeat.min),
          multiply(child.max, repeat.max ? *repeat.max : kWidthLimit)};
}

std::optional<ClassLetter> class_letter(char32_t code) {
  switch (code) {
    case 'd':
      return ClassLetter::Digit;
    case 'D':
      return ClassLetter::NotDigit;
    case 's':
      return ClassLetter::Space;
    case 'S':
      return ClassLetter::NotSpace;
    case 'w':
      return ClassLetter::Word;
    case 'W':
      return ClassLetter::NotWord;
    default:
      return std::nullopt;
  }
}

std::optional<Anchor> anchor_letter(char32_t code) {
  switch (code) {
    case 'A':
      return Anchor::TextStart;
    case 'Z':
      return Anchor::TextEnd;
    case 'b':
      return Anchor::Boundary;
    case 'B':
      return Anchor::NoBoundary;
    default:
      return std::nullopt;
  }
}

std::optional<char32_t> control_letter(char32_t code) {
  switch (code) {
    case 'a':
      return 0x07;
    case 'b':
      return 0x08;
    case 'f':
      return 0x0c;
    case 'n':
      return 0x0a;
    case 'r':
      return 0x0d;
    case 't':
      return 0x09;
    case 'v':
      return 0x0b;
    default:
      return std::nullopt;
  }
}

/// The branches as one set, if each is a single character or a set that is not negated.
std::optional<CharacterSet> merged_into_set(const std::vector<Node>& branches) {
  CharacterSet merged;
  for (const Node& branch : branches) {
    if (branch.children.size() != 1) return std::nullopt;
    const auto& what = branch.children.front().what;
    if (auto* literal = std::get_if<Literal>(&what)) {
      merged.ranges.push_back({literal->code, literal->code});
    } else if (auto* set = std::get_if<CharacterSet>(&what); set && !set->negated) {
      merged.ranges.insert(merged.ranges.end(), set->ranges.begin(), set->ranges.end());
      merged.classes.insert(merged.classes.end(), set->classes.begin(), set->classes.end());
    } else {
      return std::nullopt;
    }
  }
  return merged;
}

std::string written(Token token) { return (token.escaped ? "\\" : "") + to_utf8(token.code); }

/// Digits known to be of the base; saturates.
std::uint64_t number_of_digits(std::u32string_view digits, std::uint64_t base) {
  std::uint64_t value = 0;
  for (char32_t digit : digits) {
    auto one = static_cast<std::uint64_t>(u_digit(static_cast<UChar32>(digit), 16));
    value = std::min(value * base + one, std::uint64_t{1} << 40);
  }
  return value;
}

bool is_python_space(char32_t code) {
  return u_isUWhiteSpace(static_cast<UChar32>(code)) || (code >= 0x1c && code <= 0x1f);
}

/// Python's `int(text)` where that is not negative; saturates. White space around, a sign, and
/// single underscores between digits are allowed, and digits may be of any script.
std::optional<std::uint64_t> python_int(std::u32string_view text) {
  while (!text.empty() && is_python_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_python_space(text.back())) text.remove_suffix(1);
  bool negative = text.starts_with(U'-');
  if (negative || text.starts_with(U'+')) text.remove_prefix(1);
  std::uint64_t value = 0;
  bool after_digit = false;
  for (char32_t code : text) {
    std::int32_t digit = u_charDigitValue(static_cast<UChar32>(code));
    if (digit < 0 && !(code == '_' && after_digit)) return std::nullopt;
    after_digit = digit >= 0;
    if (after_digit) value = std::min(value * 10 + static_cast<std::uint64_t>(digit), kRepeatLimit);
  }
  if (!after_digit || (negative && value != 0)) return std::nullopt;
  return value;
}

class Parser {
 public:
  explicit Parser(std::u32string_view pattern) : tokens_(pattern) {}

  Parsed parse() {
    if (tokens_.ends_in_backslash()) return Refusal{"bad escape (end of pattern)"};
    Node root = parse_alternation(Mode{}, 0);
    if (!tokens_.at_end()) fail("unbalanced parenthesis");
    for (std::uint32_t group : conditional_groups_) {
      if (group >= group_widths_.size()) fail(fmt::format("invalid group reference {}", group));
    }
    if (depth_passed_)
      return LimitPassed{fmt::format("groups are nested more than {} deep", kMaxGroupDepth)};
    if (!refusal_.empty()) return Refusal{refusal_};
    return root;
  }

 private:
  // The first failure is kept and the rest of the pattern skipped, so that every loop comes to its
  // end.
  void fail(std::string text) {
    if (refusal_.empty()) refusal_ = std::move(text);
    tokens_.skip_to_end();
  }

  void check_depth(int depth) {
    if (depth <= kMaxGroupDepth) return;
    depth_passed_ = true;
    tokens_.skip_to_end();
  }

  Node parse_alternation(Mode mode, int depth) {
    check_depth(depth);
    std::vector<Node> branches;
    do {
      branches.push_back(parse_sequence(mode, depth, depth == 0 && branches.empty()));
    } while (tokens_.take_if('|'));
    if (branches.size() == 1) return std::move(branches.front());
    if (auto set = merged_into_set(branches)) return one_wide(std::move(*set), mode.flags);
    Width width = alternation_width(branches);
    return Node{.what = Alternation{},
                .flags = mode.flags,
                .width = width,
                .children = std::move(branches)};
  }

  /// `mode` is changed by global flags, which only stand at the start of the `first` sequence of
  /// all.
  Node parse_sequence(Mode& mode, int depth, bool first) {
    std::vector<Node> items;
    while (!tokens_.at_end() && !tokens_.next_is_any_of(U"|)")) {
      Token token = *tokens_.take();
      if (mode.verbose && skip_verbose(token)) continue;
      parse_item(token, mode, depth, first, items);
    }
    Width width = sequence_width(items);
    return Node{
        .what = Sequence{}, .flags = mode.flags, .width = width, .children = std::move(items)};
  }

  bool skip_verbose(Token token) {
    if (token.escaped) return false;
    if (token.code == '#') {
      for (auto skipped = tokens_.take(); skipped && (skipped->escaped || skipped->code != '\n');) {
        skipped = tokens_.take();
      }
      return true;
    }
    return contains(U" \t\n\r\v\f", token.code);
  }

  void parse_item(Token token, Mode& mode, int depth, bool first, std::vector<Node>& items) {
    if (token.escaped) {
      items.push_back(parse_escape(token.code, mode.flags));
      return;
    }
    switch (token.code) {
      case '[':
        items.push_back(parse_set(mode.flags));
        break;
      case '*':
        repeat_last(items, {0, std::nullopt}, mode.flags);
        break;
      case '+':
        repeat_last(items, {1, std::nullopt}, mode.flags);
        break;
      case '?':
        repeat_last(items, {0, 1}, mode.flags);
        break;
      case '{':
        parse_braces(items, mode.flags);
        break;
      case '.':
        items.push_back(one_wide(AnyCharacter{}, mode.flags));
        break;
      case '^':
        items.push_back({.what = Anchor::LineStart, .flags = mode.flags});
        break;
      case '$':
        items.push_back({.what = Anchor::LineEnd, .flags = mode.flags});
        break;
      case '(':
        parse_parenthesis(mode, depth, first, items);
        break;
      default:
        items.push_back(one_wide(Literal{token.code}, mode.flags));
    }
  }

  static Node one_wide(decltype(Node::what) what, Flags flags) {
    return Node{.what = std::move(what), .flags = flags, .width = {1, 1}};
  }

  // Escapes.

  Node parse_escape(char32_t code, Flags flags) {
    if (auto anchor = anchor_letter(code)) return Node{.what = *anchor, .flags = flags};
    if (auto letter = class_letter(code))
      return one_wide(CharacterSet{.classes = {*letter}}, flags);
    if (code >= '1' && code <= '9') return parse_numeric_escape(code, flags);
    if (code == '0') {
      return one_wide(Literal{octal(U"0" + tokens_.take_while(kOctalDigits, 2))}, flags);
    }
    return one_wide(Literal{parse_character_escape(code)}, flags);
  }

  /// `\1` to `\99` is a group, three octal digits are a character.
  Node parse_numeric_escape(char32_t code, Flags flags) {
    std::u32string digits{code};
    digits += tokens_.take_while(kDigits, 1);
    bool all_octal = digits.size() == 2 && contains(kOctalDigits, digits[0]) &&
                     contains(kOctalDigits, digits[1]);
    if (all_octal && tokens_.next_is_any_of(kOctalDigits)) {
      digits += tokens_.take_while(kOctalDigits, 1);
      return one_wide(Literal{octal(digits)}, flags);
    }
    auto group = static_cast<std::uint32_t>(number_of_digits(digits, 10));
    if (group >= group_widths_.size()) fail(fmt::format("invalid group reference {}", group));
    return reference_to(group, flags);
  }

  char32_t octal(std::u32string_view digits) {
    auto value = static_cast<char32_t>(number_of_digits(digits, 8));
    if (value > 0377)
      fail(fmt::format("octal escape value \\{} outside of range 0-0o377", to_utf8(digits)));
    return value;
  }

  /// The character escapes that mean the same inside a set and outside.
  char32_t parse_character_escape(char32_t code) {
    switch (code) {
      case 'x':
        return hexadecimal(code, 2);
      case 'u':
        return hexadecimal(code, 4);
      case 'U':
        return hexadecimal(code, 8);
      case 'N':
        return named_character();
    }
    if (auto control = control_letter(code)) return *control;
    if (is_ascii_letter(code) || (code >= '0' && code <= '9'))
      fail("bad escape \\" + to_utf8(code));
    return code;
  }

  char32_t hexadecimal(char32_t letter, std::size_t length) {
    std::u32string digits = tokens_.take_while(kHexDigits, length);
    std::string written = "\\" + to_utf8(letter) + to_utf8(digits);
    std::uint64_t value = number_of_digits(digits, 16);
    if (digits.size() != length) fail("incomplete escape " + written);
    if (value > 0x10ffff) fail("bad escape " + written);
    return static_cast<char32_t>(value);
  }

  char32_t named_character() {
    if (!tokens_.take_if('{')) {
      fail("missing {");
      return 0;
    }
    std::u32string name = take_name('}', "character name");
    std::optional<char32_t> code = character_named(name);
    if (!code) fail(fmt::format("undefined character name '{}'", to_utf8(name)));
    return code.value_or(0);
  }

  std::u32string take_name(char32_t terminator, std::string_view what) {
    std::optional<std::u32string> name = tokens_.take_until(terminator);
    if (!name) fail(fmt::format("missing {}, unterminated name", to_utf8(terminator)));
    if (name && name->empty()) fail(fmt::format("missing {}", what));
    return name.value_or(U"");
  }

  // Sets.

  Node parse_set(Flags flags) {
    CharacterSet set{.negated = tokens_.take_if('^')};
    for (bool any = false; !(any && tokens_.next_is(']')); any = true) {
      std::optional<Token> token = tokens_.take();
      if (!token) {
        fail("unterminated character set");
        return one_wide(std::move(set), flags);
      }
      parse_set_item(*token, set);
    }
    tokens_.take();
    return one_wide(std::move(set), flags);
  }

  using SetItem = std::variant<char32_t, ClassLetter>;

  void parse_set_item(Token token, CharacterSet& set) {
    SetItem low = set_item(token);
    std::size_t before_dash = tokens_.position();
    if (!tokens_.take_if('-') || tokens_.next_is(']')) {
      tokens_.return_to(before_dash);
      add_single(low, set);
      return;
    }
    std::optional<Token> last = tokens_.take();
    if (!last) return fail("unterminated character set");
    SetItem high = set_item(*last);
    auto* first_code = std::get_if<char32_t>(&low);
    auto* last_code = std::get_if<char32_t>(&high);
    if (!first_code || !last_code || *last_code < *first_code) {
      return fail(fmt::format("bad character range {}-{}", written(token), written(*last)));
    }
    set.ranges.push_back({*first_code, *last_code});
  }

  SetItem set_item(Token token) {
    if (!token.escaped) return token.code;
    if (auto letter = class_letter(token.code)) return *letter;
    if (contains(kOctalDigits, token.code)) {
      return octal(std::u32string{token.code} + tokens_.take_while(kOctalDigits, 2));
    }
    return parse_character_escape(token.code);
  }

  static void add_single(SetItem item, CharacterSet& set) {
    if (auto* letter = std::get_if<ClassLetter>(&item)) {
      set.classes.push_back(*letter);
    } else {
      set.ranges.push_back({std::get<char32_t>(item), std::get<char32_t>(item)});
    }
  }

  // Repeats.

  /// After `{`: a repeat if it reads as one, else the character itself.
  void parse_braces(std::vector<Node>& items, Flags flags) {
    std::size_t start = tokens_.position();
    std::u32string low = tokens_.take_while(kDigits);
    bool comma = tokens_.take_if(',');
    std::u32string high = comma ? tokens_.take_while(kDigits) : low;
    if (!tokens_.take_if('}') || (!comma && low.empty())) {
      tokens_.return_to(start);
      items.push_back(one_wide(Literal{'{'}, flags));
      return;
    }
    std::uint64_t min = number_of_digits(low, 10);
    std::uint64_t max = number_of_digits(high, 10);
    if (min >= kRepeatLimit || max >= kRepeatLimit)
      return fail("the repetition number is too large");
    if (!high.empty() && max < min) return fail("min repeat greater than max repeat");
    Repeat repeat{static_cast<std::uint32_t>(min)};
    if (!high.empty()) repeat.max = static_cast<std::uint32_t>(max);
    repeat_last(items, repeat, flags);
  }

  void repeat_last(std::vector<Node>& items, Repeat repeat, Flags flags) {
    if (items.empty() || std::holds_alternative<Anchor>(items.back().what))
      return fail("nothing to repeat");
    if (std::holds_alternative<Repeat>(items.back().what)) return fail("multiple repeat");
    if (template_mode_) return fail("repeats are not allowed under the flag 't'");
    if (tokens_.take_if('?')) {
      repeat.greed = Greed::Lazy;
    } else if (tokens_.take_if('+')) {
      repeat.greed = Greed::Possessive;
    }
    Node node{.what = repeat, .flags = flags, .width = repeat_width(items.back().width, repeat)};
    node.children.push_back(std::move(items.back()));
    items.back() = std::move(node);
  }

  // Parentheses.

  void parse_parenthesis(Mode& mode, int depth, bool first, std::vector<Node>& items) {
    if (!tokens_.take_if('?')) {
      items.push_back(parse_capturing(std::nullopt, mode, depth));
      return;
    }
    std::optional<Token> token = tokens_.peek();
    if (!token || token->escaped) return fail_extension("?");
    tokens_.take();
    switch (token->code) {
      case 'P':
        items.push_back(parse_python_extension(mode, depth));
        break;
      case ':':
        items.push_back(parse_group(GroupKind::Plain, mode, depth));
        break;
      case '>':
        items.push_back(parse_group(GroupKind::Atomic, mode, depth));
        break;
      case '#':
        skip_comment();
        break;
      case '=':
        items.push_back(parse_look_around({.behind = false, .negative = false}, mode, depth));
        break;
      case '!':
        items.push_back(parse_look_around({.behind = false, .negative = true}, mode, depth));
        break;
      case '<':
        items.push_back(parse_look_behind(mode, depth));
        break;
      case '(':
        items.push_back(parse_conditional(mode, depth));
        break;
      default:
        parse_flag_group(token->code, mode, depth, first, items);
    }
  }

  /// After the beginning of an extension: its next character makes it none.
  void fail_extension(std::string_view beginning) {
    std::optional<Token> token = tokens_.take();
    fail(token ? fmt::format("unknown extension {}{}", beginning, written(*token))
               : "unexpected end of pattern");
  }

  void close_group() {
    if (!tokens_.take_if(')')) fail("missing ), unterminated subpattern");
  }

  void skip_comment() {
    if (!tokens_.take_until(')')) fail("missing ), unterminated comment");
  }

  /// After the parenthesis and what says the kind: the content and the closing parenthesis.
  Node parse_group(GroupKind kind, Mode mode, int depth) {
    Node content = parse_alternation(mode, depth + 1);
    close_group();
    Node node{.what = Group{kind}, .flags = mode.flags, .width = content.width};
    node.children.push_back(std::move(content));
    return node;
  }

  void define_group_name(const std::u32string& name, std::uint32_t group) {
    auto [previous, is_new] = group_names_.emplace(name, group);
    if (is_new) return;
    fail(fmt::format("redefinition of group name '{}' as group {}; was group {}", to_utf8(name),
                     group, previous->second));
  }

  Node parse_capturing(std::optional<std::u32string> name, const Mode& mode, int depth) {
    auto group = static_cast<std::uint32_t>(group_widths_.size());
    if (name) define_group_name(*name, group);
    group_widths_.push_back(std::nullopt);
    Node node = parse_group(GroupKind::Capturing, mode, depth);
    group_widths_[group] = node.width;
    return node;
  }

  /// After `(?P`.
  Node parse_python_extension(const Mode& mode, int depth) {
    if (tokens_.take_if('<')) {
      std::u32string name = take_name('>', "group name");
      if (!is_identifier(name))
        fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
      return parse_capturing(name, mode, depth);
    }
    if (tokens_.take_if('=')) return reference_to(take_group_name(), mode.flags);
    fail_extension("?P");
    return {};
  }

  /// The group of a name up to `)`; 0 after a failure.
  std::uint32_t take_group_name() { return group_named(take_name(')', "group name")); }

  std::uint32_t group_named(const std::u32string& name) {
    if (!is_identifier(name)) fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
    auto found = group_names_.find(name);
    if (found != group_names_.end()) return found->second;
    fail(fmt::format("unknown group name '{}'", to_utf8(name)));
    return 0;
  }

  Node reference_to(std::uint32_t group, Flags flags) {
    if (!is_closed(group)) {
      fail("cannot refer to an open group");
      return {};
    }
    check_reference_in_look_behind(group);
    return Node{.what = BackReference{group}, .flags = flags, .width = *group_widths_[group]};
  }

  bool is_closed(std::uint32_t group) const {
    return group < group_widths_.size() && group_widths_[group];
  }

  void check_reference_in_look_behind(std::uint32_t group) {
    if (!groups_before_look_behind_) return;
    if (!is_closed(group)) fail("cannot refer to an open group");
    if (group >= *groups_before_look_behind_) {
      fail("cannot refer to group defined in the same lookbehind subpattern");
    }
  }

  Node parse_look_around(LookAround look, Mode mode, int depth) {
    Node content = parse_alternation(mode, depth + 1);
    close_group();
    if (look.behind) check_look_behind_width(content.width);
    Node node{.what = look, .flags = mode.flags};
    node.children.push_back(std::move(content));
    return node;
  }

  /// After `(?<`.
  Node parse_look_behind(const Mode& mode, int depth) {
    bool negative = tokens_.take_if('!');
    if (!negative && !tokens_.take_if('=')) {
      fail_extension("?<");
      return {};
    }
    auto outer = groups_before_look_behind_;
    if (!outer) groups_before_look_behind_ = group_widths_.size();
    Node node = parse_look_around({.behind = true, .negative = negative}, mode, depth);
    groups_before_look_behind_ = outer;
    return node;
  }

  void check_look_behind_width(Width width) {
    if (width.min > kLookBehindLimit) fail("looks too much behind");
    if (width.min != width.max) fail("look-behind requires fixed-width pattern");
  }

  /// After `(?(`.
  Node parse_conditional(Mode mode, int depth) {
    Node node{.what = Conditional{take_condition()}, .flags = mode.flags};
    check_depth(depth + 1);
    node.children.push_back(parse_sequence(mode, depth + 1, false));
    node.children.push_back(tokens_.take_if('|') ? parse_sequence(mode, depth + 1, false)
                                                 : Node{.what = Sequence{}, .flags = mode.flags});
    if (tokens_.next_is('|')) fail("conditional backref with more than two branches");
    close_group();
    node.width = alternation_width(node.children);
    return node;
  }

  std::uint32_t take_condition() {
    std::u32string name = take_name(')', "group name");
    std::uint32_t group = is_identifier(name) ? group_named(name) : group_numbered(name);
    check_reference_in_look_behind(group);
    return group;
  }

  std::uint32_t group_numbered(const std::u32string& name) {
    std::optional<std::uint64_t> number = python_int(name);
    if (!number) {
      fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
    } else if (*number == 0) {
      fail("bad group number");
    } else if (*number >= kGroupLimit) {
      fail(fmt::format("invalid group reference {}", *number));
    }
    auto group = static_cast<std::uint32_t>(number.value_or(0));
    conditional_groups_.push_back(group);
    return group;
  }

  // Flags.

  /// After `(?` and the first letter, or `-`.
  void parse_flag_group(char32_t first_letter, Mode& mode, int depth, bool first,
                        std::vector<Node>& items) {
    if (first_letter != '-' && !contains(kFlagLetters, first_letter)) {
      return fail("unknown extension ?" + to_utf8(first_letter));
    }
    FlagLetters set, cleared;
    char32_t letter = first_letter == '-' ? '-' : read_letters(first_letter, U")-:", set);
    if (letter == ')') return apply_global_flags(set, mode, first && items.empty());
    if (set.t) return fail("bad inline flags: cannot turn on global flag");
    if (letter == '-') read_cleared_letters(cleared);
    if ((set.i && cleared.i) || (set.m && cleared.m) || (set.s && cleared.s) ||
        (set.x && cleared.x)) {
      fail("bad inline flags: flag turned on and off");
    }
    items.push_back(parse_group(GroupKind::Plain, with_flags(mode, set, cleared), depth));
  }

  /// Reads flag letters up to one of `terminators`, which is returned.
  char32_t read_letters(char32_t letter, std::u32string_view terminators, FlagLetters& letters) {
    while (true) {
      bool* flag = letters.of(letter);
      if (!flag) {
        fail("bad inline flags: cannot use 'L' flag with a str pattern");
        return terminators.back();
      }
      *flag = true;
      if (letters.a && letters.u) fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
      std::optional<Token> token = tokens_.take();
      if (token && !token->escaped && contains(terminators, token->code)) return token->code;
      if (!token || token->escaped || !contains(kFlagLetters, token->code)) {
        fail(token && !token->escaped && u_isalpha(static_cast<UChar32>(token->code))
                 ? "unknown flag"
                 : "missing -, : or )");
        return terminators.back();
      }
      letter = token->code;
    }
  }

  /// After `-`: one letter at least, and the colon.
  void read_cleared_letters(FlagLetters& cleared) {
    if (!tokens_.next_is_any_of(kFlagLetters)) return fail("missing flag");
    read_letters(tokens_.take()->code, U":", cleared);
    if (cleared.a || cleared.u) fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
    if (cleared.t) fail("bad inline flags: cannot turn off global flag");
  }

  void apply_global_flags(const FlagLetters& set, Mode& mode, bool at_start) {
    if (!at_start) return fail("global flags not at the start of the expression");
    ascii_asked_ = ascii_asked_ || set.a;
    unicode_asked_ = unicode_asked_ || set.u;
    if (ascii_asked_ && unicode_asked_) return fail("ASCII and UNICODE flags are incompatible");
    template_mode_ = template_mode_ || set.t;
    mode = with_flags(mode, set, FlagLetters{});
  }

  static Mode with_flags(Mode mode, const FlagLetters& set, const FlagLetters& cleared) {
    auto combine = [](bool& flag, bool on, bool off) { flag = (flag || on) && !off; };
    combine(mode.flags.ignore_case, set.i, cleared.i);
    combine(mode.flags.multiline, set.m, cleared.m);
    combine(mode.flags.dot_all, set.s, cleared.s);
    combine(mode.flags.ascii, set.a, set.u);
    combine(mode.verbose, set.x, cleared.x);
    return mode;
  }

  PatternTokens tokens_;
  std::string refusal_;
  bool depth_passed_ = false;
  bool template_mode_ = false;
  bool ascii_asked_ = false;
  bool unicode_asked_ = false;
  /// By group number; 0 is the whole pattern, which is never closed. An open group has no width
  /// yet.
  std::vector<std::optional<Width>> group_widths_{std::nullopt};
  std::map<std::u32string, std::uint32_t> group_names_;
  std::vector<std::uint32_t> conditional_groups_;
  /// Inside a look-behind: how many groups, 0 included, had begun before the outermost one.
  std::optional<std::size_t> groups_before_look_behind_;
};

}  // namespace

Parsed parse_python_regex(std::u32string_view pattern) { return Parser(pattern).parse(); }

}  // namespace seedc::regex
