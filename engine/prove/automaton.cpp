// Builds automata from the trees of patterns, from the end to the start.
#include "engine/prove/automaton.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "compiler/pattern/code_points.h"
#include "compiler/pattern/parse_python_regex.h"

namespace seedc::prove {
namespace {

using pattern::Anchor;
using pattern::Node;
using Kind = Automaton::Kind;
using StateId = std::uint32_t;

class Builder {
 public:
  tl::expected<Automaton, std::string> build(const Node& root) {
    match_ = add({.kind = Kind::Match});
    automaton_.start = build(root, match_);
    if (automaton_.states.size() > kMostStates) obstacle_ = "it unfolds to too many states";
    if (!obstacle_.empty()) return tl::unexpected(obstacle_);
    return std::move(automaton_);
  }

 private:
  bool is_stopped() const { return !obstacle_.empty() || automaton_.states.size() > kMostStates; }

  StateId add(Automaton::State state) {
    automaton_.states.push_back(std::move(state));
    return static_cast<StateId>(automaton_.states.size() - 1);
  }

  StateId refuse(const char* part) {
    if (obstacle_.empty()) obstacle_ = part;
    return match_;
  }

  /// The state from which the node is matched, and then what `next` takes.
  StateId build(const Node& node, StateId next) {
    if (is_stopped()) return next;
    return std::visit([&](const auto& what) { return build(what, node, next); }, node.what);
  }

  StateId add_characters(const Node& node, StateId next) {
    return add({.kind = Kind::Characters, .next = {next}, .set = characters_of(node)});
  }
  StateId build(const pattern::Literal&, const Node& node, StateId next) {
    return add_characters(node, next);
  }
  StateId build(const pattern::AnyCharacter&, const Node& node, StateId next) {
    return add_characters(node, next);
  }
  StateId build(const pattern::CharacterSet&, const Node& node, StateId next) {
    return add_characters(node, next);
  }

  StateId build(const Anchor& anchor, const Node& node, StateId next) {
    if (anchor == Anchor::LineEnd && !node.flags.multiline) return build_end(node, next);
    return add({.kind = Kind::Condition, .next = {next}, .anchor = anchor, .flags = node.flags});
  }

  /// `$` holds at the end, and before a line feed at the end. Where it is the last part of the
  /// pattern, that line feed may be taken as well.
  StateId build_end(const Node& node, StateId next) {
    if (next != match_) return refuse("`$` is followed by more");
    const StateId end = add(
        {.kind = Kind::Condition, .next = {next}, .anchor = Anchor::TextEnd, .flags = node.flags});
    const StateId feed =
        add({.kind = Kind::Characters, .next = {end}, .set = CodeSet({{'\n', '\n'}})});
    return add({.kind = Kind::Fork, .next = {end, feed}});
  }

  StateId build(const pattern::Sequence&, const Node& node, StateId next) {
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      next = build(*child, next);
    return next;
  }

  StateId build(const pattern::Alternation&, const Node& node, StateId next) {
    std::vector<StateId> branches;
    for (const Node& child : node.children) branches.push_back(build(child, next));
    return add({.kind = Kind::Fork, .next = std::move(branches)});
  }

  StateId build(const pattern::Repeat& repeat, const Node& node, StateId next) {
    if (repeat.greed == pattern::Greed::Possessive) return refuse("a possessive repeat");
    const Node& child = node.children.front();
    StateId start = repeat.max ? build_optional(child, *repeat.max - repeat.min, next)
                               : build_loop(child, next);
    for (std::uint32_t i = 0; i < repeat.min && !is_stopped(); ++i) start = build(child, start);
    return start;
  }

  StateId build_loop(const Node& child, StateId next) {
    const StateId loop = add({.kind = Kind::Fork});
    const StateId body = build(child, loop);
    automaton_.states[loop].next = {body, next};
    return loop;
  }

  StateId build_optional(const Node& child, std::uint32_t most, StateId next) {
    StateId start = next;
    for (std::uint32_t i = 0; i < most && !is_stopped(); ++i)
      start = add({.kind = Kind::Fork, .next = {build(child, start), next}});
    return start;
  }

  StateId build(const pattern::Group& group, const Node& node, StateId next) {
    if (group.kind == pattern::GroupKind::Atomic) return refuse("an atomic group");
    return build(node.children.front(), next);
  }

  StateId build(const pattern::BackReference&, const Node&, StateId) {
    return refuse("a back-reference");
  }
  StateId build(const pattern::LookAround&, const Node&, StateId) {
    return refuse("a look-around");
  }
  StateId build(const pattern::Conditional&, const Node&, StateId) {
    return refuse("a conditional group");
  }

  Automaton automaton_;
  StateId match_ = 0;
  std::string obstacle_;
};

/// The pattern as the text that it is.
Node literal_of(std::u32string_view text) {
  Node sequence{.what = pattern::Sequence{}};
  for (const char32_t code : text) sequence.children.push_back({.what = pattern::Literal{code}});
  return sequence;
}

/// Sets of large ranges would have to be looked at character by character, for their cases.
bool has_large_range(const Node& node) {
  constexpr char32_t kMostCharacters = 20'000;
  const auto* set = std::get_if<pattern::CharacterSet>(&node.what);
  const auto is_large = [&](const pattern::CodeRange& range) {
    return node.flags.ignore_case && range.last - range.first > kMostCharacters;
  };
  return (set != nullptr && std::ranges::any_of(set->ranges, is_large)) ||
         std::ranges::any_of(node.children, has_large_range);
}

}  // namespace

tl::expected<Automaton, std::string> automaton_of(std::string_view pattern) {
  const std::u32string codes = pattern::from_utf8(pattern);
  const pattern::Parsed parsed = pattern::parse_python_regex(codes);
  if (std::holds_alternative<pattern::LimitPassed>(parsed))
    return tl::unexpected<std::string>("it exceeds a limit");
  const Node* tree = std::get_if<Node>(&parsed);
  if (tree != nullptr && has_large_range(*tree))
    return tl::unexpected<std::string>("a range of too many characters");
  return Builder().build(tree != nullptr ? *tree : literal_of(codes));
}

}  // namespace seedc::prove
