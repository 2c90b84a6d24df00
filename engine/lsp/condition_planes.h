// How many items the expressions of programs hold for. The values of each condition are computed
// once per dataset and kept, and the counts of each expression; an edit costs what is new.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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
  /// An expression that was counted, or is about to be.
  struct Known {
    std::uint32_t number = 0;            ///< that keys of larger expressions name it by
    std::optional<engine::Tally> tally;  ///< std::nullopt: not counted yet
    std::vector<std::uint64_t> yes, no;  ///< of a condition, once it is decided
    bool is_used = false;                ///< by the module that was counted last

    std::uint64_t bytes() const { return sizeof(Known) + 2 * yes.size() * sizeof(std::uint64_t); }
  };
  /// By the module's instructions; a null pointer for those that are part of formulas.
  using OfModule = std::vector<Known*>;

  OfModule look_up(const ir::Module& module);
  base::Result<void> decide(const ir::Module& module, const OfModule& known,
                            const std::shared_ptr<const data::Source>& data, engine::Host& host);
  void count_new(const ir::Module& module, const OfModule& known, engine::Host& host);
  void forget_unused();

  /// Beyond this, expressions that the last module does not have are forgotten.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
  /// A condition by its text, a larger expression by its operation and its operands' numbers.
  std::unordered_map<std::string, Known> known_;
  std::uint32_t numbers_ = 0;
  std::uint32_t items_ = 0;
};

}  // namespace seedc::lsp
