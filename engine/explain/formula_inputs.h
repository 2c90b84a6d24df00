// The inputs of a formula's values: the loads and steps that they are computed from.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"

namespace seedc::explain {

class FormulaInputs {
 public:
  /// Of the values that `is_live` marks, and of what they are computed from.
  FormulaInputs(const ir::Module& module, const std::vector<ir::ValueId>& live);

  /// The loads and steps from which a value is computed without another step between, the first
  /// `kMost` of them; each name once.
  const std::vector<ir::ValueId>& of(ir::ValueId value) const;
  static constexpr std::size_t kMost = 64;

  /// `extraction.severity`, `meta.user.fans`, `context.city`, `N_MILD`; "" for any other value.
  static std::string name_of(const ir::Inst& inst);

 private:
  std::unordered_map<ir::ValueId, std::vector<ir::ValueId>> inputs_;
};

}  // namespace seedc::explain
