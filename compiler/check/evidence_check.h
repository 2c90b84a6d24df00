// Checks an evidence object and turns it into one IR instruction (semantics.md section 3).
#pragma once

#include <optional>
#include <string>

#include "compiler/ast/ast.h"
#include "compiler/check/pattern_check.h"
#include "compiler/diag/diagnostics.h"
#include "compiler/ir/module.h"
#include "compiler/resolve/convention.h"
#include "runtime/language/conditions.h"

namespace seedc::check {

/// Appends the condition and returns its value; std::nullopt if it has an error (reported).
std::optional<ir::ValueId> check_evidence(const ast::Json& evidence, ir::Builder& builder,
                                          diag::Diagnostics& diagnostics,
                                          const EngineRefusal& engine_refusal);

/// The condition of an evidence object that is not in a program; std::nullopt if it has an error.
std::optional<language::Condition> condition_of(const language::Value& evidence);

/// The kind of condition that a name means by convention.
std::string kind_of(const resolve::Reading& reading);
/// What a name means by convention, in the words of its condition.
std::string meaning_of(const resolve::Reading& reading);
/// The same for a name that was read by convention, `span` being its location.
std::optional<ir::ValueId> check_reading(const resolve::Reading& reading, source::Span span,
                                         ir::Builder& builder, diag::Diagnostics& diagnostics,
                                         const EngineRefusal& engine_refusal);

}  // namespace seedc::check
