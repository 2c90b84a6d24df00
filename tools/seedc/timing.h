// What the stages of a command took: kept while it runs, shown when it ends.
#pragma once

#include <optional>

#include "include/seedc/seedc.hpp"
#include "tools/seedc/output.h"

namespace seedc::tool {

/// Whether the options ask for times.
bool wants_times();

/// Keeps what a stage took.
void keep_time(const Timing& stage);

/// Of one command. Throws Error if there is no place for the trace, before the command begins.
class TimeReport {
 public:
  TimeReport();
  /// Prints and writes what was kept.
  void finish();

 private:
  std::optional<OutputFile> trace_;
};

}  // namespace seedc::tool
