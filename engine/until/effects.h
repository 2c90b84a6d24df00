// What rows may add to aggregates, each set of equal effects once.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/bounds/item_bounds.h"
#include "runtime/exec/formula.h"

namespace seedc::engine {

/// Thread-safe. What it gives stays as long as it.
class Effects {
 public:
  /// `make` is called if there is none of that key yet.
  const bounds::RowEffect* find(const std::string& key,
                                const std::function<bounds::RowEffect()>& make);

 private:
  std::mutex mutex_;
  exec::FormulaResult::Strings strings_;
  std::unordered_map<std::string, bounds::RowEffect> effects_;
};

/// The key of a row at an item: what its effect follows from, which is what is known of it: its
/// loads, but for those of fields if it is awaited.
std::string effect_key(const contract::Formula& formula, const bounds::ItemRows& rows,
                       const bounds::ItemRow& row);

}  // namespace seedc::engine
