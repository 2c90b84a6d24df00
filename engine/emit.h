// Prints a program at a stage of compilation, as text or object code.
#pragma once

#include <cstdint>
#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

enum class EmitStage : std::uint8_t { Tokens, Ast, Ir, Opt, Plan, Llvm, Asm, Obj };

/// `options.data` may be null. If the data has an index of words, as a snapshot has, the plan says
/// how each text pattern is searched. Fails (Service) if the stage needs native code and it
/// is not available.
base::Result<std::string> emit(const Compilation& compilation, EmitStage stage,
                               const EvaluateOptions& options);

}  // namespace seedc::engine
