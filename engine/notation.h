// Rewrites programs: formatted in the shorthand, or converted to the other notation.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

struct Rewritten {
  std::unique_ptr<Compilation> compilation;  ///< the program, and what is wrong with it
  std::optional<std::string> text;           ///< absent after an error
  /// What the other notation cannot hold, and no meaning is lost by.
  std::size_t lost_comments = 0, lost_conditions = 0;
};

/// A program in the shorthand, laid out. Fails (Usage) if it is JSON or cannot be read.
base::Result<Rewritten> lay_out(const std::string& file, const CompileOptions& options);

enum class Notation { Shorthand, JsonLines };

/// The notation that a file's extension stands for.
std::optional<Notation> notation_of(const std::string& file);

/// A program in the other notation. Fails (Usage) if it is in `to` already, or cannot be read.
base::Result<Rewritten> convert(const std::string& file, Notation to,
                                const CompileOptions& options);

}  // namespace seedc::engine
