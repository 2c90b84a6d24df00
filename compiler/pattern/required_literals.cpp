// Finds required literals: a sequence requires what any of its parts requires, an alternation what
// all branches do. Only ASCII is looked for: its case folding is simple but for the strangers of
// runtime/text, which the search knows.
#include "compiler/pattern/required_literals.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace seedc::pattern {
namespace {

using Required = std::optional<language::RequiredLiterals>;

constexpr bool is_printable(char32_t code) { return code >= 0x20 && code < 0x7f; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// A printable character of ASCII, letters in lower case.
constexpr char to_lower(char32_t code) {
  return static_cast<char>(code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code);
}

/// Whether looking for a literal pays: single letters, digits and blanks are in every text.
bool is_selective(std::string_view literal) {
  return literal.size() > 1 || !(is_lower(literal[0]) || is_digit(literal[0]) || literal[0] == ' ');
}

std::size_t shortest_of(const language::RequiredLiterals& required) {
  return std::ranges::min(required.literals, {}, &std::string::size).size();
}

/// A character, in lower case, that a node matches; perhaps in one of its cases only.
struct Character {
  char lower = 0;
  bool in_both_cases = true;
};

std::optional<Character> character(char32_t code, Flags flags) {
  if (!is_printable(code)) return std::nullopt;
  const char lower = to_lower(code);
  return Character{lower, flags.ignore_case || !is_lower(lower)};
}

/// That of a set that has no other, but for its case: `[.]`, `[Ww]`.
std::optional<Character> only_character(const CharacterSet& set, Flags flags) {
  if (set.negated || !set.classes.empty() || set.ranges.empty()) return std::nullopt;
  const auto first = character(set.ranges.front().first, flags);
  const auto is_first = [&](CodeRange range) {
    return range.first == range.last && is_printable(range.first) &&
           to_lower(range.first) == first->lower;
  };
  if (!first || !std::ranges::all_of(set.ranges, is_first)) return std::nullopt;
  return first;
}

std::optional<Character> only_character(const Node& node) {
  if (const auto* literal = std::get_if<Literal>(&node.what))
    return character(literal->code, node.flags);
  if (const auto* set = std::get_if<CharacterSet>(&node.what))
    return only_character(*set, node.flags);
  return std::nullopt;
}

/// The parts of one sequence, from left to right.
class Branch {
 public:
  void add(const Node& node) {
    std::visit([&](const auto& what) { add(what, node); }, node.what);
  }

  Required finish() {
    end_run();
    if (best_) best_->exact = best_->exact && parts_ == 1;
    return std::move(best_);
  }

 private:
  void add(const Literal&, const Node& node) { add_characters(only_character(node), 1); }
  void add(const CharacterSet&, const Node& node) { add_characters(only_character(node), 1); }
  void add(const AnyCharacter&, const Node&) { add_part(std::nullopt); }
  void add(const Anchor&, const Node&) { add_part(std::nullopt); }
  void add(const BackReference&, const Node&) { add_part(std::nullopt); }
  void add(const Conditional&, const Node&) { add_part(std::nullopt); }

  void add(const Sequence&, const Node& node) {
    for (const Node& child : node.children) add(child);
  }

  void add(const Alternation&, const Node& node) {
    language::RequiredLiterals all{.literals = {}, .exact = true};
    for (const Node& branch : node.children) {
      Required one = required_literals(branch);
      if (!one) return add_part(std::nullopt);
      std::ranges::move(one->literals, std::back_inserter(all.literals));
      all.exact = all.exact && one->exact;
    }
    if (all.literals.size() > language::kMaxLiterals) return add_part(std::nullopt);
    add_part(std::move(all));
  }

  void add(const Repeat& repeat, const Node& node) {
    const Node& child = node.children.front();
    if (repeat.min == 0) return add_part(std::nullopt);
    if (const auto character = only_character(child)) {
      add_characters(character, repeat.min);
      if (repeat.max != repeat.min) add_part(std::nullopt);  // more of them may follow
      return;
    }
    Required required = required_literals(child);
    if (required) required->exact = required->exact && repeat.min == 1;
    add_part(std::move(required));
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

  static Required inexact(Required required) {
    if (required) required->exact = false;
    return required;
  }

  /// `count` of the same; one that is not known is a part that requires nothing.
  void add_characters(std::optional<Character> character, std::size_t count) {
    if (!character) return add_part(std::nullopt);
    run_.append(std::min(count, language::kMaxLiteralBytes + 1), character->lower);
    run_is_exact_ = run_is_exact_ && character->in_both_cases;
  }

  /// A part other than plain characters.
  void add_part(Required required) {
    end_run();
    ++parts_;
    if (required) offer(std::move(*required));
  }

  void end_run() {
    if (run_.empty()) return;
    ++parts_;
    const bool is_exact = run_is_exact_ && run_.size() <= language::kMaxLiteralBytes;
    if (run_.size() > language::kMaxLiteralBytes) run_.resize(language::kMaxLiteralBytes);
    if (is_selective(run_)) offer({{std::move(run_)}, is_exact});
    run_.clear();
    run_is_exact_ = true;
  }

  /// Long literals are rare in texts: the part with the longest shortest one is kept.
  void offer(language::RequiredLiterals required) {
    if (!best_ || shortest_of(required) > shortest_of(*best_)) best_ = std::move(required);
  }

  std::string run_;
  bool run_is_exact_ = true;
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
