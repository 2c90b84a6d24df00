// Finds the branches that may be anchored.
#include "compiler/pattern/anchoring.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace seedc::pattern {
namespace {

bool has_references(const Node& node) {
  return std::holds_alternative<BackReference>(node.what) ||
         std::holds_alternative<Conditional>(node.what) ||
         std::ranges::any_of(node.children, has_references);
}

/// How far back a node that begins with `.*` can begin to match.
enum class Reach : std::uint8_t { None, Line, Text };

Reach shorter(Reach a, Reach b) { return std::min(a, b); }

/// `[\s\S]` and the like.
bool has_all_characters(const CharacterSet& set) {
  constexpr std::pair<ClassLetter, ClassLetter> kOpposites[] = {
      {ClassLetter::Digit, ClassLetter::NotDigit},
      {ClassLetter::Space, ClassLetter::NotSpace},
      {ClassLetter::Word, ClassLetter::NotWord}};
  const auto has = [&](ClassLetter letter) {
    return std::ranges::find(set.classes, letter) != set.classes.end();
  };
  return !set.negated && std::ranges::any_of(kOpposites, [&](const auto& pair) {
    return has(pair.first) && has(pair.second);
  });
}

/// Of `.*`, `.+` and the like: all that they skip could also be skipped from further back.
Reach reach_of_repeat(const Node& node) {
  const auto& repeat = std::get<Repeat>(node.what);
  const Node& child = node.children.front();
  if (repeat.max || repeat.greed == Greed::Possessive) return Reach::None;
  if (const auto* set = std::get_if<CharacterSet>(&child.what))
    return has_all_characters(*set) ? Reach::Text : Reach::None;
  if (!std::holds_alternative<AnyCharacter>(child.what)) return Reach::None;
  return child.flags.dot_all ? Reach::Text : Reach::Line;
}

Reach reach_of(const Node& node) {
  if (std::holds_alternative<Repeat>(node.what)) return reach_of_repeat(node);
  if (std::holds_alternative<Sequence>(node.what))
    return node.children.empty() ? Reach::None : reach_of(node.children.front());
  if (const auto* group = std::get_if<Group>(&node.what))
    return group->kind == GroupKind::Atomic ? Reach::None : reach_of(node.children.front());
  if (!std::holds_alternative<Alternation>(node.what)) return Reach::None;
  Reach reach = Reach::Text;
  for (const Node& branch : node.children) reach = shorter(reach, reach_of(branch));
  return reach;
}

bool looks_ahead(const Node& node) {
  const auto* look = std::get_if<LookAround>(&node.what);
  return look != nullptr && !look->behind && !look->negative;
}

/// Of a branch as a whole.
Reach reach_of_branch(const Node& branch) {
  if (!std::holds_alternative<Sequence>(branch.what)) return Reach::None;
  const auto rest = std::ranges::find_if_not(branch.children, looks_ahead);
  if (rest == branch.children.begin()) return Reach::None;
  Reach reach = rest == branch.children.end() ? Reach::Text : reach_of(*rest);
  for (auto look = branch.children.begin(); look != rest; ++look)
    reach = shorter(reach, reach_of(look->children.front()));
  return reach;
}

void anchor(Node& branch) {
  const Reach reach = reach_of_branch(branch);
  if (reach == Reach::None) return;
  Node start{.what = reach == Reach::Text ? Anchor::TextStart : Anchor::LineStart,
             .flags = branch.flags};
  start.flags.multiline = true;
  branch.children.insert(branch.children.begin(), std::move(start));
}

}  // namespace

Node anchored(Node root) {
  if (has_references(root)) return root;
  if (std::holds_alternative<Alternation>(root.what)) {
    for (Node& branch : root.children) anchor(branch);
  } else {
    anchor(root);
  }
  return root;
}

}  // namespace seedc::pattern
