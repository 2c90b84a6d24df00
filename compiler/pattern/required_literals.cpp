// Finds required literals: a sequence requires what any of its parts requires, an alternation what
// all branches do. Parts that match few strings and nothing else are multiplied out: `wi-?fi` is
// `wifi` or `wi-fi`. The search ignores the case of ASCII letters, and knows the strangers that
// equal some (runtime/text); other letters are given in each case.
#include "compiler/pattern/required_literals.h"

#include <unicode/uchar.h>
#include <unicode/uniset.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "compiler/pattern/class_ranges.h"
#include "compiler/pattern/code_points.h"

namespace seedc::pattern {
namespace {

using language::RequiredLiteral;
using Required = std::optional<language::RequiredLiterals>;

/// Of a set that stands for its characters, and of parts that are multiplied out.
constexpr std::size_t kMostCharacters = 4;
constexpr std::size_t kMostProducts = 32;

constexpr bool is_printable(char32_t code) { return code >= 0x20 && code < 0x7f; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
/// Of ASCII.
constexpr bool is_word(char c) { return is_lower(c) || is_digit(c) || c == '_'; }

/// A printable character of ASCII, letters in lower case.
constexpr char to_lower(char32_t code) {
  return static_cast<char>(code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
}

/// The characters that the code equals when case is ignored, itself included; none if one of them
/// is ASCII, engines disagree, or Python drops it from sets (as capitals beyond U+FFFF).
std::vector<char32_t> cases_outside_ascii(char32_t code) {
  const auto has_code = [&](std::u32string_view family) {
    return family.find(code) != std::u32string_view::npos;
  };
  if (is_surrogate(code) || !u_isdefined(static_cast<UChar32>(code)) ||
      std::ranges::any_of(kCaseFamilies, has_code))
    return {};
  icu::UnicodeSet cases(static_cast<UChar32>(code), static_cast<UChar32>(code));
  cases.closeOver(USET_CASE_INSENSITIVE).removeAllStrings();
  std::vector<char32_t> codes;
  for (std::int32_t i = 0; i < cases.size(); ++i)
    codes.push_back(static_cast<char32_t>(cases.charAt(i)));
  const bool may_be_dropped = code > 0xffff && codes.size() > 1;
  return codes.front() < 0x80 || may_be_dropped ? std::vector<char32_t>() : codes;
}

/// Whether looking for a literal pays: single letters, digits and blanks are in every text.
bool is_selective(const RequiredLiteral& literal) {
  const std::string& text = literal.text;
  if (text.empty()) return false;
  return text.size() > 1 || !(is_lower(text[0]) || is_digit(text[0]) || text[0] == ' ');
}

std::size_t shortest_of(const language::RequiredLiterals& required) {
  const auto size = [](const RequiredLiteral& literal) { return literal.text.size(); };
  return size(std::ranges::min(required.literals, {}, size));
}

/// The strings that a part of a pattern matches; it matches nothing else. An empty one that begins
/// a word is a boundary (`\b`) with nothing beside it yet.
struct Strings {
  std::vector<RequiredLiteral> all;
  bool in_both_cases = true;  ///< or perhaps in one of their cases only
};

/// Adds the strings that are not there.
void add_new(std::vector<RequiredLiteral> more, std::vector<RequiredLiteral>& strings) {
  for (RequiredLiteral& each : more) {
    if (std::ranges::find(strings, each) == strings.end()) strings.push_back(std::move(each));
  }
}

enum class Joint { Fits, NeverMatches, IsUnclear };

/// Puts `after` behind `literal`. A boundary is between a character of words and another, so it is
/// clear as soon as one of them is known.
Joint join(RequiredLiteral& literal, const RequiredLiteral& after) {
  if (literal.text.empty()) {
    const bool is_boundary = literal.begins_word;
    literal = after;
    literal.begins_word = is_boundary || after.begins_word;
    return is_boundary && !after.text.empty() && !is_word(after.text[0]) ? Joint::IsUnclear
                                                                         : Joint::Fits;
  }
  const bool is_after_word = is_word(literal.text.back());
  if (after.text.empty()) {
    if (after.begins_word && !is_after_word) return Joint::IsUnclear;
    literal.ends_word = literal.ends_word || after.begins_word;
    return Joint::Fits;
  }
  const bool is_before_word = is_word(after.text[0]);
  if ((literal.ends_word && is_before_word) || (after.begins_word && is_after_word))
    return Joint::NeverMatches;
  if ((literal.ends_word && !is_ascii(after.text[0])) ||
      (after.begins_word && !is_ascii(literal.text.back())))
    return Joint::IsUnclear;
  literal.text += after.text;
  literal.ends_word = after.ends_word;
  return literal.text.size() > language::kMaxLiteralBytes ? Joint::IsUnclear : Joint::Fits;
}

/// One after the other; std::nullopt if they are too many or too long, or none can match.
std::optional<Strings> joined(const Strings& strings, const Strings& after) {
  const std::size_t products = strings.all.size() * after.all.size();
  if (products > std::max({kMostProducts, strings.all.size(), after.all.size()}))
    return std::nullopt;
  Strings all{.all = {}, .in_both_cases = strings.in_both_cases && after.in_both_cases};
  for (const RequiredLiteral& first : strings.all) {
    for (const RequiredLiteral& second : after.all) {
      RequiredLiteral both = first;
      const Joint joint = join(both, second);
      if (joint == Joint::IsUnclear) return std::nullopt;
      if (joint == Joint::Fits) all.all.push_back(std::move(both));
    }
  }
  return all.all.empty() ? std::nullopt : std::optional(std::move(all));
}

std::optional<Strings> strings_of(const Node& node);

/// Those of a node, by its kind.
struct StringsMaker {
  const Node& node;

  std::optional<Strings> operator()(const Literal& literal) const { return of_code(literal.code); }

  std::optional<Strings> operator()(const CharacterSet& set) const {
    if (set.negated || !set.classes.empty()) return std::nullopt;
    Strings all;
    std::size_t count = 0;
    for (const CodeRange range : set.ranges) {
      for (char32_t code = range.first; code <= range.last; ++code) {
        auto one = ++count > kMostCharacters ? std::nullopt : of_code(code);
        if (!one) return std::nullopt;
        add_new(std::move(one->all), all.all);
        all.in_both_cases = all.in_both_cases && one->in_both_cases;
      }
    }
    return all.all.empty() ? std::nullopt : std::optional(std::move(all));
  }

  std::optional<Strings> operator()(const Anchor& anchor) const {
    if (anchor != Anchor::Boundary || node.flags.ascii) return std::nullopt;
    return Strings{.all = {{.text = "", .begins_word = true}}};
  }

  std::optional<Strings> operator()(const Sequence&) const {
    Strings all{.all = {{}}};
    for (const Node& child : node.children) {
      const auto strings = strings_of(child);
      auto longer = strings ? joined(all, *strings) : std::nullopt;
      if (!longer) return std::nullopt;
      all = std::move(*longer);
    }
    return all;
  }

  std::optional<Strings> operator()(const Alternation&) const {
    Strings all;
    for (const Node& branch : node.children) {
      auto strings = strings_of(branch);
      if (!strings) return std::nullopt;
      add_new(std::move(strings->all), all.all);
      all.in_both_cases = all.in_both_cases && strings->in_both_cases;
      if (all.all.size() > language::kMaxLiterals) return std::nullopt;
    }
    return all;
  }

  std::optional<Strings> operator()(const Repeat& repeat) const {
    // A possessive one keeps the first string that it finds, whatever follows.
    if (!repeat.max || *repeat.max > language::kMaxLiteralBytes ||
        repeat.greed == Greed::Possessive)
      return std::nullopt;
    const auto once = strings_of(node.children.front());
    if (!once) return std::nullopt;
    Strings all{.all = {}, .in_both_cases = once->in_both_cases};
    std::optional<Strings> power = Strings{.all = {{}}};
    for (std::uint32_t count = 0; power && all.all.size() <= kMostProducts; ++count) {
      if (count >= repeat.min) add_new(power->all, all.all);
      if (count == *repeat.max) return all;
      power = joined(*power, *once);
    }
    return std::nullopt;
  }

  std::optional<Strings> operator()(const Group& group) const {
    return group.kind == GroupKind::Atomic ? std::nullopt : strings_of(node.children.front());
  }

  /// Others match more than few strings, or more than what is in them.
  template <typename Other>
  std::optional<Strings> operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  std::optional<Strings> of_code(char32_t code) const {
    if (code >= 0x80) return outside_ascii(code);
    if (!is_printable(code)) return std::nullopt;
    const char lower = to_lower(code);
    return Strings{.all = {{.text = std::string(1, lower)}},
                   .in_both_cases = node.flags.ignore_case || !is_lower(lower)};
  }

  std::optional<Strings> outside_ascii(char32_t code) const {
    const std::vector<char32_t> cases = cases_outside_ascii(code);
    if (cases.empty() || node.flags.ascii) return std::nullopt;
    if (!node.flags.ignore_case) return Strings{.all = {{.text = to_utf8(code)}}};
    Strings all;
    for (const char32_t each : cases) all.all.push_back({.text = to_utf8(each)});
    return all;
  }
};

std::optional<Strings> strings_of(const Node& node) {
  return std::visit(StringsMaker{node}, node.what);
}

/// Leaves out literals that contain another, which occurs wherever they do, and repetitions.
void keep_shortest(std::vector<RequiredLiteral>& literals) {
  const auto is_implied_by = [](const RequiredLiteral& literal, const RequiredLiteral& other) {
    return !other.begins_word && !other.ends_word && !(other == literal) &&
           literal.text.find(other.text) != std::string::npos;
  };
  std::vector<RequiredLiteral> kept;
  for (const RequiredLiteral& literal : literals) {
    const auto implies = [&](const RequiredLiteral& other) {
      return is_implied_by(literal, other);
    };
    if (!std::ranges::any_of(literals, implies)) add_new({literal}, kept);
  }
  literals = std::move(kept);
}

/// The parts of one sequence, from left to right.
class Branch {
 public:
  void add(const Node& node) {
    if (const auto strings = strings_of(node)) return add_strings(*strings);
    std::visit([&](const auto& what) { add(what, node); }, node.what);
  }

  Required finish() {
    end_run();
    if (!best_) return std::nullopt;
    best_->exact = best_->exact && parts_ == 1;
    keep_shortest(best_->literals);
    return std::move(best_);
  }

 private:
  void add(const Sequence&, const Node& node) {
    for (const Node& child : node.children) add(child);
  }

  void add(const Alternation&, const Node& node) {
    language::RequiredLiterals all{.literals = {}, .exact = true};
    for (const Node& branch : node.children) {
      Required one = required_literals(branch);
      if (!one) return add_part(std::nullopt);
      add_new(std::move(one->literals), all.literals);
      all.exact = all.exact && one->exact;
    }
    if (all.literals.size() > language::kMaxLiterals) return add_part(std::nullopt);
    add_part(std::move(all));
  }

  void add(const Repeat& repeat, const Node& node) {
    const Node& child = node.children.front();
    if (repeat.min == 0) {
      // In front of all others it need not match; a possessive one may match what they need.
      const bool is_first = parts_ == 0 && !run_ && !may_go_on_;
      if (!is_first || repeat.greed == Greed::Possessive) add_end();
      return;
    }
    if (const auto strings = strings_of(child)) {
      const auto times = std::min<std::size_t>(repeat.min, language::kMaxLiteralBytes + 1);
      for (std::size_t count = 0; count < times; ++count) add_strings(*strings);
    } else {
      Required required = required_literals(child);
      if (required) required->exact = required->exact && repeat.min == 1;
      add_part(std::move(required));
    }
    if (repeat.max != repeat.min || repeat.greed == Greed::Possessive) add_end();
  }

  void add(const Group& group, const Node& node) {
    const Node& child = node.children.front();
    if (group.kind != GroupKind::Atomic) return add(child);
    add_part(inexact(required_literals(child)));  // may match less than its content
  }

  /// What is around a match is in the text too.
  void add(const LookAround& look, const Node& node) {
    add_part(look.negative ? std::nullopt : inexact(required_literals(node.children.front())));
  }

  /// Other nodes require no literal.
  template <typename Other>
  void add(const Other&, const Node&) {
    add_part(std::nullopt);
  }

  static Required inexact(Required required) {
    if (required) required->exact = false;
    return required;
  }

  void add_strings(const Strings& strings) {
    go_on();
    auto longer = run_ ? joined(*run_, strings) : std::nullopt;
    if (!longer) {
      end_run();
      longer = strings;
    }
    run_ = std::move(longer);
  }

  /// A part other than strings.
  void add_part(Required required) {
    go_on();
    end_run();
    ++parts_;
    if (required) offer(std::move(*required));
  }

  /// The end of a part that decides nothing if nothing follows: more of a repeat, or which of its
  /// strings a possessive one keeps.
  void add_end() {
    end_run();
    may_go_on_ = true;
  }

  void go_on() {
    if (std::exchange(may_go_on_, false)) ++parts_;
  }

  void end_run() {
    if (!run_) return;
    ++parts_;
    if (std::ranges::all_of(run_->all, is_selective))
      offer({.literals = std::move(run_->all), .exact = run_->in_both_cases});
    run_.reset();
  }

  /// Long literals are rare in texts: the part with the longest shortest one is kept.
  void offer(language::RequiredLiterals required) {
    if (!best_ || shortest_of(required) > shortest_of(*best_)) best_ = std::move(required);
  }

  std::optional<Strings> run_;  ///< of the last parts
  bool may_go_on_ = false;      ///< what follows depends on more than the parts so far
  Required best_;
  int parts_ = 0;
};

}  // namespace

Required required_literals(const Node& root) {
  Branch branch;
  branch.add(root);
  return branch.finish();
}

}  // namespace seedc::pattern
