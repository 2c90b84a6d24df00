// A recursive descent over Python's grammar of patterns, in the order of Lib/re/_parser.py.
#include "compiler/pattern/parse_python_regex.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "compiler/pattern/character_escapes.h"
#include "compiler/pattern/character_names.h"
#include "compiler/pattern/character_set.h"
#include "compiler/pattern/code_points.h"
#include "compiler/pattern/inline_flags.h"
#include "compiler/pattern/numbers.h"
#include "compiler/pattern/pattern_tokens.h"
#include "compiler/pattern/regex_width.h"

namespace seedc::pattern {
namespace {

/// Repeat counts from here on are rejected (MAXREPEAT).
constexpr std::uint64_t kRepeatLimit = 4294967295;
constexpr std::uint32_t kGroupLimit = 1073741823;
constexpr std::uint64_t kLookBehindLimit = 4294967295;

/// The state that the parser carries from the outside of a group to the inside.
struct Mode {
  Flags flags;
  bool verbose = false;
};

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

class Parser {
 public:
  explicit Parser(std::u32string_view pattern) : tokens_(pattern) {}

  Parsed parse() {
    if (tokens_.ends_in_backslash()) return Refusal{"bad escape (end of pattern)"};
    Node root = parse_alternation(Mode{}, 0);
    if (!tokens_.at_end()) tokens_.fail("unbalanced parenthesis");
    for (std::uint32_t group : conditional_groups_) {
      if (group >= group_widths_.size())
        tokens_.fail(fmt::format("invalid group reference {}", group));
    }
    if (depth_passed_)
      return LimitPassed{fmt::format("groups are nested more than {} deep", kMaxGroupDepth)};
    if (!tokens_.failure().empty()) return Refusal{tokens_.failure()};
    return root;
  }

 private:
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

  /// `mode` is changed by global flags, which may only be at the start of the very `first`
  /// sequence.
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
    return std::u32string_view(U" \t\n\r\v\f").find(token.code) != std::u32string_view::npos;
  }

  void parse_item(Token token, Mode& mode, int depth, bool first, std::vector<Node>& items) {
    if (token.escaped) {
      items.push_back(parse_escape(token.code, mode.flags));
      return;
    }
    switch (token.code) {
      case '[':
        items.push_back(one_wide(read_character_set(tokens_), mode.flags));
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
      return one_wide(Literal{octal_character(tokens_, U"0" + tokens_.take_while(kOctalDigits, 2))},
                      flags);
    }
    return one_wide(Literal{escaped_character(tokens_, code)}, flags);
  }

  /// `\1` to `\99` is a group, three octal digits are a character.
  Node parse_numeric_escape(char32_t code, Flags flags) {
    std::u32string digits{code};
    digits += tokens_.take_while(kDigits, 1);
    bool all_octal = digits.size() == 2 && is_octal_digit(digits[0]) && is_octal_digit(digits[1]);
    if (all_octal && tokens_.next_is_any_of(kOctalDigits)) {
      digits += tokens_.take_while(kOctalDigits, 1);
      return one_wide(Literal{octal_character(tokens_, digits)}, flags);
    }
    auto group = static_cast<std::uint32_t>(number_of_digits(digits, 10));
    if (group >= group_widths_.size())
      tokens_.fail(fmt::format("invalid group reference {}", group));
    return reference_to(group, flags);
  }

  // Repeats.

  /// After `{`: a repeat if it parses as one, otherwise the character itself.
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
      return tokens_.fail("the repetition number is too large");
    if (!high.empty() && max < min) return tokens_.fail("min repeat greater than max repeat");
    Repeat repeat{static_cast<std::uint32_t>(min)};
    if (!high.empty()) repeat.max = static_cast<std::uint32_t>(max);
    repeat_last(items, repeat, flags);
  }

