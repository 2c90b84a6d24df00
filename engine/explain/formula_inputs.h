// The inputs of a formula's values: the loads, steps and row values that they are computed from.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::explain {

class FormulaInputs {
 public:
  using Names = std::unordered_map<ir::ValueId, std::string>;
  /// Of the values in `live`, which are in module order. `row_values`: the names of those, `$V`.
  /// The module outlives it.
  FormulaInputs(const ir::Module& module, const std::vector<ir::ValueId>& live, Names row_values);

  /// The loads, steps and row values from which a value is computed without another step or row
  /// value between, the first `kMost` of them; each name once.
  const std::vector<ir::ValueId>& of(ir::ValueId value) const;
  /// The same of what a step or row value is computed from.
  std::vector<ir::ValueId> below(ir::ValueId value) const;
  static constexpr std::size_t kMost = 64;

  /// `extraction.severity`, `meta.user.fans`, `context.city`, `N_MILD`, `$WEIGHT`; "" for any other
  /// value.
  std::string name_of(ir::ValueId value) const;

 private:
  const ir::Module& module_;
  Names row_values_;
  std::unordered_map<ir::ValueId, std::vector<ir::ValueId>> inputs_;
};

}  // namespace seedc::explain
