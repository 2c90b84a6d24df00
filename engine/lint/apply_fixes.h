// Applies the fixes of diagnostics to programs, in memory or on disk.
#pragma once

#include <cstddef>
#include <string>

#include "engine/lint/lint_program.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::lint {

struct FixOptions {
  bool takes_probable = false;  ///< also the fixes that are not safe
  /// The lints whose fixes are applied. Those of the data have none that are safe, and run only if
  /// probable fixes are taken.
  LintOptions lints;
};

/// A program before and after its fixes.
struct FixedProgram {
  std::string before, after;
  std::size_t count = 0;  ///< how many fixes were applied
};

/// Fixes one program in memory: compiles it, applies the fixes of its diagnostics, and repeats this
/// while there are any, since one mistake can hide another. Probable fixes are taken only when no
/// safe one is left: a safe one may correct what they guess at. A file that cannot be read has no
/// text, and no fixes. Fails if the schema or the data cannot be read.
base::Result<FixedProgram> fixed_program(const std::string& file,
                                         const engine::CompileOptions& options,
                                         const FixOptions& fixes = {});

/// Fixes a program file on disk. Returns how many fixes were applied. Standard input, anything but
/// a regular file, and a file that changed since it was read are left alone.
base::Result<std::size_t> apply_fixes(const std::string& file,
                                      const engine::CompileOptions& options,
                                      const FixOptions& fixes = {});

/// The fixes of the programs' diagnostics that are probable, but not safe.
std::size_t count_probable_fixes(const engine::Compilation& compilation);

}  // namespace seedc::lint
