// All lints: constructs that are allowed in requests but are probably mistakes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/lint/proofs.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lint {

struct LintOptions {
  /// The dataset the requests are checked against; null: without data.
  std::shared_ptr<const data::Source> data = nullptr;
  /// Files of extractions, as runs take them; with data, rows in which fields are missing are
  /// counted in them.
  std::vector<std::string> extractions = {};
  unsigned threads = 0;    ///< 0: as many as there are cores
  bool benchmark = false;  ///< also the house rules of a benchmark: ids, groups G01 to G10, fields
  /// What was proved for other programs, not linted at the same time; a null pointer: nothing.
  std::shared_ptr<Proofs> proofs = nullptr;
  engine::Host* host = &engine::silent_host();
};

/// Reports into the compilation's diagnostics. Fails if the data cannot be read.
base::Result<void> lint(engine::Compilation& compilation, const LintOptions& options);

}  // namespace seedc::lint
