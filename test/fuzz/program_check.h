// What every program must go through, however wrong it is.
#pragma once

#include <string>
#include <string_view>

#include "compiler/parse/parse.h"

namespace seedc::fuzz {

/// Checks a program that was parsed, renders what is wrong with it in every form, and takes what
/// compiles through printing, reading, the passes and the plan. Names are read by the schema of the
/// golden tests' dataset.
void check_program(const ast::Program& program, const SourceManager& sources,
                   Diagnostics& diagnostics);

}  // namespace seedc::fuzz
