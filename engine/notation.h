// Rewrites programs: formatted in the shorthand, converted to the other notation, or optimised as
// IR text.
//
// What is wrong with a program is in the diagnostics of the result, whose `text` is then absent;
// only files that cannot be read or are in the wrong notation are errors.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct Rewritten {
  std::unique_ptr<Compilation> compilation;  ///< the program, and what is wrong with it
  std::optional<std::string> text;           ///< absent after an error
  /// What the other notation cannot hold, and the meaning does not depend on.
  std::size_t lost_comments = 0, lost_conditions = 0;

  /// `2 comments and 1 condition that no request uses`; empty if nothing is lost.
  std::string losses() const;
};

/// A program in the shorthand, laid out. Fails (Usage) if it is JSON or cannot be read.
base::Result<Rewritten> lay_out(const std::string& file, const CompileOptions& options);

enum class Notation { Shorthand, JsonLines };

/// The notation that a file's extension stands for.
std::optional<Notation> notation_of(const std::string& file);

/// A program in the other notation. Fails (Usage) if it is in `to` already, or cannot be read.
base::Result<Rewritten> convert(const std::string& file, Notation to,
                                const CompileOptions& options);

/// The passes of the optimiser, by name.
std::vector<std::string> pass_names();

/// A file of IR text after these passes, in order; without any, after the whole pipeline. Fails
/// (Usage) if it cannot be read.
base::Result<Rewritten> run_passes(const std::string& file, const std::vector<std::string>& passes,
                                   const CompileOptions& options);

}  // namespace seedc::engine
