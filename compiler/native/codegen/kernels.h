// Emits each kind of kernel into a module.
#pragma once

#include "compiler/native/codegen/emitter.h"
#include "compiler/native/codegen/schedule.h"
#include "compiler/native/codegen/score_schedule.h"

namespace seedc::codegen {

/// Emits the PlaneKernel of `program`: a loop over blocks that calls one internal function per
/// part.
void emit_program(Emitter& emitter, const std::string& name, const contract::PlaneProgram& program,
                  const Schedule& schedule);

/// Emits the ScoreKernel of `program`: a loop over items that calls one internal function per part.
void emit_score(Emitter& emitter, const std::string& name, const contract::ScoreProgram& program,
                const ScoreSchedule& schedule);

}  // namespace seedc::codegen
