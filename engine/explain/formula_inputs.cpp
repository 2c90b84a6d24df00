// Collects inputs in one forward pass: the inputs of a value are those of its operands.
#include "engine/explain/formula_inputs.h"

#include <algorithm>

#include "compiler/ir/reads.h"

namespace seedc::explain {
namespace {

using ir::ValueId;

/// The union of two sorted lists, cut off.
std::vector<ValueId> merged(const std::vector<ValueId>& a, const std::vector<ValueId>& b) {
  std::vector<ValueId> all;
  std::ranges::set_union(a, b, std::back_inserter(all));
  all.resize(std::min(all.size(), FormulaInputs::kMost));
  return all;
}

}  // namespace

FormulaInputs::FormulaInputs(const ir::Module& module, const std::vector<ValueId>& live,
                             Names row_values)
    : module_(module), row_values_(std::move(row_values)) {
  std::map<std::string, ValueId, std::less<>> first_of_name;
  for (const ValueId id : live) {
    std::string name = name_of(id);
    const bool is_input = !name.empty();
    inputs_[id] = is_input
                      ? std::vector{first_of_name.try_emplace(std::move(name), id).first->second}
                      : below(id);
  }
}

std::vector<ValueId> FormulaInputs::below(ValueId value) const {
  std::vector<ValueId> inputs;
  for (const ValueId operand : module_.insts[value].operands) {
    if (const std::vector<ValueId>& below = of(operand); !below.empty())
      inputs = inputs.empty() ? below : merged(inputs, below);
  }
  return inputs;
}

const std::vector<ValueId>& FormulaInputs::of(ValueId value) const {
  static const std::vector<ValueId> kNone;
  const auto found = inputs_.find(value);
  return found == inputs_.end() ? kNone : found->second;
}

std::string FormulaInputs::name_of(ValueId value) const {
  const ir::Inst& inst = module_.insts[value];
  if (inst.op == ir::Op::Step) return *inst.attribute("name").as<std::string>();
  if (std::string read = ir::name_read(inst); !read.empty()) return read;
  const auto row_value = row_values_.find(value);
  return row_value == row_values_.end() ? "" : row_value->second;
}

}  // namespace seedc::explain
