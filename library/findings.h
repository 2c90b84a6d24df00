// Diagnostics as the interface gives them.
#pragma once

#include <memory>
#include <vector>

#include "engine/program.h"
#include "include/seedc/seedc.h"

namespace seedc::library {

/// The diagnostics of a compilation, in the order of the text, and all that their pointers refer to
/// beyond the compilation, which outlives this. Immutable.
class Findings {
 public:
  explicit Findings(const engine::Compilation& compilation);
  ~Findings();

  std::size_t size() const;
  /// `number` < size().
  seedc_finding at(std::size_t number) const;

 private:
  struct Entry;
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace seedc::library