  void repeat_last(std::vector<Node>& items, Repeat repeat, Flags flags) {
    if (items.empty() || std::holds_alternative<Anchor>(items.back().what))
      return tokens_.fail("nothing to repeat");
    if (std::holds_alternative<Repeat>(items.back().what)) return tokens_.fail("multiple repeat");
    if (template_mode_) return tokens_.fail("repeats are not allowed under the flag 't'");
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

  /// After the beginning of an extension whose next character makes it invalid.
  void fail_extension(std::string_view beginning) {
    std::optional<Token> token = tokens_.take();
    tokens_.fail(token ? fmt::format("unknown extension {}{}", beginning, written(*token))
                       : "unexpected end of pattern");
  }

  void close_group() {
    if (!tokens_.take_if(')')) tokens_.fail("missing ), unterminated subpattern");
  }

  void skip_comment() {
    if (!tokens_.take_until(')')) tokens_.fail("missing ), unterminated comment");
  }

  /// After the parenthesis and the kind: the content and the closing parenthesis.
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
    tokens_.fail(fmt::format("redefinition of group name '{}' as group {}; was group {}",
                             to_utf8(name), group, previous->second));
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
      std::u32string name = tokens_.take_name('>', "group name");
      if (!is_identifier(name))
        tokens_.fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
      return parse_capturing(name, mode, depth);
    }
    if (tokens_.take_if('='))
      return reference_to(group_named(tokens_.take_name(')', "group name")), mode.flags);
    fail_extension("?P");
    return {};
  }

  /// 0 after a failure.
  std::uint32_t group_named(const std::u32string& name) {
    if (!is_identifier(name))
      tokens_.fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
    auto found = group_names_.find(name);
    if (found != group_names_.end()) return found->second;
    tokens_.fail(fmt::format("unknown group name '{}'", to_utf8(name)));
    return 0;
  }

  Node reference_to(std::uint32_t group, Flags flags) {
    if (!is_closed(group)) {
      tokens_.fail("cannot refer to an open group");
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
    if (!is_closed(group)) tokens_.fail("cannot refer to an open group");
    if (group >= *groups_before_look_behind_) {
      tokens_.fail("cannot refer to group defined in the same lookbehind subpattern");
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
    if (width.min > kLookBehindLimit) tokens_.fail("looks too much behind");
    if (width.min != width.max) tokens_.fail("look-behind requires fixed-width pattern");
  }

  /// After `(?(`.
  Node parse_conditional(Mode mode, int depth) {
    Node node{.what = Conditional{take_condition()}, .flags = mode.flags};
    check_depth(depth + 1);
    node.children.push_back(parse_sequence(mode, depth + 1, false));
    node.children.push_back(tokens_.take_if('|') ? parse_sequence(mode, depth + 1, false)
                                                 : Node{.what = Sequence{}, .flags = mode.flags});
    if (tokens_.next_is('|')) tokens_.fail("conditional backref with more than two branches");
    close_group();
    node.width = alternation_width(node.children);
    return node;
  }

  std::uint32_t take_condition() {
    std::u32string name = tokens_.take_name(')', "group name");
    std::uint32_t group = is_identifier(name) ? group_named(name) : group_numbered(name);
    check_reference_in_look_behind(group);
    return group;
  }

  std::uint32_t group_numbered(const std::u32string& name) {
    std::optional<std::uint64_t> number = python_int(name);
    if (!number) {
      tokens_.fail(fmt::format("bad character in group name '{}'", to_utf8(name)));
    } else if (*number == 0) {
      tokens_.fail("bad group number");
    } else if (*number >= kGroupLimit) {
      tokens_.fail(fmt::format("invalid group reference {}", *number));
    }
    auto group = static_cast<std::uint32_t>(number.value_or(0));
    conditional_groups_.push_back(group);
    return group;
  }

  // Flags.

  /// After `(?` and a first character that does not begin another extension.
  void parse_flag_group(char32_t first_letter, Mode& mode, int depth, bool first,
                        std::vector<Node>& items) {
    InlineFlags inline_flags = read_inline_flags(tokens_, first_letter);
    if (inline_flags.is_global) {
      apply_global_flags(inline_flags.set, mode, first && items.empty());
    } else {
      Mode inside = with_flags(mode, inline_flags.set, inline_flags.cleared);
      items.push_back(parse_group(GroupKind::Plain, inside, depth));
    }
  }

  void apply_global_flags(const FlagLetters& set, Mode& mode, bool at_start) {
    if (!at_start) return tokens_.fail("global flags not at the start of the expression");
    ascii_asked_ = ascii_asked_ || set.a;
    unicode_asked_ = unicode_asked_ || set.u;
    if (ascii_asked_ && unicode_asked_)
      return tokens_.fail("ASCII and UNICODE flags are incompatible");
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

}  // namespace seedc::pattern
