// Formulas as random_formula.h makes them, written as programs.
#pragma once

#include <string>

#include "test/differential/plain/json.h"

namespace seedc::differential {

/// Which parentheses expressions get: only the necessary ones, or around every operation.
enum class Parentheses { Needed, All };

/// The text of a formula, on one line. Its expressions, those in and over groups and of labels too,
/// are trees: a string is a name or a literal as it is written, `{"op": "+", "args": […]}` an
/// operation. Operations are those of Python by their names, and `neg`, `chain` (with its `ops`),
/// `if` (value, condition, value) and `call` (with its `function`).
std::string formula_text(plain::Json formula, Parentheses parentheses);

}  // namespace seedc::differential
