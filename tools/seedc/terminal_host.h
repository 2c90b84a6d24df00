// The command line as the engine's host: progress and ledgers go to stderr, limits are those of the
// process, and `-` is standard input.
#pragma once

#include "engine/evaluate.h"
#include "engine/host.h"
#include "engine/program.h"

namespace seedc::tool {

engine::Host& terminal_host();

/// The disk, and standard input as `-`, which can be read once.
engine::FileSystem& command_files();

/// A file's text, or of standard input; at most `max_bytes + 1` bytes.
base::Result<std::string> read_source(const std::string& file, std::size_t max_bytes);

/// Options that have this host, and these files.
engine::CompileOptions command_compile_options();
engine::EvaluateOptions command_evaluate_options();

}  // namespace seedc::tool
