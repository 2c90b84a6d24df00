// Prints a program at a stage of compilation, as text or object code.
#pragma once

#include <cstdint>
#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

enum class EmitStage : std::uint8_t { Tokens, Ast, Ir, Opt, Plan, Llvm, Asm, Obj };

/// `options.data` may be empty. If the data is a snapshot, the plan says how each text pattern is
/// searched, as only snapshots have an index. Fails (Service) if the stage needs native code and it
/// is not available.
base::Result<std::string> emit(const Compilation& compilation, EmitStage stage,
                               const EvaluateOptions& options);

}  // namespace seedc::engine
