// How many items the expressions of programs hold for. The values of each condition are computed
// once per dataset and kept; an edit costs the conditions that are new.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/module.h"
#include "engine/host.h"
#include "engine/names_text.h"
#include "runtime/base/result.h"
#include "runtime/data/source.h"

namespace seedc::lsp {

/// Not thread-safe.
class ConditionPlanes {
 public:
  /// Of the module's instructions those whose values are conditions: how many items each holds for,
  /// by its number; others have none. Checks the host's call. Fails if the data cannot be read.
  base::Result<std::vector<engine::Tally>> count(const ir::Module& module,
                                                 const std::shared_ptr<const data::Source>& data,
                                                 engine::Host& host);

 private:
  struct Planes {
    std::vector<std::uint64_t> yes, no;
    bool is_used = false;  ///< by the module that was counted last
  };
  base::Result<void> decide(const ir::Module& module,
                            const std::shared_ptr<const data::Source>& data, engine::Host& host);
  void forget_unused();

  /// Beyond this, conditions that the last module does not have are forgotten.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
  std::unordered_map<std::string, Planes> planes_;  ///< by ir::operation_text
  std::uint32_t items_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace seedc::lsp
