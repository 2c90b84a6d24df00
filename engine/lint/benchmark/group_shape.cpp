// Recognises the shapes of groups, one predicate per group.
#include "engine/lint/benchmark/group_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "compiler/ir/walk.h"

namespace seedc::lint {
namespace {

using ir::ValueId;

/// A shape with more letters is too complex to show.
constexpr std::size_t kMostLetters = 10;

bool is_logic(const ir::Module& module, ValueId id) {
  return module.insts[id].op == ir::Op::And || module.insts[id].op == ir::Op::Or;
}

/// How many operands of an AND or OR are conditions, ANDs of conditions, ORs of conditions, and
/// deeper trees.
struct Parts {
  ir::Op op = ir::Op::And;
  std::size_t conditions = 0;
  std::vector<ValueId> ands, ors;  ///< of conditions only
  std::vector<ValueId> deeper;

  std::size_t all() const { return conditions + ands.size() + ors.size() + deeper.size(); }
};

Parts parts_of(const ir::Module& module, ValueId id) {
  Parts parts;
  const ir::Inst& inst = module.insts[id];
  if (!is_logic(module, id)) {
    parts.conditions = 1;
    return parts;
  }
  parts.op = inst.op;
  for (const ValueId operand : inst.operands) {
    const auto& below = module.insts[operand].operands;
    if (module.insts[operand].op == ir::Op::AtLeast) {
      parts.deeper.push_back(operand);
    } else if (!is_logic(module, operand)) {
      ++parts.conditions;
    } else if (std::any_of(below.begin(), below.end(),
                           [&](ValueId each) { return is_logic(module, each); })) {
      parts.deeper.push_back(operand);
    } else {
      (module.insts[operand].op == ir::Op::And ? parts.ands : parts.ors).push_back(operand);
    }
  }
  return parts;
}

std::size_t operand_count(const ir::Module& module, ValueId id) {
  return module.insts[id].operands.size();
}

/// AND of one or more conditions and one OR of conditions.
bool is_anchor_and_choice(const ir::Module& module, ValueId root, std::size_t least,
                          std::size_t most) {
  const Parts parts = parts_of(module, root);
  if (parts.op != ir::Op::And || parts.conditions == 0 || parts.ors.size() != 1) return false;
  const std::size_t choices = operand_count(module, parts.ors.front());
  return parts.all() == parts.conditions + 1 && choices >= least && choices <= most;
}

/// The OR of `AND(a…, OR(…))`, which contains ANDs; or the root if that is an OR.
std::optional<Parts> nested_choice(const ir::Module& module, ValueId root) {
  const Parts parts = parts_of(module, root);
  if (parts.op == ir::Op::Or) return parts;
  if (parts.deeper.size() != 1 || parts.all() != parts.conditions + 1) return std::nullopt;
  const Parts choice = parts_of(module, parts.deeper.front());
  return choice.op == ir::Op::Or ? std::optional(choice) : std::nullopt;
}

/// Calls `visit` with every condition below `root`, once each.
template <class Visit>
void for_each_condition(const ir::Module& module, ValueId root, Visit visit) {
  const auto operands = [&](ValueId id) -> const std::vector<ValueId>& {
    return module.insts[id].operands;
  };
  for (const ValueId id : ir::reachable(std::span(&root, 1), operands)) {
    if (operands(id).empty()) visit(module.insts[id]);
  }
}

bool looks_at_reviewers(const ir::Inst& inst) {
  return inst.op == ir::Op::Condition &&
         language::subject_of(*inst.condition) == language::Subject::Reviewer;
}

/// How far the circle of a condition reaches; 0 without one.
std::int64_t hops_of(const ir::Inst& inst) {
  const language::Circle* circle =
      inst.op == ir::Op::Condition ? language::find_field<language::Circle>(*inst.condition).value
                                   : nullptr;
  return circle != nullptr ? circle->hops : 0;
}

template <class Test>
bool any_condition(const ir::Module& module, ValueId root, Test test) {
  bool found = false;
  for_each_condition(module, root, [&](const ir::Inst& inst) { found = found || test(inst); });
  return found;
}

bool has_circle_of(const ir::Module& module, ValueId root, std::int64_t hops) {
  return any_condition(module, root, [&](const ir::Inst& inst) { return hops_of(inst) == hops; });
}

class Picture {
 public:
  explicit Picture(const ir::Module& module) : module_(module) {}

