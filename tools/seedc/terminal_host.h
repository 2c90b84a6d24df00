// The command line as the engine's host: progress and ledgers go to stderr, limits are those of the
// process, and `-` is standard input.
#pragma once

#include "engine/evaluate.h"
#include "engine/host.h"
#include "engine/program.h"

namespace seedc {

Host& terminal_host();

/// The disk, and standard input as `-`, which can be read once.
FileSystem& command_files();

/// A file's text, or of standard input; at most `max_bytes + 1` bytes.
Result<std::string> read_source(const std::string& file, std::size_t max_bytes);

/// Options that have this host, and these files.
CompileOptions command_compile_options();
EvaluateOptions command_evaluate_options();

}  // namespace seedc
