// The lints of `seedc check`: what is allowed in requests and yet most likely not meant.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/contract/result.h"
#include "runtime/contract/value.h"
#include "tools/seedc/compile.h"

namespace seedc {

/// One way to read a name by convention.
struct NameReading {
  Value evidence;       ///< an evidence object
  std::string meaning;  ///< in words
};

struct LintOptions {
  std::string data;      ///< a dataset that the requests are held against; empty: without data
  unsigned threads = 0;  ///< 0: as many as there are cores
  /// What a name means by convention, or nothing; empty: conventions are not looked at. Names in a
  /// shorthand are held against it.
  std::function<std::vector<NameReading>(std::string_view)> readings;
};

/// Reports into the compilation's diagnostics. Fails if the data cannot be read.
Result<void> lint(Compilation& compilation, const LintOptions& options);

}  // namespace seedc
