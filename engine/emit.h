// Prints a program at a stage of compilation, as text or object code.
#pragma once

#include <cstdint>
#include <string>

#include "engine/evaluate.h"
#include "engine/program.h"
#include "runtime/base/result.h"

namespace seedc::engine {

enum class EmitStage : std::uint8_t { Tokens, Ast, Ir, Opt, Plan, Llvm, Asm, Obj };

/// `options.data` may be empty. The plan says of each text pattern how it is searched where the
/// data is a snapshot: only these have an index to choose. Fails (Service) where the stage needs
/// native code and there is none.
base::Result<std::string> emit(const Compilation& compilation, EmitStage stage,
                               const EvaluateOptions& options);

}  // namespace seedc::engine
