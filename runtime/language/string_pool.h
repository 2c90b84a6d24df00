// Owns the strings that formulas make while they run, since cells only point to strings.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "runtime/base/limits.h"

namespace seedc::language {

/// Strings keep their addresses until `clear`. Not thread-safe: one per call of a kernel.
class StringPool {
 public:
  /// The longest string that a formula makes; a longer one is null (TextTooLong).
  static constexpr std::size_t kMostBytes = base::limits::kFormulaTextBytes;

  const std::string* keep(std::string text) { return &strings_.emplace_back(std::move(text)); }
  bool is_empty() const { return strings_.empty(); }
  void clear() { strings_.clear(); }

 private:
  std::deque<std::string> strings_;
};

}  // namespace seedc::language
