// Values of logic at single items that are given as lines of a bundle, as the interpreter decides
// them: what a counterexample has to pass.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/ir/module.h"
#include "engine/prepared.h"
#include "runtime/base/call.h"
#include "runtime/base/result.h"
#include "runtime/language/tri.h"

namespace seedc::engine {

class ItemRuns {
 public:
  /// `roots`: all values that will be asked for. Fails as Prepared::make does. Keeps nothing of the
  /// module.
  static base::Result<ItemRuns> make(const ir::Module& module,
                                     const std::vector<ir::ValueId>& roots, const base::Call& call);

  /// The values of some roots, in order, at the only item of a line; unknown if it is not one.
  base::Result<std::vector<language::Tri>> values(const std::string& line,
                                                  std::span<const ir::ValueId> roots) const;

 private:
  ItemRuns() = default;

  std::map<ir::ValueId, std::size_t> numbers_;
  std::unique_ptr<contract::Plan> plan_;
  std::shared_ptr<const Prepared> prepared_;
  base::Call call_;
};

}  // namespace seedc::engine