  /// Empty if it has too many letters.
  std::string of(ValueId root) {
    std::string text = draw(root);
    return letters_ > kMostLetters ? std::string() : text;
  }

 private:
  std::string draw(ValueId id) {
    const ir::Inst& inst = module_.insts[id];
    const bool is_least = inst.op == ir::Op::AtLeast;
    if ((!is_logic(module_, id) && !is_least) || letters_ > kMostLetters) return letter();
    std::string text = is_least                 ? fmt::format("AT_LEAST({}", ir::least_of(inst))
                       : inst.op == ir::Op::And ? "AND("
                                                : "OR(";
    bool is_first = !is_least;
    for (const ValueId operand : module_.insts[id].operands) {
      if (letters_ > kMostLetters) break;
      text += (is_first ? "" : ", ") + draw(operand);
      is_first = false;
    }
    return text + ")";
  }

  std::string letter() { return {static_cast<char>('a' + std::min(letters_++, kMostLetters))}; }

  const ir::Module& module_;
  std::size_t letters_ = 0;
};

}  // namespace

std::optional<int> group_number(std::string_view group) {
  for (int number = 1; number <= kGroupCount; ++number) {
    if (group == group_name(number)) return number;
  }
  return std::nullopt;
}

std::string group_name(int number) { return fmt::format("G{:02}", number); }

std::string_view shape_asked(int group) {
  static constexpr std::array<std::string_view, kGroupCount> kShapes = {
      "`AND(a, b, c)`",
      "`AND(a, OR(b, c))`",
      "`AND(a, OR(b, c))`",
      "a condition on reviewers or their judgement",
      "`AND(a, OR(b, c, d))`",
      "`AND(a, OR(AND(b, c), AND(d, e)))`",
      "`AND(a, OR(b, c), OR(d, e))`",
      "`AND(a, OR(b, AND(c, d)))`",
      "a circle of 1 hop",
      "a circle of 2 hops"};
  return kShapes[static_cast<std::size_t>(group - 1)];
}

bool has_group_shape(const ir::Module& module, ValueId root, int group) {
  const Parts parts = parts_of(module, root);
  const auto choice = nested_choice(module, root);
  switch (group) {
    case 1:
      return parts.op == ir::Op::And && parts.all() == parts.conditions;
    case 2:
    case 3:
      return is_anchor_and_choice(module, root, 2, 2);
    case 4:
      return any_condition(module, root, looks_at_reviewers);
    case 5:
      return is_anchor_and_choice(module, root, 3, SIZE_MAX);
    case 6:
      return choice && choice->ands.size() >= 2 && choice->all() == choice->ands.size();
    case 7:
      return parts.op == ir::Op::And && parts.ors.size() >= 2 &&
             parts.all() == parts.conditions + parts.ors.size();
    case 8:
      return parts.op == ir::Op::And && parts.conditions > 0 && choice && choice->conditions > 0 &&
             !choice->ands.empty() && choice->all() == choice->conditions + choice->ands.size();
    default:
      return has_circle_of(module, root, group - 8);
  }
}

std::string shape_seen(const ir::Module& module, ValueId root, int group) {
  if (group == 4) return "there is none";
  if (group == 9 || group == 10) {
    const bool has_other = has_circle_of(module, root, group == 9 ? 2 : 1);
    return !has_other ? "there is none" : group == 9 ? "there is one of 2" : "there is one of 1";
  }

  const std::string picture = Picture(module).of(root);
  return "this is " + (picture.empty() ? "a larger tree" : "`" + picture + "`");
}

std::optional<int> group_of_shape(const ir::Module& module, ValueId root) {
  if (has_circle_of(module, root, 1)) return 9;
  if (has_circle_of(module, root, 2)) return 10;
  for (const int group : {4, 1, 2, 5, 6, 7, 8}) {
    if (has_group_shape(module, root, group)) return group;
  }
  return std::nullopt;
}

}  // namespace seedc::lint
