// Random modules over a few conditions, and the values of their instructions by the plain rules of
// semantics.md section 4, under every assignment of -1, 0 and +1 to the conditions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::unit {

using Random = std::mt19937_64;

constexpr std::size_t kLeafCount = 5;
constexpr std::array<std::size_t, kLeafCount> kPowersOfThree = {1, 3, 9, 27, 81};
constexpr std::size_t kAssignments = 243;

/// One value per assignment.
using Values = std::array<std::int8_t, kAssignments>;

/// The value that assignment `assignment` gives to a leaf.
inline int leaf_value(std::size_t leaf, std::size_t assignment) {
  return static_cast<int>(assignment / kPowersOfThree[leaf] % 3) - 1;
}

inline Values constant_values(int value) {
  Values values;
  values.fill(static_cast<std::int8_t>(value));
  return values;
}

inline Values leaf_values(std::size_t leaf) {
  Values values;
  for (std::size_t i = 0; i < kAssignments; ++i)
    values[i] = static_cast<std::int8_t>(leaf_value(leaf, i));
  return values;
}

/// Condition number `leaf`, in one of the three stages.
inline ir::Inst leaf_inst(std::size_t leaf) {
  const std::string name = std::to_string(leaf);
  switch (leaf % 3) {
    case 0:
      return ir::condition_inst(language::MetaMatch{.path = {name}, .yes = true});
    case 1:
      return ir::condition_inst(language::ReviewMeta{.path = {name}});
    default:
      return ir::condition_inst(language::TextAny{.pattern = {.source = name}});
  }
}

/// A condition whose value is the same for all data: 0 and -1.
inline ir::Inst empty_text() { return ir::condition_inst(language::TextAny()); }
inline ir::Inst empty_topic() { return ir::condition_inst(language::Sentiment()); }

/// The values of a condition that `leaf_inst`, `empty_text` or `empty_topic` made.
inline Values condition_values(const ir::Inst& inst) {
  if (std::holds_alternative<language::Sentiment>(*inst.condition)) return constant_values(-1);
  const language::Pattern* pattern = language::find_field<language::Pattern>(*inst.condition).value;
  const std::string& name =
      pattern ? pattern->source
              : language::find_field<language::Path>(*inst.condition).value->front();
  return name.empty() ? constant_values(0) : leaf_values(std::stoul(name));
}

/// By counting.
inline Values at_least_values(const ir::Inst& inst, const std::vector<Values>& known) {
  const std::size_t k = ir::least_of(inst);
  Values result = {};
  for (std::size_t i = 0; i < kAssignments; ++i) {
    std::size_t yes = 0;
    std::size_t not_no = 0;
    for (const ir::ValueId operand : inst.operands) {
      yes += known[operand][i] == 1 ? 1 : 0;
      not_no += known[operand][i] != -1 ? 1 : 0;
    }
    result[i] = static_cast<std::int8_t>(yes >= k ? 1 : not_no < k ? -1 : 0);
  }
  return result;
}

inline Values evaluate_inst(const ir::Inst& inst, const std::vector<Values>& known) {
  if (inst.op == ir::Op::Const)
    return constant_values(static_cast<int>(*inst.attributes[0].as<std::int64_t>()));
  if (inst.operands.empty()) return condition_values(inst);
  if (inst.op == ir::Op::AtLeast) return at_least_values(inst, known);
  Values result = known[inst.operands[0]];
  for (std::size_t i = 0; i < kAssignments; ++i) {
    if (inst.op == ir::Op::Not) result[i] = static_cast<std::int8_t>(-result[i]);
    for (const ir::ValueId operand : inst.operands) {
      if (inst.op == ir::Op::And) result[i] = std::min(result[i], known[operand][i]);
      if (inst.op == ir::Op::Or) result[i] = std::max(result[i], known[operand][i]);
    }
  }
  return result;
}

/// The values of the requests' roots, then of the named conditions'.
inline std::vector<Values> root_values(const ir::Module& module) {
  std::vector<Values> known;
  for (const ir::Inst& inst : module.insts) known.push_back(evaluate_inst(inst, known));
  std::vector<Values> roots;
  for (const ir::Request& request : module.requests) roots.push_back(known[request.root]);
  for (const ir::Condition& condition : module.conditions) roots.push_back(known[condition.root]);
  return roots;
}

/// Generates well-formed modules of all operators, including equal, dead and constant instructions.
class RandomModules {
 public:
  explicit RandomModules(std::uint64_t seed) : random_(seed) {}

  /// `size` instructions with at most `most_operands` operands each.
  ir::Module next(std::size_t size, std::size_t most_operands) {
    ir::Module module;
    for (std::size_t i = 0; i < size; ++i) module.insts.push_back(inst(i, most_operands));
    for (std::size_t i = 0; i < 1 + below(3); ++i) {
      module.requests.push_back({.id = "R" + std::to_string(i), .root = recent(size), .gold = {}});
    }
    for (std::size_t i = 0; i < below(3); ++i) {
      module.conditions.push_back({.name = "c" + std::to_string(i), .root = recent(size)});
    }
    return module;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  ir::Inst inst(std::size_t index, std::size_t most_operands) {
    const std::size_t die = below(100);
    if (index == 0 || die < 30) return leaf_inst(below(kLeafCount));
    if (die < 36)
      return {.op = ir::Op::Const,
              .operands = {},
              .attributes = {static_cast<int>(below(3)) - 1},
              .span = {}};
    if (die < 38) return die == 36 ? empty_text() : empty_topic();
    ir::Inst inst{.op = ir::Op::Not, .operands = {recent(index)}, .attributes = {}, .span = {}};
    if (die < 50) return inst;
    inst.op = die < 70 ? ir::Op::And : die < 90 ? ir::Op::Or : ir::Op::AtLeast;
    const std::size_t more = 1 + below(most_operands - 1);
    for (std::size_t i = 0; i < more; ++i) inst.operands.push_back(recent(index));
    if (inst.op == ir::Op::AtLeast)
      inst.attributes = {static_cast<std::int64_t>(1 + below(inst.operands.size()))};
    return inst;
  }

  /// An earlier value, with a preference for late ones.
  ir::ValueId recent(std::size_t count) {
    return static_cast<ir::ValueId>(std::max(below(count), below(count)));
  }

  Random random_;
};

}  // namespace seedc::unit
