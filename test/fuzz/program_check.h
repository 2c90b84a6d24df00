// The checks that every program must pass, however wrong it is.
#pragma once

#include <string>
#include <string_view>

#include "compiler/parse/parse.h"

namespace seedc::fuzz {

/// Checks a parsed program, renders its diagnostics in every form, and takes what compiles through
/// printing, reading, the passes and the plan. Names are resolved by the schema of the golden
/// tests' dataset.
void check_program(const ast::Program& program, const source::SourceManager& sources,
                   diag::Diagnostics& diagnostics);

}  // namespace seedc::fuzz
